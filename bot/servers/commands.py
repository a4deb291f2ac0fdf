"""/settings and /table, for those who look after a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.contexts import HAVING_IT, IN_SERVERS
from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.match.choices_commands import table_choices
from bot.match.moderate_actions import kick, moderate
from bot.servers.actions import open_server


class Managing(commands.Cog):
    """Commands for the managers of a server and its moderators."""

    table = app_commands.Group(
        name="table",
        description=command("table"),
        allowed_contexts=IN_SERVERS,
        default_permissions=discord.Permissions(manage_messages=True),
        allowed_installs=HAVING_IT,
    )

    @app_commands.command(name="settings", description=command("settings"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show what the server has set, and change it."""
        await Press(interaction).run(Ack.PRIVATE, open_server)

    @table.command(name="end", description=command("table.end"))
    @app_commands.describe(table=command("table.table"))
    @app_commands.autocomplete(table=table_choices)
    async def end(self, interaction: Interaction, table: int | None = None) -> None:
        """Close a lobby, or end a game without a result."""
        await Press(interaction).run(Ack.PRIVATE, moderate, "end", table)

    @table.command(name="kick", description=command("table.kick"))
    @app_commands.describe(person=command("table.person"), table=command("table.table"))
    @app_commands.autocomplete(table=table_choices)
    async def kick(
        self, interaction: Interaction, person: discord.User, table: int | None = None
    ) -> None:
        """Take a person out of a lobby, or of a game for good."""
        await Press(interaction).run(Ack.PRIVATE, kick, table, person)

    @table.command(name="pause", description=command("table.pause"))
    @app_commands.describe(table=command("table.table"))
    @app_commands.autocomplete(table=table_choices)
    async def pause(self, interaction: Interaction, table: int | None = None) -> None:
        """Let a game stand still."""
        await Press(interaction).run(Ack.PRIVATE, moderate, "pause", table)

    @table.command(name="resume", description=command("table.resume"))
    @app_commands.describe(table=command("table.table"))
    @app_commands.autocomplete(table=table_choices)
    async def resume(self, interaction: Interaction, table: int | None = None) -> None:
        """Let it go on."""
        await Press(interaction).run(Ack.PRIVATE, moderate, "resume", table)
