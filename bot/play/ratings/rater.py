"""Rates games soon after they ended, one after the other, in the order of their ends."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.play.ratings.judging import Judge
from bot.play.server_settings import Feature, server_settings
from bot.store.errors import StoreClosed, StoreError
from bot.store.rows import Status

if TYPE_CHECKING:
    from bot.store import Store
    from bot.store.rows import MatchRow

log = logging.getLogger(__name__)

AT_ONCE = 5
"""How many games are rated in one transaction: some milliseconds, so no move waits for it."""


class Rater:
    """One task, as long as games wait.

    They wait in the store: killed at any instant, the next start goes on.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._more = False
        self._task: asyncio.Task[None] | None = None

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        if row.status is Status.OVER and self._store.processes.leads:
            self.start()

    def start(self) -> None:
        """Rate what waits, in the background."""
        self._more = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="rater")

    async def idle(self) -> None:
        """Wait until nothing is being rated."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def close(self) -> None:
        """Stop; what waits is rated after the next start."""
        if self._task is not None:
            self._task.cancel()
            await self.idle()

    async def rate_waiting(self, at_once: int = AT_ONCE) -> int:
        """Rate all that waits, so many in one transaction; tells how many. Raises StoreError.

        How many at once changes nothing in what comes of it.
        """
        done = 0
        while games := await self._store.ratings.waiting(at_once):
            judge = Judge(await self._switched_off({guild_id for _, guild_id in games}))
            done += await self._store.ratings.advance(judge, [number for number, _ in games])
        return done

    async def rate_anew(self) -> None:
        """Rate every game once more, by what was set in the servers then. Raises StoreError."""
        await self.rate_waiting()
        await self._store.ratings.begin_anew()
        while games := await self._store.ratings.waiting(AT_ONCE):
            await self._store.ratings.advance(Judge(), [number for number, _ in games])

    async def _switched_off(self, guild_ids: set[int | None]) -> set[int]:
        """Return which of these servers have switched ratings off."""
        return {
            guild_id
            for guild_id in guild_ids
            if guild_id is not None
            and not (await server_settings(self._store, guild_id)).has(Feature.RATINGS)
        }

    async def _run(self) -> None:
        while self._more:
            self._more = False
            try:
                await self.rate_waiting()
            except StoreClosed:
                return
            except StoreError as error:
                log.warning("games cannot be rated now: %s", error)
            except Exception:
                # The next game that ends, or the next look, tries again.
                log.exception("rating failed")
