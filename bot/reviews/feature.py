"""Reviews as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.match.feature import Jobs, Room, house_names
from bot.match.house.workshop import Workshop
from bot.match.table.tables import Tables
from bot.reviews import store
from bot.reviews.layouts import LOOK, practice_notes, review_button, review_facts
from bot.reviews.service import PRACTICE, Practice, Reviews
from bot.store.holdings import Holdings


def _wire(app: App, jobs: Jobs) -> None:
    reviews = Reviews(app.store, app.get(Workshop))
    app.put(
        reviews,
        Practice(app.store, app.get(Tables), app.clock, house_names(app.texts, app.settings)),
    )
    jobs.close.append(reviews.close)


FEATURE = Room(
    name="reviews",
    wire=_wire,
    kind=PRACTICE,
    look=LOOK,
    looking_back=review_button,
    notes=practice_notes,
    facts=review_facts,
    holdings=Holdings(personal_data_by_game=store.personal_data_by_game),
)
