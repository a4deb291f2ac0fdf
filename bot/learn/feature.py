"""Lessons as a feature: their command, and what they add to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.learn.actions import learn
from bot.learn.layouts import LOOK
from bot.learn.lesson import LESSON, Lessons, taught
from bot.match.feature import Jobs, Room, house_names
from bot.match.table.kind import Ability
from bot.match.table.tables import Tables
from bot.match.talk.choices import game_choices

# /learn.


class Learning(commands.Cog):
    """Lessons that are games."""

    @app_commands.command(name="learn", description=command("learn"))
    @app_commands.describe(game=command("learn.game"))
    @app_commands.choices(game=game_choices(taught().__contains__, described=True))
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin the lesson of a game, or go on with it."""
        await Press(interaction).run(Ack.PRIVATE, learn, None if game is None else str(game))


# Lessons as a feature.


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
