"""Servers, channels and threads that go or change while matches are played in them."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Protocol

import discord
from discord.ext import commands

from bot.clock import Clock
from bot.discord.app import App
from bot.errors import Refused, StageError
from bot.match.show.messages import match_permissions
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables, leave_thread
from bot.match.table.times import LOCKED, is_paused_for
from bot.store import Store
from bot.store.rows import LIVE, Pause, Status
from bot.store.settings import LEFT, server_scope

# Locations that go or change while matches are played in them: servers, channels and threads.
#
# What goes while the bot listens is told by Discord; what went while it was off is found out when
# it has come back.

log = logging.getLogger(__name__)

SETTLING = 1.0
"""Seconds for which changes of a server are waited for before its games are looked at."""

PLAYING = (Status.PLAYING,)


class Places(Protocol):
    """Facts about servers, channels and threads, as Discord tells them."""

    def serves(self, guild_id: int) -> bool:
        """Return whether Discord tells this process of a server, and not another one."""

    async def has_channel(self, channel_id: int) -> bool:
        """Return whether a channel or thread is still there."""

    async def is_shut(self, channel_id: int) -> tuple[bool, bool] | None:
        """Return whether a thread is locked, and archived; None if that cannot be known now."""

    async def wake(self, channel_id: int) -> None:
        """Bring an archived thread back. Raises a StageError where that cannot be."""

    def lacking(
        self, guild_id: int | None, place_id: int, parent_id: int
    ) -> tuple[str, ...] | None:
        """Name what the bot lacks in a thread of a channel, or in itself; None if not known."""


class Locations:
    """Closes the matches whose location is gone, and pauses those that cannot be shown there.

    A match whose own thread is gone goes on in its channel.
    """

    def __init__(
        self, store: Store, tables: Tables, publisher: Publisher, clock: Clock, places: Places
    ) -> None:
        self._store = store
        self._tables = tables
        self._publisher = publisher
        self._clock = clock
        self._places = places
        self._settling: set[int] = set()

    async def arrived(self, guild_ids: Collection[int]) -> None:
        """Look after every live match when the bot has come online in these servers.

        Other processes look after the matches of their own servers.
        """
        locations = await self._store.locations()
        known = {guild_id for guild_id, _ in locations if guild_id is not None}
        guilds = set(filter(self._places.serves, known))
        for gone in guilds.difference(guild_ids):
            await self.guild_gone(gone)
        await self._note_left(guild_ids)
        for guild_id, channel_id in locations:
            if guild_id not in guild_ids:
                continue
            if await self._places.has_channel(channel_id):
                if (shut := await self._places.is_shut(channel_id)) is not None:
                    await self.thread_changed(channel_id, locked=shut[0], archived=shut[1])
            else:
                await self.channel_gone(channel_id)
        for here in guilds.intersection(guild_ids):
            await self._look_at(here)
        await self._publisher.look_around()

    async def guild_gone(self, guild_id: int) -> None:
        """Close the matches of a server that the bot is no longer in, and note since when.

        After a while it is forgotten (`bot.privacy.service`), unless the bot is back by then.
        """
        await self._left(guild_id)
        for match_id in await self._store.guild_gone(guild_id):
            log.info("match %s is closed: the bot is not in its server any more", match_id)
            self._publisher.request(match_id)

    async def guild_back(self, guild_id: int) -> None:
        """Note that the bot is in a server again: nothing of it is forgotten."""
        await self._store.set_setting(server_scope(guild_id), LEFT, None)

    async def _note_left(self, guild_ids: Collection[int]) -> None:
        """Note for every server with something kept whether the bot is still in it."""
        left = await self._store.settings_named(LEFT)
        for guild_id in guild_ids:
            if server_scope(guild_id) in left:
                await self.guild_back(guild_id)
        for guild_id in filter(self._places.serves, await self._store.other_servers(guild_ids)):
            await self._left(guild_id)

    async def _left(self, guild_id: int) -> None:
        """Note that the bot is not in a server any more, and since when it was seen so."""
        if await self._store.setting(server_scope(guild_id), LEFT) is None:
            await self._store.set_setting(server_scope(guild_id), LEFT, f"{self._clock.now():.0f}")

    async def channel_gone(self, channel_id: int) -> None:
        """Close the matches of a channel or thread that was deleted; of its own, leave that."""
        for match_id in await self._store.channel_gone(channel_id):
            log.info("match %s is closed: its channel is gone", match_id)
            self._publisher.request(match_id)
        for row in await self._store.matches_in(channel_id, LIVE):
            if row.home_id == channel_id:
                log.info("match %s goes on in its channel: its thread is gone", row.id)
                with suppress(Refused):
                    await leave_thread(self._tables, row.id, gone=True)

    async def thread_changed(self, thread_id: int, *, locked: bool, archived: bool) -> None:
        """Pause the games in a thread that was locked, which is how moderators say stop.

        They go on when it is unlocked. One that is only archived is woken, as its buttons reach
        nobody on some clients. The bot itself locks and archives only what has ended.
        """
        here = await self._store.matches_in(thread_id, PLAYING)
        rows = [row for row in here if row.home_id == thread_id]
        if rows and archived and not locked:
            try:
                await self._places.wake(thread_id)
            except StageError as error:
                log.info("thread %s stays archived: %s", thread_id, error)
        for row in rows:
            if is_paused_for(row, LOCKED) is locked:
                continue
            with suppress(Refused):  # it has just ended
                if locked:
                    await self._tables.pause(row.id, Pause(LOCKED))
                else:
                    await self._tables.resume(row.id, LOCKED)

    async def guild_changed(self, guild_id: int) -> None:
        """Show again what the bot was not allowed to, and look at what it may do now.

        Changes that come together are looked at once.
        """
        self._publisher.hurry(guild_id)
        if guild_id in self._settling:
            return
        self._settling.add(guild_id)
        try:
            await self._clock.sleep(SETTLING)
        finally:
            self._settling.discard(guild_id)
        await self._look_at(guild_id)

    async def _look_at(self, guild_id: int) -> None:
        """Pause every game of a server that the bot may not show; let those it may show go on."""
        for row in await self._store.matches_of_guild(guild_id, PLAYING):
            if not row.by_token:
                lacking = self._places.lacking(guild_id, row.home_id, row.channel_id)
                await match_permissions(self._tables, row, lacking)


# Events of servers, channels and threads: where tables may be shown, or are gone.


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
