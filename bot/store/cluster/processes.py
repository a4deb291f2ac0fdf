"""The processes of one bot: each has a row that it renews, and is dead once the row ran out.

What several processes agree on goes by the database's clock, never by a machine's. Where one
process has the database for itself nothing is written: it is always alive.
"""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import TYPE_CHECKING

from bot.store.cluster.process_rows import LIFE, add, all_alive, drop, renew
from bot.store.cluster.served import Shard, served
from bot.store.signals import Signal, telling

if TYPE_CHECKING:
    from bot.store.database import Database

RENEWING = 3.0
"""Seconds between two renewals."""


def _clock() -> float:
    """Return seconds that go on while the machine sleeps, where it can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Processes:
    """A process among those of its bot. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database) -> None:
        self.is_shared = database.is_shared
        """Whether other processes may be at work on the same database."""
        self.name = ""
        """The name of this one, another after each `join`; "" before, and after `leave`."""
        self.takes_part = False
        """Whether this process has joined others: one that only looks on may ask for everything."""
        self._database = database
        self._late_at = 0.0
        self._leads = False

    async def join(self) -> None:
        """Begin to live, under a new name, for LIFE seconds; the rows of dead processes go."""
        sent, name = _clock(), secrets.token_hex(8)
        if self.is_shared:
            await self._database.write(add, name)
            self.takes_part = True
        self.name, self._late_at = name, sent + LIFE

    async def renew(self) -> bool:
        """Live for LIFE seconds from now; False if it was too late for that: join again then."""
        sent, is_alive = _clock(), bool(self.name)
        if self.is_shared:
            is_alive = await self._database.write_apart(renew, self.name)
        self._late_at = sent + LIFE if is_alive else 0.0
        return is_alive

    async def leave(self) -> None:
        """Live no longer: whatever this process holds, others may take at once."""
        name, self.name, self._late_at, self._leads = self.name, "", 0.0, False
        if self.is_shared and name:
            await self._database.write(telling(partial(drop, name=name), Signal("left")))

    async def all_alive(self) -> set[str]:
        """Return the names of all processes that are alive."""
        return await self._database.read(all_alive) if self.is_shared else {self.name}

    async def served(self) -> list[Shard]:
        """Return the shards that processes serve which are alive; none where one is alone."""
        return await self._database.read(served) if self.is_shared else []

    @property
    def leads(self) -> bool:
        """Whether this process does what is done once for all; where it is alone it does."""
        return not self.takes_part or (self._leads and self.is_alive)

    @leads.setter
    def leads(self, leads: bool) -> None:
        self._leads = leads

    @property
    def is_alive(self) -> bool:
        """Whether nobody else may act for this process yet; it must do nothing once they may."""
        return bool(self.name) and (not self.is_shared or _clock() < self._late_at)
