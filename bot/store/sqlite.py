"""SQLite engines: a writing one for the writer's thread, a reading one for everybody else.

The file is in WAL mode, so readers never wait for the writer, and synchronous=FULL, so what was
committed survives a power failure.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_TIMEOUT = 10_000
"""Milliseconds to wait for another process that is writing."""

READERS = 4
"""Connections, each with a thread of its own, that read at the same time."""

_CACHE = "PRAGMA cache_size=-16000"  # KiB a connection; the default of 2000 holds few matches

_DURABLE = (
    f"PRAGMA busy_timeout={BUSY_TIMEOUT}",
    _CACHE,
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
)


def writing_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """Make a blocking engine whose transactions own the file from their first moment.

    A migration that builds a table anew must switch `foreign_keys` off.
    """
    engine = create_engine(url.set(drivername="sqlite+pysqlite"))
    enforce = f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}"

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        # The driver begins transactions late and never before DDL; `begin` below does it right.
        connection.isolation_level = None
        _execute(connection, *_DURABLE, enforce)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        _execute(connection.connection, "BEGIN IMMEDIATE")

    return engine


def reading_engine(url: URL) -> AsyncEngine:
    """Make an engine of connections that cannot write, each statement seeing what is stored."""
    engine = create_async_engine(
        url,
        pool_size=READERS,
        max_overflow=0,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        _execute(connection, f"PRAGMA busy_timeout={BUSY_TIMEOUT}", _CACHE, "PRAGMA query_only=ON")

    return engine


def _execute(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()
