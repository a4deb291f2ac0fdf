"""Settings of servers as a feature: their commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Need, Press
from bot.match.acts.moderation import moderate
from bot.match.feature import Room
from bot.match.talk.choices import table_choices
from bot.servers.actions import open_server

# /settings and /table, for those who look after a server.


class Managing(commands.Cog):
    """Commands for the managers of a server and its moderators."""

    @app_commands.command(name="settings", description=command("settings"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show what the server has set, and change it."""
        await Press(interaction, Need.MANAGER).run(Ack.PRIVATE, open_server)

    @app_commands.command(name="table", description=command("table"))
    @app_commands.describe(table=command("table.table"))
    @app_commands.autocomplete(table=table_choices)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_messages=True)
    async def table(self, interaction: Interaction, table: int | None = None) -> None:
        """Show a table to a moderator, who can end or pause it or take someone out."""
        await Press(interaction, Need.MODERATOR).run(Ack.PRIVATE, moderate, "show", table)


# What servers set as a feature.

FEATURE = Room(name="servers", cogs=(Managing,))
