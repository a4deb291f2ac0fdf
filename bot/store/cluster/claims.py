"""Claims: which of two processes that hear the same interaction answers it.

All of it is for PostgreSQL: on SQLite one process hears everything.
The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, column, delete, func, select, table, update
from sqlalchemy.dialects.postgresql import insert

from bot.store import schema
from bot.store.cluster.process_rows import now

if TYPE_CHECKING:
    from bot.store.database import Database

KEPT = 900.0
"""Seconds for which a claim is kept: as long as anything can be said about an interaction."""

SETTLED = 0
"""The session of a claim whose process has gone after it had answered."""

_claim = schema.claim
_session = table("pg_stat_activity", column("pid"))


class Claims:
    """The claims of a process and of others. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, interaction_id: int) -> bool:
        """Claim an interaction; False if another process, or this one, has claimed it before."""
        return await self._database.write_out_of_turn(None, add, interaction_id)

    async def claim_again(self, interaction_id: int) -> bool:
        """Claim an interaction whose claimer has died since; False if it lives."""
        return await self._database.write(take_over, interaction_id)

    async def settle(self) -> None:
        """Note that what this process has claimed is answered: it goes, but has not died."""
        await self._database.write(settle)

    async def forget(self) -> None:
        """Take away the claims that are of no use any more."""
        await self._database.write(drop_old)


def add(connection: Connection, interaction_id: int) -> bool:
    """Claim an interaction for this connection, unless it is claimed."""
    fresh = insert(_claim).values(
        interaction_id=interaction_id, session=func.pg_backend_pid(), at=now()
    )
    added = fresh.on_conflict_do_nothing().returning(_claim.c.interaction_id)
    return connection.scalar(added) is not None


def take_over(connection: Connection, interaction_id: int) -> bool:
    """Claim an interaction for this connection, if that which has claimed it is gone.

    The server notices in an instant that a process was killed.
    """
    lives = select(_session.c.pid).where(_session.c.pid == _claim.c.session).exists()
    found = _claim.c.interaction_id == interaction_id, _claim.c.session != SETTLED, ~lives
    taken = update(_claim).where(*found).values(session=func.pg_backend_pid(), at=now())
    return connection.execute(taken).rowcount == 1


def settle(connection: Connection) -> None:
    """Have nobody take over what this connection has claimed."""
    own = _claim.c.session == func.pg_backend_pid()
    connection.execute(update(_claim).where(own).values(session=SETTLED))


def drop_old(connection: Connection) -> None:
    """Take away claims of long ago."""
    connection.execute(delete(_claim).where(_claim.c.at < now() - KEPT))
