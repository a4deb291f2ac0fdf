"""/stats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.standings import show_stats

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Stats(commands.Cog):
    """A person's numbers, shown to who asks."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="stats", description=command("stats"))
    @app_commands.describe(person=command("stats.person"))
    async def stats(self, interaction: Pressing, person: discord.User | None = None) -> None:
        """Show the numbers of every game a person has finished."""
        whose = person or interaction.user
        await guarded(interaction, Ack.PRIVATE, lambda: show_stats(interaction, whose))
