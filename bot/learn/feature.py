"""Lessons as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.learn.commands import Learning
from bot.learn.layouts import LOOK
from bot.learn.lesson import LESSON, Lessons, taught
from bot.match.feature import Jobs, Room, house_names
from bot.match.table.abilities import Ability
from bot.match.table.tables import Tables


def _wire(app: App, _jobs: Jobs) -> None:
    app.put(Lessons(app.store, app.get(Tables), app.clock, house_names(app.texts, app.settings)))


FEATURE = Room(
    name="learn",
    cogs=(Learning,),
    wire=_wire,
    kind=LESSON,
    look=LOOK,
    able={Ability.LESSON: taught().__contains__},
)
