"""/learn."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.learn.actions import learn
from bot.learn.lesson import taught
from bot.match.talk.choices import game_choices


class Learning(commands.Cog):
    """Lessons that are games."""

    @app_commands.command(name="learn", description=command("learn"))
    @app_commands.describe(game=command("learn.game"))
    @app_commands.choices(game=game_choices(taught().__contains__, described=True))
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin the lesson of a game, or go on with it."""
        await Press(interaction).run(Ack.PRIVATE, learn, None if game is None else str(game))
