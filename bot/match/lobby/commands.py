"""/invite and /block: who comes to a person's tables, and who does not."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.match.lobby.blocks_actions import block, list_blocks, unblock
from bot.match.which_actions import invite


class Inviting(commands.Cog):
    """Asking people to one's tables, and keeping people out of them."""

    block = app_commands.Group(name="block", description=command("block"))

    @app_commands.command(name="invite", description=command("invite"))
    @app_commands.describe(who=command("invite.who"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def invite(
        self, interaction: Interaction, who: discord.Member | discord.User | discord.Role
    ) -> None:
        """Invite a person or a role to a lobby."""
        await Press(interaction).run(Ack.PRIVATE, invite, who)

    @block.command(name="add", description=command("block.add"))
    @app_commands.describe(person=command("block.person"))
    async def add(self, interaction: Interaction, person: discord.User) -> None:
        """Keep somebody out of one's tables."""
        await Press(interaction).run(Ack.PRIVATE, block, person)

    @block.command(name="remove", description=command("block.remove"))
    @app_commands.describe(person=command("block.person"))
    async def remove(self, interaction: Interaction, person: discord.User) -> None:
        """Let them come again."""
        await Press(interaction).run(Ack.PRIVATE, unblock, person)

    @block.command(name="list", description=command("block.list"))
    async def list(self, interaction: Interaction) -> None:
        """Show who is blocked."""
        await Press(interaction).run(Ack.PRIVATE, list_blocks)
