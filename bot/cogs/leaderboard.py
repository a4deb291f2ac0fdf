"""/leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import game_choices, where_choices
from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.standings import HERE, open_leaderboard

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Leaderboard(commands.Cog):
    """The best players of a game, for all to see."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="leaderboard", description=command("leaderboard"))
    @app_commands.describe(game=command("leaderboard.game"), where=command("leaderboard.where"))
    @app_commands.choices(game=game_choices(), where=where_choices())
    async def leaderboard(self, interaction: Pressing, game: str, where: str = HERE) -> None:
        """Show the first page; in a direct message there is only everywhere."""
        await guarded(
            interaction, Ack.PUBLIC, lambda: open_leaderboard(interaction, str(game), where)
        )
