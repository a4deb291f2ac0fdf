"""/me."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.people.actions import me


class Me(commands.Cog):
    """People's own settings."""

    @app_commands.command(name="me", description=command("me"))
    async def me(self, interaction: Interaction) -> None:
        """Show what a person has set, and let them change it."""
        await Press(interaction).run(Ack.PRIVATE, me)
