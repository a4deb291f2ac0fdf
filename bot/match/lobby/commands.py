"""/invite and /block: who comes to a person's tables, and who does not."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.match.lobby.blocks_actions import show_blocks
from bot.match.which_actions import invite


class Inviting(commands.Cog):
    """Asking people to one's tables, and keeping people out of them."""

    @app_commands.command(name="invite", description=command("invite"))
    @app_commands.describe(who=command("invite.who"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def invite(
        self, interaction: Interaction, who: discord.Member | discord.User | discord.Role
    ) -> None:
        """Invite a person or a role to a lobby."""
        await Press(interaction).run(Ack.PRIVATE, invite, who)

    @app_commands.command(name="block", description=command("block"))
    async def block(self, interaction: Interaction) -> None:
        """Show who is blocked, and let one change that."""
        await Press(interaction).run(Ack.PRIVATE, show_blocks)
