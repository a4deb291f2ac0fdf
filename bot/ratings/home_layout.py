"""A person's rating on their card."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.controls import button
from bot.match.show.profile import Asked, Line
from bot.preferences.server import Feature
from bot.ratings.news_layout import change_text
from bot.ratings.store import RatingStore


async def rating_lines(asked: Asked) -> Sequence[Line]:
    """Tell a person's rating in the game they played last, and its change by that."""
    say, last = asked.say, None
    if asked.settings.has(Feature.RATINGS):
        last = await RatingStore(asked.app.store.database).latest(asked.user_id)
    if last is None:
        told = say("home.rating.none")
    else:
        rating = change_text(last.rating, last.gain, say)
        told = say("home.rating", game=say(f"game.{last.game}"), rating=rating)
    return [Line(told, button("stats", say("home.button.stats")))]
