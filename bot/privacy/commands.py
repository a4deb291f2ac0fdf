"""/privacy."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.privacy.actions import privacy


class Data(commands.Cog):
    """People's data, and how they get it or have it deleted."""

    @app_commands.command(name="privacy", description=command("privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept about people, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, privacy)
