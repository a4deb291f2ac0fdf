"""The processes of one bot: each has a row that it renews, and is dead once the row ran out.

What several processes agree on goes by the database's clock, never by a machine's.
"""

from __future__ import annotations

import secrets
import time
from functools import partial

from bot.store.cluster.process_rows import LIFE, add, all_alive, drop, renew
from bot.store.cluster.served import Shard, served
from bot.store.database import Database
from bot.store.signals import Signal, telling

RENEWING = 3.0
"""Seconds between two renewals."""


def _clock() -> float:
    """Return seconds that go on while the machine sleeps, where it can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Processes:
    """A process among those of its bot. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database) -> None:
        self.name = ""
        """The name of this one, another after each `join`; "" before, and after `leave`."""
        self._database = database
        self._late_at = 0.0

    async def join(self) -> None:
        """Begin to live, under a new name, for LIFE seconds; the rows of dead processes go."""
        # Life counts from before the write: the row may be older than the answer by any time.
        sent, name = _clock(), secrets.token_hex(8)
        await self._database.write(add, name)
        self.name, self._late_at = name, sent + LIFE

    async def renew(self) -> bool:
        """Live for LIFE seconds from now; False if it was too late for that: join again then."""
        sent = _clock()
        # Not behind what is written for tables: held up there, a living process would be taken
        # for dead.
        is_alive = await self._database.write_apart(renew, self.name)
        self._late_at = sent + LIFE if is_alive else 0.0
        return is_alive

    async def leave(self) -> None:
        """Live no longer: whatever this process holds, others may take at once."""
        name, self.name, self._late_at = self.name, "", 0.0
        if name:  # no longer alive already: others may take everything while this is written
            await self._database.write(telling(partial(drop, name=name), Signal("left")))

    async def all_alive(self) -> set[str]:
        """Return the names of all processes that are alive."""
        return await self._database.read(all_alive)

    async def served(self) -> list[Shard]:
        """Return the shards that processes serve which are alive."""
        return await self._database.read(served)

    @property
    def is_alive(self) -> bool:
        """Whether nobody else may act for this process yet; it must do nothing once they may."""
        return bool(self.name) and _clock() < self._late_at
