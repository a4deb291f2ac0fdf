"""Leases: what one process alone may do at a time, until it gives that back or dies."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

from sqlalchemy import Connection, Text, delete, literal, literal_column, or_, select
from sqlalchemy.dialects.postgresql import insert

from bot.store import schema
from bot.store.cluster.process_rows import LIFE, is_alive, now
from bot.store.cluster.processes import Processes
from bot.store.database import Database
from bot.store.errors import StoreError, StoreFailed

log = logging.getLogger(__name__)

PATIENCE = LIFE + 3.0
"""Seconds to wait for a lease that is held for a moment: longer than a dead process keeps it."""

_lease, _process = schema.lease, schema.process


class Leases:
    """What a process has taken, or others. Raises StoreClosed or StoreFailed."""

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


def take(connection: Connection, name: str, process: str) -> bool:
    """Take a lease for a process that is alive, from nobody or from a dead one."""
    alive = select(literal(name), _process.c.name).where(
        _process.c.name == process, _process.c.until > now()
    )
    new = insert(_lease).from_select(["name", "process"], alive)
    # By name alone: as a column it would bring its table, with all other leases, into the query.
    holder_now = literal_column("lease.process", Text)
    is_free = or_(_lease.c.process == new.excluded.process, ~is_alive(holder_now))
    taken = new.on_conflict_do_update(
        index_elements=["name"], set_={"process": new.excluded.process}, where=is_free
    )
    return connection.scalar(taken.returning(_lease.c.name)) is not None


def take_all(
    connection: Connection, names: Collection[str], clashes: Callable[[str], bool], process: str
) -> frozenset[str]:
    """Take all leases if nobody conflicts; else return the holders. Callers are serialised."""
    in_the_way = rivals(connection, names, clashes, process)
    if not in_the_way and not all(take(connection, name, process) for name in sorted(names)):
        return frozenset({process})
    return in_the_way


def rivals(
    connection: Connection, names: Collection[str], clashes: Callable[[str], bool], process: str
) -> frozenset[str]:
    """Return who else is alive and has one of these leases, or one that clashes with them."""
    others = select(_lease).where(_lease.c.process != process, is_alive(_lease.c.process))
    held = connection.execute(others).all()
    return frozenset(row.process for row in held if row.name in names or clashes(row.name))


def held_by(connection: Connection, process: str) -> frozenset[str]:
    """Return the leases of a process."""
    return frozenset(connection.scalars(select(_lease.c.name).where(_lease.c.process == process)))


def release(connection: Connection, name: str, process: str) -> None:
    """Give back a lease, if the process has it."""
    connection.execute(delete(_lease).where(_lease.c.name == name, _lease.c.process == process))


def holder(connection: Connection, name: str) -> str | None:
    """Return who has a lease and is alive."""
    held = select(_lease.c.process).where(_lease.c.name == name, is_alive(_lease.c.process))
    found: str | None = connection.scalar(held)
    return found
