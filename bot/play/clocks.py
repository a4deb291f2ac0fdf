"""Clocks: what happens by itself when a match's stored deadline has come.

The deadline stands in the store, so it outlives a restart; a task a match sleeps until it, and a
slow sweep catches whatever a task missed. Acting twice on one deadline is harmless: whoever comes
second finds it moved.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.play.robots import house_to_act
from bot.play.table import Table
from bot.store.errors import StoreClosed, StoreFailed, UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Status

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.play.lobbies import Lobbies
    from bot.play.robots import Thought
    from bot.play.tables import Tables
    from bot.store import Store

log = logging.getLogger(__name__)

SWEEP = 30.0
"""Seconds between two sweeps."""


class Clocks:
    """Lets house players move, turns end and untouched lobbies close, in time."""

    def __init__(self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._lobbies = lobbies
        self._clock = clock
        self._armed: dict[MatchId, asyncio.Task[None]] = {}
        self._is_set = asyncio.Event()
        self._is_set.set()

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        self.arm(row)

    def arm(self, row: MatchRow) -> None:
        """Sleep until the deadline of a match, forgetting any earlier one."""
        old = self._armed.pop(row.id, None)
        if old is not None and old is not asyncio.current_task():
            old.cancel()
        if row.deadline is not None:
            task = asyncio.create_task(self._wait(row), name=f"clock {row.id}")
            self._armed[row.id] = task

    async def sweep(self) -> None:
        """Act on every deadline that has passed; call it at the start and now and then.

        If the system's clock was set since, all clocks are wound anew first.
        """
        if self._clock.follow():
            log.warning("the system's clock was set: all clocks are wound anew")
            await self._wind_anew()
        for match_id, _ in await self._store.due(self._clock.now()):
            if match_id in self._tables.aside:
                continue
            try:
                await self.expire(match_id)
            except Exception as error:  # noqa: BLE001 - one match must not keep the others waiting
                self._put_off(match_id, error)

    async def wind_up(self) -> None:
        """Arm the clocks of all live matches after a start; who is to act gets some grace."""
        for match_id in await self._store.live():
            try:
                self.arm(await self._tables.give_grace(match_id))
            except Refused:
                log.info("match %s moved on while its clock was wound", match_id)
            except Exception as error:  # noqa: BLE001 - one match must not keep the bot from starting
                self._put_off(match_id, error)

    async def expire(self, match_id: MatchId, ready: Thought | None = None) -> None:
        """Do what is due in a match; nothing if its deadline has moved.

        `ready` is what the house player to act has thought of in its pause, if anything.
        """
        await self._is_set.wait()
        try:
            if await self._tables.play_house(match_id, ready):
                return
            if not await self._tables.run_out(match_id):
                await self._lobbies.expire(match_id)
        except Refused:
            log.info("match %s moved on before its deadline", match_id)
        except UnreadableMatch as error:
            log.debug("%s", error)  # the log has named it already

    async def close(self) -> None:
        """Stop all clocks; the deadlines stay stored."""
        tasks = list(self._armed.values())
        self._armed.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _put_off(self, match_id: MatchId, error: Exception) -> None:
        """Leave a match that cannot go on to the next sweep, or set it aside for good."""
        if isinstance(error, StoreFailed):
            log.warning("match %s could not go on: %s", match_id, error)
        elif not isinstance(error, StoreClosed):
            self._tables.aside.put(match_id, error)

    async def _wind_anew(self) -> None:
        # Nothing expires meanwhile: what is stored and what the clock says do not fit together.
        self._is_set.clear()
        try:
            await self.wind_up()
        finally:
            self._is_set.set()

    async def _think(self, row: MatchRow) -> Thought | None:
        try:
            if row.status is not Status.PLAYING or house_to_act(Table.load(row)) is None:
                return None
            return await self._tables.think_ahead(row.id)
        except (Refused, UnreadableMatch):
            return None

    async def _wait(self, row: MatchRow) -> None:
        try:
            # The thinking lies inside the pause: a forced move and a hard one take as long.
            ready = await self._think(row)
            # Not once: a sleep may end a little early.
            while (left := (row.deadline or 0.0) - self._clock.now()) > 0:
                await self._clock.sleep(left)
            await self.expire(row.id, ready)
        except Exception as error:  # noqa: BLE001 - the other clocks must go on
            self._put_off(row.id, error)
        finally:
            if self._armed.get(row.id) is asyncio.current_task():
                del self._armed[row.id]
