"""PostgreSQL as a backend: one database of a server, and one bot on it in several processes."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Collection
from functools import partial
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import wants
from bot.store import settings
from bot.store.backends.checkup import REVISION, incomplete
from bot.store.backends.listener import Listener
from bot.store.backends.postgresql import (
    LOCKS,
    MIGRATING,
    SERVING,
    brief,
    cannot_open,
    execute,
    is_full,
    is_held,
    listening_connection,
    reading_engine,
    where,
    writing_engine,
)
from bot.store.backends.readers import Apart, Readers
from bot.store.cluster.process_rows import Shard, gaps, served
from bot.store.errors import CannotOpen, InUse, StoreLost, Unsupported
from bot.store.migrations import NEWEST, naming, refuse_unknown, revisions_of, upgrade

log = logging.getLogger(__name__)

OLDEST = (14,)
"""The oldest version of the server."""

GRACE = 1.0
"""Seconds in which a server notices that a bot was killed, and lets go of its lock."""

GHOST = 120.0
"""Seconds after which a lock that was lost with its connection, and is held, is another bot's."""

HANGING = 5
"""Seconds after which the server ends the transaction of a process that does nothing in it."""

_TABLES = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
_PROBE = text("CREATE TABLE nimbus_check ()")
_UNSAFE = ("fsync", "full_page_writes", "synchronous_commit")


class PostgresqlBackend:
    """The database at a URL. Raises Unsupported where there is no driver for it."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        self._url = url
        self._sender = secrets.token_hex(4)
        try:
            self._engine = writing_engine(url, self._sender)
        except ModuleNotFoundError as error:
            raise Unsupported(wants("DATABASE_URL", "postgresql")) from error
        except ImportError as error:
            raise Unsupported(
                "DATABASE_URL names a PostgreSQL database, but its driver cannot be loaded "
                f"({' '.join(str(error).split())}). Install libpq, since psycopg brings none here."
            ) from error
        driver: Any = self._engine.dialect.loaded_dbapi
        self.failures: tuple[type[Exception], ...] = (SQLAlchemyError, driver.Error)
        self._refused_since: float | None = None

    def prepare(self, *, alone: bool, shares: bool = False) -> Engine:
        """Make the tables or bring them up to date, and give the engine to write with; blocks."""
        engine = self._engine
        engine.dispose()
        if alone:
            event.listen(engine, "connect", self._share if shares else self._hold)
        try:
            with engine.connect() as connection:
                self._refuse_unfit(connection)
                self._migrate(connection)
                if alone:
                    self._look_over(connection)
        except BaseException:
            engine.dispose()
            raise
        return engine

    def look(self) -> tuple[str, str]:
        """Say what is there, and what is amiss with it, if anything; blocks.

        Nothing is changed. Raises CannotOpen, as a start would.
        """
        try:
            with self._engine.connect() as connection:
                self._refuse_unfit(connection)
                version = ".".join(map(str, connection.dialect.server_version_info or ()))
                with naming(f"The database {where(self._url)}"):
                    refuse_unknown(found := revisions_of(connection))
                self._try_writing(connection, found)
                revisions = ", ".join(sorted(found))
                shards = served(connection) if revisions == NEWEST else None
        except self.failures as error:
            raise self.cannot_open(error) from error
        finally:
            self._engine.dispose()
        what = (
            f"revision {revisions}" if revisions else "its tables will be made at the first start"
        )
        said = f"{where(self._url)}, PostgreSQL {version}, {what}"
        if shards is None:
            return said, ""
        return f"{said}; {_listed(shards)}", gaps(shards, {count for _, count in shards})

    def is_empty(self) -> bool:
        with self._engine.connect() as connection:
            return not connection.scalars(_TABLES).all()

    def fill(self) -> Engine:
        # The connection that is there was made without the lock.
        self._engine.dispose()
        event.listen(self._engine, "connect", self._hold)
        with self._engine.connect() as connection:
            self._refuse_unfit(connection)
        return self._engine

    def readers(self) -> Readers:
        return Readers(reading_engine(self._url))

    def scour(self) -> bool:
        return True  # the server sees to it, in time

    def apart(self) -> Apart:
        return Apart(writing_engine(self._url, self._sender))

    def listener(self) -> Listener:
        return Listener(partial(listening_connection, self._engine), self.failures, self._sender)

    def check(self) -> None:
        """Raise StoreLost if another bot took the database while the connection was lost."""
        since = self._refused_since
        if since is not None and time.monotonic() - since > GHOST:
            raise StoreLost(
                f"Somebody else has taken the database {where(self._url)} while the connection to "
                "it was lost; the bot stops."
            )

    def release(self) -> None:
        self._engine.dispose()

    def cannot_open(self, error: BaseException) -> CannotOpen:
        return cannot_open(self._url, error)

    def harmless(self, error: BaseException) -> BaseException:
        # The server's details quote the row that it refused.
        return RuntimeError(brief(error)).with_traceback(error.__traceback__)

    is_full = staticmethod(is_full)
    is_busy = staticmethod(is_held)
    brief = staticmethod(brief)

    def _share(self, connection: Any, _record: object) -> None:
        """Take the lock of those that serve players, on each new connection that writes."""
        # So that one which hangs in the middle of a transaction holds up no other.
        execute(connection, f"SET idle_in_transaction_session_timeout = '{HANGING}s'")
        self._lock(
            connection,
            "pg_try_advisory_lock_shared",
            "is used by a command of the bot that must be alone on it. Start the bot afterwards.",
        )

    def _hold(self, connection: Any, _record: object) -> None:
        """Take that lock for oneself, on each new connection that writes."""
        self._lock(
            connection,
            "pg_try_advisory_lock",
            "is used by another bot that is running. Stop that one first.",
        )

    def _lock(self, connection: Any, function: str, why_not: str) -> None:
        until = time.monotonic() + GRACE
        while not execute(connection, f"SELECT {function}({LOCKS}, {SERVING})"):
            if time.monotonic() < until:
                time.sleep(0.1)
                continue
            if self._refused_since is None:
                self._refused_since = time.monotonic()
            raise InUse(f"The database {where(self._url)} {why_not}")
        self._refused_since = None

    def _refuse_unfit(self, connection: Connection) -> None:
        place = where(self._url)
        version = connection.dialect.server_version_info or OLDEST
        if version < OLDEST:
            raise Unsupported(
                f"The server of the database {place} is PostgreSQL {version[0]}, but the bot "
                f"needs {OLDEST[0]} or newer."
            )
        encoding = connection.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise Unsupported(
                f"The database {place} keeps text as {encoding}, but the bot needs UTF8. Make one "
                "with ENCODING 'UTF8' TEMPLATE template0."
            )
        tables = set(connection.scalars(_TABLES))
        if tables and REVISION not in tables:
            raise Unsupported(
                f"The database {place} is that of another program. Nothing in it was changed. "
                "Name an empty one in DATABASE_URL."
            )
        connection.rollback()

    def _migrate(self, connection: Connection) -> None:
        """Bring the tables up to date; of several that start at once one does it."""
        with naming(f"The database {where(self._url)}"):
            upgrade(connection, f"SELECT pg_advisory_xact_lock({LOCKS}, {MIGRATING})")

    def _try_writing(self, connection: Connection, revisions: set[str]) -> None:
        """Do of what a start writes as much as tells whether it can; nothing of it is stored."""
        if revisions == {NEWEST}:
            self._refuse_incomplete(connection)
            _leave_mark(connection)
        elif not revisions:
            connection.execute(_PROBE)
        connection.rollback()

    def _refuse_incomplete(self, connection: Connection) -> None:
        if missing := incomplete(connection):
            raise CannotOpen(
                f"The database {where(self._url)} is not as the bot made it ({missing}). "
                "Restore a backup."
            )

    def _look_over(self, connection: Connection) -> None:
        with connection.begin():
            self._refuse_incomplete(connection)
            # What can be read but not written is found now, not at the first move.
            _leave_mark(connection)
            off = [name for name in _UNSAFE if connection.scalar(text(f"SHOW {name}")) == "off"]
        if off:
            log.warning(
                "the server of the database %s has %s off: what players were told is stored may "
                "be lost when its machine stops",
                where(self._url), ", ".join(off),
            )  # fmt: skip


def _leave_mark(connection: Connection) -> None:
    settings.put(connection, *settings.MARK, f"{time.time():.0f}")


def _listed(shards: Collection[Shard]) -> str:
    names = ", ".join(f"{number}/{count}" for number, count in shards)
    return f"shards served now: {names}" if names else "no process serves it now"
