"""/help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.guide import show_help

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Help(commands.Cog):
    """How to begin, shown to who asks."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="help", description=command("help"))
    async def help(self, interaction: Pressing) -> None:
        """Show the first page."""
        await guarded(interaction, Ack.PRIVATE, lambda: show_help(interaction))
