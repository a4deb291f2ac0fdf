"""/league: the weekly leagues of a server."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.leagues.actions import show_leagues


class Leagues(commands.Cog):
    """Playing in a league, and for moderators opening and ending one."""

    @app_commands.command(name="league", description=command("league"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def league(self, interaction: Interaction) -> None:
        """Show the league of a server, with what can be done there."""
        await Press(interaction).run(Ack.PRIVATE, show_leagues)
