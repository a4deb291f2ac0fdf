"""/settings, for those who manage a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.actions.server import open_server
from bot.press import Ack, Press
from bot.texts import command

if TYPE_CHECKING:
    from bot.press import Interaction


class Managing(commands.Cog):
    """What those do who look after a server."""

    @app_commands.command(name="settings", description=command("settings"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show what the server has set, and change it."""
        await Press(interaction).run(Ack.PRIVATE, open_server)
