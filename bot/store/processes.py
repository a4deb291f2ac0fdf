"""The processes of one bot: each has a row that it renews, and is dead once the row ran out.

What several processes agree on goes by the database's clock, never by a machine's. Where one
process has the database for itself nothing is written: it is always alive.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    delete,
    extract,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from bot.store import schema

if TYPE_CHECKING:
    from bot.store.database import Database

LIFE = 12.0
"""Seconds that a process lives from when it last renewed its row."""

RENEWING = 3.0
"""Seconds between two renewals."""

_process = schema.process


class Processes:
    """A process among those of its bot. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database) -> None:
        self.is_shared = database.is_shared
        """Whether other processes may be at work on the same database."""
        self.name = ""
        """The name of this one, another after each `join`; "" before, and after `leave`."""
        self._database = database
        self._late_at = 0.0

    async def join(self) -> None:
        """Begin to live, under a new name, for LIFE seconds; the rows of dead processes go."""
        sent, name = time.monotonic(), secrets.token_hex(8)
        if self.is_shared:
            await self._database.write(add, name)
        self.name, self._late_at = name, sent + LIFE

    async def renew(self) -> bool:
        """Live for LIFE seconds from now; False if it was too late for that: join again then."""
        sent, is_alive = time.monotonic(), bool(self.name)
        if self.is_shared:
            is_alive = await self._database.write(renew, self.name)
        self._late_at = sent + LIFE if is_alive else 0.0
        return is_alive

    async def leave(self) -> None:
        """Live no longer: whatever this process holds, others may take at once."""
        name, self.name, self._late_at = self.name, "", 0.0
        if self.is_shared and name:
            await self._database.write(drop, name)

    @property
    def is_alive(self) -> bool:
        """Whether nobody else may act for this process yet; it must do nothing once they may."""
        return bool(self.name) and (not self.is_shared or time.monotonic() < self._late_at)


def now() -> ColumnElement[float]:
    """Say in SQL, of PostgreSQL alone, what time it is on the database's clock."""
    return type_coerce(extract("epoch", func.clock_timestamp()), Double)


def is_alive(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Say in SQL that there is a process of this name and that it is alive."""
    return select(_process.c.name).where(_process.c.name == name, _process.c.until > now()).exists()


def add(connection: Connection, name: str) -> None:
    """Add a process, and take away those whose rows ran out."""
    connection.execute(delete(_process).where(_process.c.until <= now()))
    connection.execute(insert(_process).values(name=name, until=now() + LIFE))


def renew(connection: Connection, name: str) -> bool:
    """Let a process live on; False if it is dead."""
    lives = _process.c.name == name, _process.c.until > now()
    renewed = connection.execute(update(_process).where(*lives).values(until=now() + LIFE))
    return renewed.rowcount == 1


def drop(connection: Connection, name: str) -> None:
    """Take a process away, and with it what it holds."""
    connection.execute(delete(_process).where(_process.c.name == name))
