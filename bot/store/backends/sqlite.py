"""SQLite engines: a writing one for the writer's thread, a reading one for everybody else.

The file is in WAL mode, so readers never wait for the writer, and synchronous=FULL, so what was
committed survives a power failure.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import quote

import aiosqlite
from sqlalchemy import URL, Connection, Engine, SingletonThreadPool, create_engine, event

from bot.store.backends.readers import BEGUN_WITHIN, READERS
from bot.store.errors import CannotOpen

T = TypeVar("T")

BUSY_TIMEOUT = 5_000
"""Milliseconds to wait for another program that is writing."""

_CACHE = "PRAGMA cache_size=-16000"  # KiB a connection; the default of 2000 holds few matches

DURABLE: tuple[str, ...] = (
    f"PRAGMA busy_timeout={BUSY_TIMEOUT}",
    _CACHE,
    "PRAGMA synchronous=FULL",
    # Zeros over what is deleted or changed, in pages that are written anyway.
    "PRAGMA secure_delete=ON",
    # A log that was long once is cut back; it is reset after some 4 MB on ordinary days.
    f"PRAGMA journal_size_limit={64 * 2**20}",
)


def writing_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """Make a blocking engine whose transactions own the file from their first moment.

    A migration that builds a table anew must switch `foreign_keys` off. Connecting raises
    CannotOpen where the file cannot have a write-ahead log, as on most network file systems.
    """
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), hide_parameters=True)
    enforce = f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}"

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        # The driver begins transactions late and never before DDL; `begin` below does it right.
        connection.isolation_level = None
        _execute(connection, *DURABLE, enforce)
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise CannotOpen(
                f"The database {url.database} cannot have a write-ahead log where it lies (its "
                f"journal is {mode}). Put it on a local disk."
            )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        _execute(connection.connection, "BEGIN IMMEDIATE")

    return engine


class ReadingThread:
    """A thread of aiosqlite with a connection to a file, which `reading_engine` reads over."""

    def __init__(self, url: URL, name: str) -> None:
        self._file = f"file:{quote(url.database or '')}?mode=rw"
        self._name = name
        self._connection: aiosqlite.Connection | None = None

    async def run(self, job: Callable[[], T]) -> T:
        """Run a function in the thread. Raises what it raises, and what opening the file does."""
        if self._connection is None:
            connection = aiosqlite.Connection(self._open, iter_chunk_size=64)
            connection._thread.daemon = True  # noqa: SLF001 - a bot that is killed waits for no reader
            self._connection = await connection
        # What it offers beside makes a trip for each statement, and for each fetch.
        execute: Callable[..., Awaitable[T]] = self._connection._execute  # noqa: SLF001 - the one way
        return await execute(job)

    def _open(self) -> sqlite3.Connection:
        threading.current_thread().name = self._name
        connection = sqlite3.connect(self._file, uri=True, check_same_thread=False)
        _opened.connection = connection
        return connection

    async def close(self) -> None:
        """Close the file and end the thread."""
        if self._connection is not None:
            await self._connection.close()


_opened = threading.local()
"""The connection of each reading thread."""


def reading_engine() -> Engine:
    """Make an engine of connections that cannot write, each statement seeing what is stored.

    It is used in threads that have a connection each, to a file that is there: an empty new file
    in the place of one that was taken away would answer every question with nothing.
    """
    engine = create_engine(
        "sqlite+pysqlite://",
        hide_parameters=True,
        creator=lambda: _opened.connection,
        poolclass=SingletonThreadPool,
        pool_size=READERS,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        # One text that is none must not sink the rows beside it; `codec` refuses it.
        connection.text_factory = _lenient
        patience = f"PRAGMA busy_timeout={int(1000 * BEGUN_WITHIN)}"
        _execute(connection, patience, _CACHE, "PRAGMA query_only=ON")

    return engine


def _lenient(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _execute(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
