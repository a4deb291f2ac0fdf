"""Claims: which of two processes that hear the same interaction answers it.

All of it is for PostgreSQL: on SQLite one process hears everything.
The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from sqlalchemy import Connection, column, delete, func, select, table, update
from sqlalchemy.dialects.postgresql import insert

from bot.store import schema
from bot.store.cluster.process_rows import now
from bot.store.database import Database
from bot.store.part import Part, writes

KEPT = 900.0
"""Seconds for which a claim is kept: as long as anything can be said about an interaction."""

SETTLED = 0
"""The session of a claim whose process has gone after it had answered."""

_claim = schema.claim
_session = table("pg_stat_activity", column("pid"))


def add(connection: Connection, interaction_ids: Collection[int]) -> set[int]:
    """Claim interactions for this connection; gives those that were not claimed before."""
    # In order: two processes that claim the same ones would else wait for each other.
    fresh = [
        {"interaction_id": one, "session": func.pg_backend_pid(), "at": now()}
        for one in sorted(interaction_ids)
    ]
    added = insert(_claim).values(fresh).on_conflict_do_nothing()
    return set(connection.scalars(added.returning(_claim.c.interaction_id)))


def take_over(connection: Connection, interaction_id: int) -> bool:
    """Claim an interaction whose claimer has died since; False if it lives.

    The server notices in an instant that a process was killed.
    """
    lives = select(_session.c.pid).where(_session.c.pid == _claim.c.session).exists()
    found = _claim.c.interaction_id == interaction_id, _claim.c.session != SETTLED, ~lives
    taken = update(_claim).where(*found).values(session=func.pg_backend_pid(), at=now())
    return connection.execute(taken).rowcount == 1


def settle(connection: Connection) -> None:
    """Note that what this connection has claimed is answered: it goes, but has not died."""
    own = _claim.c.session == func.pg_backend_pid()
    connection.execute(update(_claim).where(own).values(session=SETTLED))


def drop_old(connection: Connection) -> None:
    """Take away the claims that are of no use any more."""
    connection.execute(delete(_claim).where(_claim.c.at < now() - KEPT))


class Claims(Part):
    """The claims of a process and of others, all made over the connection apart."""

    forget = writes(drop_old)

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._wanted: set[int] = set()
        self._next: asyncio.Task[set[int]] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def claim(self, interaction_id: int) -> bool:
        """Claim an interaction; False if another process, or this one, has claimed it before.

        Those that come while others are being claimed are claimed together.
        """
        if interaction_id in self._wanted:
            return False
        self._wanted.add(interaction_id)
        if self._next is None:
            self._next = asyncio.create_task(self._claim_all(), name="claims")
        return interaction_id in await asyncio.shield(self._next)

    async def claim_again(self, interaction_id: int) -> bool:
        """Claim an interaction whose claimer has died since; False if it lives."""
        return await self.database.write_apart(take_over, interaction_id)

    async def settle(self) -> None:
        """Note that what this process has claimed is answered: it goes, but has not died."""
        await self.database.write_apart(settle)

    async def _claim_all(self) -> set[int]:
        async with self._one_at_a_time:
            wanted, self._wanted, self._next = self._wanted, set(), None
            return await self.database.write_apart(add, wanted)
