"""/about."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.servers.about_actions import about


class About(commands.Cog):
    """What runs here."""

    @app_commands.command(name="about", description=command("about"))
    async def about(self, interaction: Interaction) -> None:
        """Say what runs here, and how well, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, about)
