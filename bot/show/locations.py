"""Locations that go while matches are played in them: servers, channels and threads.

What goes while the bot listens is told by Discord; what went while it was off is found out when it
has come back.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.play.threads import LIVE, leave_thread

if TYPE_CHECKING:
    from bot.play.tables import Tables
    from bot.show.publisher import Publisher
    from bot.store import Store

log = logging.getLogger(__name__)


class Locations:
    """Closes the matches whose location is gone, and has them shown where that is still possible.

    A match whose own thread is gone goes on in its channel. `has_channel` tells whether a channel
    or thread is still there.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        publisher: Publisher,
        has_channel: Callable[[int], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._tables = tables
        self._publisher = publisher
        self._has_channel = has_channel

    async def arrived(self, guild_ids: Collection[int]) -> None:
        """Look after every live match when the bot has come online in these servers."""
        locations = await self._store.locations()
        guilds = {guild_id for guild_id, _ in locations if guild_id is not None}
        for gone in guilds.difference(guild_ids):
            await self.guild_gone(gone)
        for guild_id, channel_id in locations:
            if guild_id in guild_ids and not await self._has_channel(channel_id):
                await self.channel_gone(channel_id)
        await self._publisher.look_around()

    async def guild_gone(self, guild_id: int) -> None:
        """Close the matches of a server that the bot is no longer in."""
        for match_id in await self._store.guild_gone(guild_id):
            log.info("match %s is closed: the bot is not in its server any more", match_id)
            self._publisher.request(match_id)

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
