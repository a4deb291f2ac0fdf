"""SQLite engines, one that writes and one that reads; and errors in a host's words."""

from __future__ import annotations

import asyncio
import errno
import logging
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import aiosqlite
from sqlalchemy import URL, Connection, Engine, SingletonThreadPool, create_engine, event, inspect
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from bot.store import schema
from bot.store.backends.readers import BEGUN_WITHIN, READERS
from bot.store.errors import CannotOpen, InUse

# Errors of SQLite and of the system, as sentences for a host.
#
# No sentence holds a statement or its values: those are names, hands and secrets.

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NO_DIRECTORY = frozenset({errno.ENOTDIR, errno.EEXIST})
_PRIMARY = 0xFF
"""The bits of a result code of SQLite that say what it is about; the others say more exactly."""

_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_RESCUE = (
    "Stop the bot, keep a copy of the file, and restore a backup; without one, save what can be "
    'read with "sqlite3 OLD .recover | sqlite3 NEW" (docs/operations.md, "When the database is in '
    'trouble").'
)


def origin(error: BaseException) -> BaseException:
    """Return the driver's own error, where SQLAlchemy only wrapped it."""
    return getattr(error, "orig", None) or error


def is_damage(error: BaseException) -> bool:
    """Return whether the file itself is broken."""
    return _code(error) in _DAMAGE


def is_full(error: BaseException) -> bool:
    """Return whether there was no room for what was to be written."""
    return _code(error) == sqlite3.SQLITE_FULL


def is_busy(error: BaseException) -> bool:
    """Return whether another program holds the file."""
    return _code(error) in _HELD


def brief(error: BaseException) -> str:
    """Say in a few words what failed, without the statement and its values."""
    cause = origin(error)
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", None)
        return f"{cause} ({name})" if name else str(cause)
    if isinstance(cause, OSError):
        return cause.strerror or type(cause).__name__
    return type(cause).__name__


def damaged(path: Path, what: str) -> str:
    """Say that a database is damaged, and what to do."""
    return f"The database {path} is damaged ({' '.join(what.split())}). {_RESCUE}"


def not_ours(path: Path, what: str) -> CannotOpen:
    """Say that a file is none of the bot's."""
    return CannotOpen(
        f"{path} {what}. Nothing in it was changed. Move it away, or name another file in "
        "DATABASE_URL."
    )


def cannot_open(path: Path, error: BaseException) -> CannotOpen:
    """Say why a database cannot be opened, and what to do."""
    cause = origin(error)
    if isinstance(cause, OSError):
        return _place_trouble(path, cause)
    code = _code(error)
    if is_busy(error):
        return InUse(
            f"The database {path} was locked by another program for some seconds. End that "
            "program, or wait until it is done, and start again."
        )
    if code == sqlite3.SQLITE_NOTADB:
        return not_ours(path, "is not a SQLite database")
    sentences: dict[int | None, str] = {
        sqlite3.SQLITE_CORRUPT: damaged(path, brief(error)),
        sqlite3.SQLITE_FULL: _full(path),
        sqlite3.SQLITE_READONLY: _read_only(path),
        sqlite3.SQLITE_PERM: _read_only(path),
        sqlite3.SQLITE_CANTOPEN: (
            f"The database {path} cannot be opened. Let the bot's user read and write the file "
            "and its directory, or name another place in NIMBUS_DATA or DATABASE_URL."
        ),
        sqlite3.SQLITE_IOERR: (
            f"The disk of the database {path} does not work as it should: {brief(error)}. Look "
            "whether it is full, and what the system's log says of it."
        ),
    }
    return CannotOpen(sentences.get(code) or _unforeseen(path, error))


def _place_trouble(path: Path, error: OSError) -> CannotOpen:
    directory = path.parent
    if error.errno in _FULL:
        return CannotOpen(_full(path))
    if error.errno in _NO_DIRECTORY:
        return CannotOpen(
            f"The database {path} cannot be kept there: {error.filename or directory} is not a "
            "directory. Name another place in NIMBUS_DATA or DATABASE_URL."
        )
    return CannotOpen(
        f"The database {path} cannot be kept in {directory}: {brief(error)}. Let the bot's user "
        "write there, or name another place in NIMBUS_DATA or DATABASE_URL."
    )


def _full(path: Path) -> str:
    return f"There is no space left for the database {path}. Make room on its disk and start again."


def _read_only(path: Path) -> str:
    return (
        f"The database {path} cannot be written: the file, its directory or its disk is "
        "read-only. Let the bot's user write there and start again."
    )


def _unforeseen(path: Path, error: BaseException) -> str:
    # Alembic says what it is about in its message, and never what was stored.
    cause = origin(error)
    is_sql = isinstance(cause, (sqlite3.Error, SQLAlchemyError))
    said = brief(error) if is_sql else " ".join(str(cause).split()) or brief(error)
    return f"The database {path} cannot be opened: {said}."


def _code(error: BaseException) -> int | None:
    code = getattr(origin(error), "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY


# SQLite engines: a writing one for the writer's thread, a reading one for everybody else.
#
# The file is in WAL mode, so readers never wait for the writer, and synchronous=FULL, so what was
# committed survives a power failure.

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

    A migration that builds a table again must switch `foreign_keys` off. Connecting raises
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
        connection = self._connection or await self._connect()
        # What it offers beside makes a trip for each statement, and for each fetch.
        execute: Callable[..., Awaitable[T]] = connection._execute  # noqa: SLF001 - the one way
        try:
            return await execute(job)
        except asyncio.CancelledError:
            self._abandon()
            raise

    async def _connect(self) -> aiosqlite.Connection:
        connection = aiosqlite.Connection(self._open, iter_chunk_size=64)
        connection._thread.daemon = True  # noqa: SLF001 - a bot that is killed waits for no reader
        try:
            self._connection = await connection
        except BaseException:
            # It was told to stop, and answers that.
            connection._thread.join()  # noqa: SLF001
            raise
        return connection

    def _abandon(self) -> None:
        """Wait until the thread has ended: it must not answer a loop that is closed by then."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.stop()
            connection._thread.join()  # noqa: SLF001

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
        connection.text_factory = lambda data: data.decode(errors="surrogateescape")
        patience = f"PRAGMA busy_timeout={int(1000 * BEGUN_WITHIN)}"
        _execute(connection, patience, _CACHE, "PRAGMA query_only=ON")

    return engine


def _execute(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


# Whether a file is a database of the bot's, whole and up to date.

log = logging.getLogger(__name__)

CHECK_SECONDS = 5.0
"""How long the check at the start may take; 200 MB need about one on a busy machine."""

_EVERY = 10_000
"""Steps of SQLite's machine between two looks at the time."""

REVISION = "alembic_version"
"""The table in which Alembic notes the revision of the others."""


def refuse_foreign(path: Path) -> None:
    """Raise CannotOpen if there is a database of another program; it is not touched.

    Raises the driver's errors for what cannot be read.
    """
    tables = tables_of(path)
    if tables and REVISION not in tables:
        raise not_ours(path, "is the database of another program")


def tables_of(path: Path) -> set[str]:
    """Return the tables of a file, none where there is no file. Raises the driver's errors."""
    if not path.exists() or path.stat().st_size == 0:
        return set()
    with closing(reading(path, at_rest=True)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in names}


def reading(path: Path, *, at_rest: bool = False) -> sqlite3.Connection:
    """Open a file so that nothing can be written to it. Raises the driver's errors.

    Who reads a database makes its write-ahead log and that log's index where they are missing. With
    `at_rest` a file that has no log, so that no bot has it open, is read without; it must not
    change meanwhile.
    """
    has_log = any(path.with_name(f"{path.name}-{log}").exists() for log in ("wal", "journal"))
    more = "&immutable=1" if at_rest and not has_log else ""
    address = f"file:{quote(str(path))}?mode=ro{more}"
    return sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT / 1000, isolation_level=None)


def refuse_damaged(connection: Connection, path: Path, seconds: float = CHECK_SECONDS) -> None:
    """Raise CannotOpen if a page of the database is broken.

    The check stops after that many seconds, and the log says which tables it did not come to: the
    important ones come first, the log of moves, which is the largest, last.
    """
    present = set(inspect(connection).get_table_names())
    tables = [table for table in _by_importance() if table in present]
    until = time.monotonic() + seconds
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)  # noqa: S101 - what writing_engine makes
    raw.set_progress_handler(lambda: time.monotonic() > until, _EVERY)
    try:
        while tables and time.monotonic() <= until:
            _check(connection, path, tables[0])
            del tables[0]
    except OperationalError as error:
        if getattr(origin(error), "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            raise
    finally:
        raw.set_progress_handler(None, 0)
        connection.rollback()
    if tables:
        log.warning(
            "the check of %s was cut short after %g s, without %s: run PRAGMA quick_check while "
            "the bot is off",
            path, seconds, ", ".join(tables),
        )  # fmt: skip


def incomplete(connection: Connection) -> str:
    """Say which table or column is missing from a database brought up to date, "" if none is."""
    found = inspect(connection).get_multi_columns().items()
    present = {name: {column["name"] for column in columns} for (_, name), columns in found}
    for table in schema.metadata.tables.values():
        if table.name not in present:
            return f"its table {table.name!r} is missing"
        missing = {column.name for column in table.columns} - present[table.name]
        if missing:
            return f"its table {table.name!r} has no {', '.join(sorted(missing))}"
    return ""


def _check(connection: Connection, path: Path, table: str) -> None:
    found = connection.exec_driver_sql(f'PRAGMA quick_check("{table}")').scalars().all()
    if found != ["ok"]:
        raise CannotOpen(damaged(path, f"{table}: {found[0] if found else 'unreadable'}"))


def _by_importance() -> list[str]:
    last = (schema.result.name, schema.move.name)
    return [REVISION, *(name for name in schema.metadata.tables if name not in last), *last]
