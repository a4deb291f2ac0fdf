"""Rates games soon after they ended, one after the other, in the order of their ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from math import inf

from bot.clock import Clock
from bot.preferences.server import Feature, server_settings
from bot.ratings.judging import RatingJudge
from bot.ratings.store import RatingStore
from bot.store import Store
from bot.store.errors import StoreClosed, StoreError, UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Status

log = logging.getLogger(__name__)

SHOWN_FOR = 3600.0
"""Seconds after its end in which the result of a game is shown anew with its ratings."""

GAMES_A_TRANSACTION = 5
"""How many games are rated in one transaction: some milliseconds, so no move waits for it."""


class Rater:
    """One task, as long as games wait.

    They wait in the store: killed at any instant, the next start goes on.
    """

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        """Rate what `store` has; without a clock no result is shown anew."""
        self._store, self._clock = store, clock
        self._kept = RatingStore(store.database)
        self.listeners: list[Callable[[MatchId, int], Awaitable[None]]] = []
        """Called with a match that is to be shown with its ratings, and its new version."""
        self._more = False
        self._task: asyncio.Task[None] | None = None

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        if row.status is Status.OVER and self._store.ownership.leads:
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

    async def rate_waiting(self, at_once: int = GAMES_A_TRANSACTION) -> int:
        """Rate all games that wait, in transactions of several; return how many. Raises StoreError.

        How many at once changes nothing in what comes of it.
        """
        done = 0
        while games := await self._kept.waiting(at_once):
            judge = RatingJudge(await self._switched_off({guild_id for _, guild_id in games}))
            since = inf if self._clock is None else self._clock.now() - SHOWN_FOR
            numbers = [number for number, _ in games]
            rated = await self._kept.advance(judge, numbers, since)
            done += len(rated)
            for match_id, version in rated:
                if version is not None:
                    await self._tell(match_id, version)
        return done

    async def _tell(self, match_id: MatchId, version: int) -> None:
        for listener in self.listeners:
            try:
                await listener(match_id, version)
            except UnreadableMatch as error:
                log.warning("the ratings of match %s are not shown: %s", match_id, error)

    async def rate_anew(self) -> None:
        """Rate every game once more, by what was set in the servers then. Raises StoreError."""
        await self.rate_waiting()
        await self._kept.begin_anew()
        while games := await self._kept.waiting(GAMES_A_TRANSACTION):
            await self._kept.advance(RatingJudge(), [number for number, _ in games])

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
