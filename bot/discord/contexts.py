"""Where a command is offered."""

from __future__ import annotations

from discord import app_commands

HAVING_IT = app_commands.AppInstallationType(guild=True, user=False)
IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""These commands are for servers that have the bot."""
