"""Claims: which of two processes that hear the same interaction answers it.

All of it is for PostgreSQL: on SQLite one process hears everything.
The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from sqlalchemy import Connection, column, delete, func, select, table, update
from sqlalchemy.dialects.postgresql import insert

from bot.store import schema
from bot.store.cluster.process_rows import now
from bot.store.part import Part, writes

KEPT = 900.0
"""Seconds for which a claim is kept: as long as anything can be said about an interaction."""

SETTLED = 0
"""The session of a claim whose process has gone after it had answered."""

_claim = schema.claim
_session = table("pg_stat_activity", column("pid"))


def add(connection: Connection, interaction_id: int) -> bool:
    """Claim an interaction for this connection; False if it was claimed before."""
    fresh = insert(_claim).values(
        interaction_id=interaction_id, session=func.pg_backend_pid(), at=now()
    )
    added = fresh.on_conflict_do_nothing().returning(_claim.c.interaction_id)
    return connection.scalar(added) is not None


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
    """The claims of a process and of others."""

    claim_again = writes(take_over)
    settle = writes(settle)
    forget = writes(drop_old)

    async def claim(self, interaction_id: int) -> bool:
        """Claim an interaction; False if another process, or this one, has claimed it before."""
        return await self.database.write_out_of_turn(None, add, interaction_id)
