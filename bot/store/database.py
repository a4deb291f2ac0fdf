"""One open database: questions are asked of many connections, all writing goes through one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import partial, wraps
from time import time
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Column, Connection, MetaData, Table, Text, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateTable, DropTable

from bot.store import settings
from bot.store.backends.addresses import backend_of
from bot.store.backends.backend import Backend, Listener
from bot.store.backends.readers import Readers
from bot.store.backends.sqlite_backend import Scourer
from bot.store.errors import StoreBusy, StoreClosed, StoreError, StoreFailed
from bot.store.rows import MatchId
from bot.store.signals import REWRITTEN, Signal, telling
from bot.store.writer import OutOfTurn, Task, Writer

# Which reads are urgent: those of a press, whose person waits; nobody waits for a board so.

_urgent: ContextVar[asyncio.Task[object] | None] = ContextVar("urgent", default=None)


def make_urgent() -> None:
    """Have the reads of this task go before others; not those of tasks that it begins."""
    _urgent.set(asyncio.current_task())


def is_urgent() -> bool:
    """Return whether what the present task reads goes before the rest."""
    return _urgent.get() is asyncio.current_task()


P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """Runs functions of a connection, which is all that the other modules are made of."""

    def __init__(self, backend: Backend, readers: Readers, writer: Writer) -> None:
        self.is_shared = backend.is_shared
        """Whether several processes may be at work on the database."""
        self._backend = backend
        self._readers = readers
        self._writer = writer
        self._apart = backend.apart()
        self.scourer = Scourer(backend.scour)
        self._closed = False
        self.is_full = False
        """Whether there was no room for a write, as far as is known."""
        self._reads = 0
        self._idle = asyncio.Event()
        self._listener: Listener | None = None

    @classmethod
    async def open(cls, address: str, *, alone: bool = False, shares: bool = False) -> Self:
        """Open the database at a URL, made and brought up to date first.

        `alone` is for a bot that serves players: it keeps others that ask for it out, and has the
        database checked first. One that `shares` lets others in that do, where the database can be
        shared. Raises CannotOpen.
        """
        backend = backend_of(address)
        writer = Writer(partial(backend.prepare, alone=alone, shares=shares))
        try:
            await writer.start()
        except BaseException as error:
            backend.release()
            if isinstance(error, (*backend.failures, OSError, ValueError)):
                raise backend.cannot_open(error) from error
            raise
        return cls(backend, backend.readers(), writer)

    def listen(
        self, hear: Callable[[Signal], None], missed: Callable[[], None], deaf: Callable[[], None]
    ) -> None:
        """Hear other processes until `close`.

        `deaf` says that they cannot be heard now, `missed` that they can again.
        """
        self._listener = self._backend.listener()
        if self._listener is not None:
            self._listener.start(hear, missed, deaf)

    async def check(self) -> None:
        """Raise StoreLost if what was opened is not there any more, or another bot's."""
        await asyncio.to_thread(self._backend.check)

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that only asks. Raises StoreClosed or StoreFailed.

        What is urgent (`bot.store.database`) goes before the rest. Raises StoreBusy if that has to
        wait for long.
        """
        if self._closed:
            raise StoreClosed("the store is closed")
        self._reads += 1
        asking = asyncio.create_task(
            self._ask(lambda connection: query(connection, *args, **kwargs), urgent=is_urgent())
        )
        asking.add_done_callback(self._answered)
        # A connection is never left in the middle of a statement, whoever gives up waiting.
        return await asyncio.shield(asking)

    async def _ask(self, query: Callable[[Connection], T], *, urgent: bool) -> T:
        try:
            try:
                return await self._readers.ask(query, urgent=urgent)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # A server that was away has cut every connection; who only asks may ask again.
            return await self._readers.ask(query, urgent=urgent)
        except self._backend.failures as error:
            raise self._failed(error) from self._backend.harmless(error)

    def _answered(self, _: object) -> None:
        self._reads -= 1
        if self._reads == 0:
            self._idle.set()

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes; durable when done. Raises StoreClosed or StoreFailed."""
        value: T = await self.do(lambda connection: job(connection, *args, **kwargs))
        return value

    async def write_out_of_turn(
        self,
        match_id: MatchId | None,
        job: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a function as `write` does, beside those of other processes; see `OutOfTurn`."""
        task = OutOfTurn(lambda connection: job(connection, *args, **kwargs), match_id)
        value: T = await self.do(task)
        return value

    async def write_apart(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes over a connection of its own, where the database has one.

        So it waits for nothing that others write. Raises StoreClosed or StoreFailed.
        """
        if self._apart is None:
            return await self.write_out_of_turn(None, job, *args, **kwargs)
        try:
            return await self._apart.run(lambda connection: job(connection, *args, **kwargs))
        except self._backend.failures as error:
            raise self._failed(error) from self._backend.harmless(error)

    async def do(self, task: Task) -> Any:
        """Have the writer do a task; return what it gives. Raises StoreClosed or StoreFailed.

        A job gives what it returns, a change whether it was made from the stored version.
        """
        try:
            return await self._writer.ask(task)
        except self._backend.failures as error:
            self.is_full = self.is_full or self._backend.is_full(error)
            raise self._failed(error) from self._backend.harmless(error)

    @property
    def waiting(self) -> int:
        """How many tasks wait to be written."""
        return self._writer.waiting

    async def close(self) -> None:
        """Answer what was asked, write what waits, let go of it; twice is harmless."""
        self._closed = True
        if self._listener is not None:
            await self._listener.close()
        await self.scourer.close()
        if self._reads:
            self._idle.clear()
            await self._idle.wait()
        await self._readers.close()
        await self._writer.close()
        if self._apart is not None:
            await self._apart.close()
        self._backend.release()

    def _failed(self, error: Exception) -> StoreFailed:
        kind = StoreBusy if self._backend.is_busy(error) else StoreFailed
        return kind(self._backend.brief(error))


# A part of the store: a class whose methods are functions of a connection, run by the database.


class Part:
    """The base of classes whose methods `reads` and `writes` make. All may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reads(
    query: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Part, P], Coroutine[Any, Any, T]]:
    """Return the method that runs a function which only asks."""

    @wraps(query)
    async def method(part: Part, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await part.database.read(query, *args, **kwargs)

    return method


def writes(
    job: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Part, P], Coroutine[Any, Any, T]]:
    """Return the method that runs a function which writes."""

    @wraps(job)
    async def method(part: Part, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await part.database.write(job, *args, **kwargs)

    return method


class Rewrites:
    """Writes what may change matches past `Store.commit`; `stamp` says how often it did.

    Who keeps in hand what they read or stored looks it up again when something was rewritten since.
    """

    def __init__(self, database: Database) -> None:
        self.is_deaf = False
        """Whether other processes cannot be heard: anything may have been rewritten since."""
        self._database = database
        self._count = 0

    def stamp(self) -> int:
        """Return how often matches were rewritten; while deaf, another number at each look."""
        if self.is_deaf:
            self._count += 1
        return self._count

    def note(self) -> None:
        """Note that somebody has rewritten some."""
        self._count += 1

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes; durable when done. Raises StoreClosed or StoreFailed."""

        def rewrite(connection: Connection) -> T:
            return job(connection, *args, **kwargs)

        try:
            return await self._database.write(telling(rewrite, Signal(REWRITTEN)))
        finally:
            self.note()


# Whether a database can be read and written now.

PATIENCE = 5.0
"""Seconds in which a healthy store reads and writes something."""

ROWS, LENGTH = 128, 1000
"""Rows and their letters: more than a press stores, in pages of their own."""

_room = Table("nimbus_room", MetaData(), Column("filling", Text, nullable=False))


async def trouble(database: Database) -> str:
    """Say why a database cannot be read and written now, "" if it can; takes PATIENCE at most.

    One short text is written over, so the file does not grow. On a full disk that may go on where
    no new row fits: once a write has met that, the disk counts as full until new rows are written.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            await database.read(settings.get, *settings.MARK)
            # Always another text: SQLite writes nothing where nothing changes.
            await database.write(settings.put, *settings.MARK, f"{time():.6f}")
            if database.is_full:
                await database.write(_take_room)
                database.is_full = False
    except StoreError as error:
        return str(error)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    return ""


def _take_room(connection: Connection) -> None:
    """Make a table and fill it, and take it away again before anybody sees it."""
    connection.execute(CreateTable(_room))
    connection.execute(insert(_room), [{"filling": "x" * LENGTH}] * ROWS)
    connection.execute(DropTable(_room))
