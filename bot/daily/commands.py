"""/daily."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.daily.actions import look
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.preferences.server import Feature


class Daily(commands.Cog):
    """The one game of each day."""

    @app_commands.command(name="daily", description=command("daily"))
    async def daily(self, interaction: Interaction) -> None:
        """Show the daily of today, to whoever asks."""
        await Press(interaction, Feature.DAILY).run(Ack.PRIVATE, look)
