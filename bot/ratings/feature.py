"""Ratings as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.match.feature import Jobs, Room
from bot.match.table.abilities import Ability
from bot.match.table.tables import Tables
from bot.ratings import log
from bot.ratings.commands import Rankings
from bot.ratings.layouts import rating_lines, rating_notes
from bot.ratings.rules import ANCHORS
from bot.ratings.service import Rater
from bot.store.kept import Kept


def _wire(app: App, jobs: Jobs) -> None:
    rater, tables = Rater(app.store, app.clock), app.get(Tables)
    app.put(rater)
    rater.listeners.append(tables.heed)
    tables.listeners.append(rater.on_change)
    jobs.begin.append(rater.catch_up)
    jobs.catch_up.append(rater.catch_up)
    jobs.end.append(rater.close)


FEATURE = Room(
    name="ratings",
    cogs=(Rankings,),
    wire=_wire,
    able={Ability.RATING: ANCHORS.__contains__},
    notes=rating_notes,
    lines=rating_lines,
    kept=Kept(told=log.told, told_of_games=log.told_of_games),
)
