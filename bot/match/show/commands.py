"""Events of servers, channels and threads: where tables may be shown, or are gone."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.discord.app import App
from bot.match.show.locations import Locations
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables


class LocationsCog(commands.Cog):
    """Listens only; the `guilds` intent brings all of it."""

    def __init__(self, app: App) -> None:
        self._publisher = app.get(Publisher)
        self._locations = Locations(
            app.store, app.get(Tables), app.get(Publisher), app.clock, app.io
        )
        self._io = app.io

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find out what went while the bot was off; servers in an outage are still ours."""
        await self._locations.arrived(self._io.guild_ids())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._locations.guild_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._locations.guild_gone(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._locations.channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._locations.channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self._publisher.hurry(payload.guild_id)
        state = payload.data.get("thread_metadata") or {}
        locked, archived = (state.get(key) is True for key in ("locked", "archived"))
        await self._locations.thread_changed(payload.thread_id, locked=locked, archived=archived)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._locations.guild_changed(guild.id)

    @commands.Cog.listener()
    async def on_guild_update(self, _: discord.Guild, guild: discord.Guild) -> None:
        await self._locations.guild_changed(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        await self._locations.guild_changed(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        await self._locations.guild_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._locations.guild_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: Any, member: discord.Member) -> None:
        """Look again when the bot's own roles have changed, or its time-out is over."""
        if member == member.guild.me:
            await self._locations.guild_changed(member.guild.id)
