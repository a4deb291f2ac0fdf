"""A look at a database before anybody plays on it: whether it is whole, and one of the bot's."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import OperationalError

from bot.store import schema
from bot.store.backends.sqlite import BUSY_TIMEOUT, damaged, not_ours, origin
from bot.store.errors import CannotOpen

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
