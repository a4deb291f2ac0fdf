"""Processes of one bot, and what one alone may do at a time: leases, claims, identifying."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from bot.store import schema
from bot.store.cluster.process_rows import (
    LIFE,
    Shard,
    add_process,
    all_alive,
    drop,
    is_alive,
    now,
    renew,
    served,
)
from bot.store.database import Database, Part, writes
from bot.store.errors import StoreError, StoreFailed
from bot.store.schema import setting
from bot.store.signals import Signal, telling

# The processes of one bot: each has a row that it renews, and is dead once the row ran out.
#
# What several processes agree on goes by the database's clock, never by a machine's.

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
        await self._database.write(add_process, name)
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


# Leases: what one process alone may do at a time, until it gives that back or dies.

log = logging.getLogger(__name__)

PATIENCE = LIFE + 3.0
"""Seconds to wait for a lease that is held for a moment: longer than a dead process keeps it."""

_lease, _process = schema.lease, schema.process


class Leases:
    """The leases of this process and of others. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database, processes: Processes) -> None:
        self._database = database
        self._processes = processes
        self._owed: set[str] = set()

    async def take(self, name: str) -> bool:
        """Take a lease, unless another process that is alive has it; tell whether it is held now.

        A process that is dead itself, or has not joined, takes none.
        """
        return await self._database.write(take, name, self._processes.name)

    async def take_all(
        self, names: Collection[str], clashes: Callable[[str], bool] = lambda _: False
    ) -> frozenset[str]:
        """Take some leases together, or none; gives the processes that are in the way.

        So is whoever lives and holds one of them, or another that clashes with them by its name.
        None is taken, and this process itself is in the way, where it is dead or has not joined.
        """
        return await self._database.write(take_all, names, clashes, self._processes.name)

    async def rivals(
        self, names: Collection[str], clashes: Callable[[str], bool] = lambda _: False
    ) -> frozenset[str]:
        """Return the processes that are in the way of some leases, as `take_all` does."""
        return await self._database.read(rivals, names, clashes, self._processes.name)

    async def missing(self, names: Collection[str]) -> bool:
        """Return whether any of these leases is not held by this process."""
        held = await self._database.read(held_by, self._processes.name)
        return not held.issuperset(names)

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[None]:
        """Hold a lease for a moment, and wait for other processes that do.

        Within this process a lock has to keep others out. Raises StoreFailed after PATIENCE.
        """
        until = time.monotonic() + PATIENCE
        self._owed.discard(name)
        try:
            # Whoever is cancelled at this await may have it all the same, so it is owed below.
            while not await self.take(name):
                if time.monotonic() > until:
                    raise StoreFailed(f"{name} is held by another process")
                await asyncio.sleep(0.05)
            yield
        finally:
            self._owed.add(name)
            await self.give_back()

    async def give_back(self) -> None:
        """Give back what is held for a moment no more; never raises, the next call tries again."""
        for name in self._owed.copy():
            try:
                # While the one before was released another task may have come to hold this one.
                if name in self._owed:
                    await self.release(name)
                self._owed.discard(name)
            except StoreError as error:
                log.warning("the lease of %s is given back later: %s", name, error)

    async def release(self, name: str) -> None:
        """Give a lease back; nothing happens if another process has it, or nobody."""
        await self._database.write(release, name, self._processes.name)

    async def holder(self, name: str) -> str | None:
        """Return the name of the process that is alive and has a lease; None if there is none."""
        return await self._database.read(holder, name)


def take(connection: sa.Connection, name: str, process: str) -> bool:
    """Take a lease for a process that is alive, from nobody or from a dead one."""
    alive = sa.select(sa.literal(name), _process.c.name).where(
        _process.c.name == process, _process.c.until > now()
    )
    new = insert(_lease).from_select(["name", "process"], alive)
    # By name alone: as a column it would bring its table, with all other leases, into the query.
    holder_now = sa.literal_column("lease.process", sa.Text)
    is_free = sa.or_(_lease.c.process == new.excluded.process, ~is_alive(holder_now))
    taken = new.on_conflict_do_update(
        index_elements=["name"], set_={"process": new.excluded.process}, where=is_free
    )
    return connection.scalar(taken.returning(_lease.c.name)) is not None


def take_all(
    connection: sa.Connection, names: Collection[str], clashes: Callable[[str], bool], process: str
) -> frozenset[str]:
    """Take all leases if nobody conflicts; else return the holders. Callers are serialised."""
    in_the_way = rivals(connection, names, clashes, process)
    if not in_the_way and not all(take(connection, name, process) for name in sorted(names)):
        return frozenset({process})
    return in_the_way


def rivals(
    connection: sa.Connection, names: Collection[str], clashes: Callable[[str], bool], process: str
) -> frozenset[str]:
    """Return the other living holders of these leases, or of ones that clash with them."""
    others = sa.select(_lease).where(_lease.c.process != process, is_alive(_lease.c.process))
    held = connection.execute(others).all()
    return frozenset(row.process for row in held if row.name in names or clashes(row.name))


def held_by(connection: sa.Connection, process: str) -> frozenset[str]:
    """Return the leases of a process."""
    return frozenset(
        connection.scalars(sa.select(_lease.c.name).where(_lease.c.process == process))
    )


def release(connection: sa.Connection, name: str, process: str) -> None:
    """Give back a lease, if the process has it."""
    connection.execute(sa.delete(_lease).where(_lease.c.name == name, _lease.c.process == process))


def holder(connection: sa.Connection, name: str) -> str | None:
    """Return the living holder of a lease."""
    held = sa.select(_lease.c.process).where(_lease.c.name == name, is_alive(_lease.c.process))
    found: str | None = connection.scalar(held)
    return found


# Claims: which of two processes that hear the same interaction answers it.
#
# All of it is for PostgreSQL: on SQLite one process hears everything. These functions take a
# connection and do nothing but SQL.

KEPT = 900.0
"""Seconds for which a claim is kept: as long as anything can be said about an interaction."""

SETTLED = 0
"""The session of a claim whose process has gone after it had answered."""

_claim = schema.claim
_session = sa.table("pg_stat_activity", sa.column("pid"))


def add(connection: sa.Connection, interaction_ids: Collection[int]) -> set[int]:
    """Claim interactions for this connection; gives those that were not claimed before."""
    # In order: two processes that claim the same ones would else wait for each other.
    fresh = [
        {"interaction_id": one, "session": sa.func.pg_backend_pid(), "at": now()}
        for one in sorted(interaction_ids)
    ]
    added = insert(_claim).values(fresh).on_conflict_do_nothing()
    return set(connection.scalars(added.returning(_claim.c.interaction_id)))


def take_over(connection: sa.Connection, interaction_id: int) -> bool:
    """Claim an interaction whose claimer has died since; False if it lives.

    The server notices in an instant that a process was killed.
    """
    of = _claim.c.interaction_id == interaction_id
    before = connection.scalar(sa.select(_claim.c.session).where(of, _claim.c.session != SETTLED))
    if before is None:
        return False
    lives = sa.select(_session.c.pid).where(_session.c.pid == before).exists()
    # The claimer by its number: after waiting for another who takes it over, the server looks at
    # the row again, but not at who lives.
    found = of, _claim.c.session == before, ~lives
    taken = sa.update(_claim).where(*found).values(session=sa.func.pg_backend_pid(), at=now())
    return connection.execute(taken).rowcount == 1


def settle(connection: sa.Connection) -> None:
    """Note that what this connection has claimed is answered: it goes, but has not died."""
    own = _claim.c.session == sa.func.pg_backend_pid()
    connection.execute(sa.update(_claim).where(own).values(session=SETTLED))


def drop_old(connection: sa.Connection) -> None:
    """Take away the claims that are of no use any more."""
    connection.execute(sa.delete(_claim).where(_claim.c.at < now() - KEPT))


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
        # Shielded: others wait for the same, and one who gives up must not cancel it.
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


# Turns to identify: Discord takes one IDENTIFY in a while from each bucket of a bot's shards.
#
# Where several processes share a database they take turns by its clock.

AHEAD = 1000
"""So many turns may be taken ahead; what lies farther off was left by a clock that was set."""


class Identifies:
    """Gives turns. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self, bucket: int, spacing: float) -> float:
        """Take the next turn of a bucket; gives the seconds until it comes.

        `spacing` is how many seconds lie between two turns.
        """
        return await self._database.write(reserve, bucket, spacing)


def reserve(connection: sa.Connection, bucket: int, spacing: float) -> float:
    """Take the next turn of a bucket; of PostgreSQL alone."""
    stored = sa.func.least(sa.cast(setting.c.value, sa.Double), now() + AHEAD * spacing)
    first = insert(setting).values(
        scope="", key=f"identify {bucket}", value=sa.cast(now() + spacing, sa.Text)
    )
    later = sa.cast(sa.func.greatest(stored, now()) + spacing, sa.Text)
    taken = first.on_conflict_do_update(index_elements=["scope", "key"], set_={"value": later})
    after = connection.scalar(taken.returning(sa.cast(setting.c.value, sa.Double) - now()))
    return max(0.0, float(after or 0.0) - spacing)
