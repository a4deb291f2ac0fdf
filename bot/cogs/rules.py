"""/rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import game_choices
from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.rulebook import show_rules

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Rules(commands.Cog):
    """The rules of every game, shown to who asks."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="rules", description=command("rules"))
    @app_commands.describe(game=command("rules.game"))
    @app_commands.choices(game=game_choices())
    async def rules(self, interaction: Pressing, game: str) -> None:
        """Show the first page."""
        await guarded(interaction, Ack.PRIVATE, lambda: show_rules(interaction, str(game), 1))
