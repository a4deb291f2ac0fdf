"""Settings of people as a feature: their command."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.feature import Room
from bot.people.actions import preferences

# /preferences.


class Preferences(commands.Cog):
    """People's own settings."""

    @app_commands.command(name="preferences", description=command("preferences"))
    async def preferences(self, interaction: Interaction) -> None:
        """Show what a person has set, and let them change it."""
        await Press(interaction).run(Ack.PRIVATE, preferences)


# What people set as a feature.

FEATURE = Room(name="people", cogs=(Preferences,))
