"""Locations that go or change while matches are played in them: servers, channels and threads.

What goes while the bot listens is told by Discord; what went while it was off is found out when it
has come back.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Protocol

from bot.clock import Clock
from bot.errors import Refused, StageError
from bot.match.show.messages import heed
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.match.table.threads import leave_thread
from bot.match.table.times import LOCKED, is_paused_for
from bot.store import Store
from bot.store.rows import LIVE, Pause, Status
from bot.store.settings import LEFT, server_scope

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
                await heed(self._tables, row, lacking)
