"""PostgreSQL as a backend: engines, errors in a host's words, a database that processes share."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Collection
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.errors import wants
from bot.store import settings
from bot.store.backends.backend import Listener
from bot.store.backends.readers import BEGUN_WITHIN, READERS, Apart, Readers
from bot.store.backends.sqlite import REVISION, incomplete, origin
from bot.store.cluster.process_rows import Shard, gaps, served
from bot.store.errors import CannotOpen, InUse, StoreLost, Unsupported
from bot.store.migrations import NEWEST, naming, refuse_unknown, revisions_of, upgrade
from bot.store.signals import SENDER

# Errors of PostgreSQL and its driver, as sentences for a host.
#
# No sentence holds a statement or its values, nor a password: those are names, hands and secrets.

_QUIET_CLASSES = ("08", "25", "28", "3D", "40", "42501", "53", "55", "57", "58")
"""Kinds of SQLSTATE whose message holds no value that was stored."""

_DISK_FULL = "53100"

_LOGIN = (
    "password authentication failed", "no password supplied", "no pg_hba.conf entry",
    "authentication failed", "role ", "SSL", "certificate",
)  # fmt: skip
_LATER = (
    "starting up", "shutting down", "in recovery mode", "too many clients", "too many connections",
    "remaining connection slots",
)  # fmt: skip
_FIRST_WORDS = ("connection failed: ", "connection is bad: ")

_NO_VALUE = "invalid "
"""How libpq begins what it says of an option's value, as of a port or of sslmode."""

_QUESTION = " Is the server running"
"""The question at the end of libpq's messages: the sentence that follows says what to do."""


def where(url: URL) -> str:
    """Name a database and its server, without user and password."""
    host = url.host or url.query.get("host") or "this machine"
    server = host if isinstance(host, str) else ", ".join(host)
    return f"{url.database} on {server}" + (f":{url.port}" if url.port else "")


def is_full(error: BaseException) -> bool:
    """Return whether there was no room for what was to be written."""
    return getattr(origin(error), "sqlstate", None) == _DISK_FULL


def brief(error: BaseException) -> str:
    """Say in a few words what failed, without the statement and its values."""
    cause: Any = origin(error)
    state = getattr(cause, "sqlstate", None)
    name = type(cause).__name__
    if state is None:
        # What libpq says of a connection: it knows no statement.
        said = _said(cause) if name == "OperationalError" else ""
        return said or name
    said = cause.diag.message_primary or ""
    return f"{said} ({name})" if said and state.startswith(_QUIET_CLASSES) else f"{name} ({state})"


def cannot_open(url: URL, error: BaseException) -> CannotOpen:
    """Say why a database cannot be opened, and what to do."""
    place, said = where(url), brief(error)
    cause: Any = origin(error)
    state = getattr(cause, "sqlstate", None) or ""
    if state == "42501":
        return Unsupported(
            f"The user in DATABASE_URL may not do in the database {place} what the bot needs "
            f"({said}). Make it the owner of that database."
        )
    if state == "55P03":
        return InUse(f"Another program holds tables of the database {place}. Start again later.")
    if state == "25006":
        return CannotOpen(f"The database {place} takes no changes. Name the server that does.")
    if not state and (type(cause).__name__ == "ProgrammingError" or said.startswith(_NO_VALUE)):
        return Unsupported(f"PostgreSQL does not know a part of DATABASE_URL: {_said(cause)}.")
    if not state or state.startswith(("08", "28", "3D", "53", "57")):
        return _no_connection(url, said)
    return CannotOpen(f"The database {place} cannot be opened: {said}.")


def _no_connection(url: URL, said: str) -> CannotOpen:
    place = where(url)
    if any(words in said for words in _LATER):
        return InUse(f"The server of the database {place} takes no connection now: {said}.")
    if "does not exist" in said and "database" in said:
        return Unsupported(
            f"There is no database {place}. Make it, owned by the bot's user, or correct "
            f"DATABASE_URL (docs/large-hosts.md, PostgreSQL): {said}."
        )
    if any(words in said for words in _LOGIN):
        return Unsupported(
            f"The server of the database {place} does not let the bot in: {said}. Correct user "
            "and password in DATABASE_URL, or let that user in."
        )
    return CannotOpen(
        f"The server of the database {place} cannot be reached: {said}. Start it, or correct "
        "DATABASE_URL."
    )


def _said(cause: BaseException) -> str:
    """Return libpq's message in one line, without its prefixes and its question."""
    said = " ".join(str(cause).split()).partition(_QUESTION)[0]
    for words in _FIRST_WORDS:
        said = said.removeprefix(words)
    return said.rstrip(".")


# PostgreSQL engines: a writing one for the writer's thread, a reading one for everybody else.
#
# Also what only such a server knows of a transaction: that those which write more than moves take
# turns, and what became of one whose connection was lost in the middle of its COMMIT.

log = logging.getLogger(__name__)

LOCKS = 0x4E_69_6D_62
"""The first number of every advisory lock of the bot; the second says what it is about."""

SERVING, MIGRATING, WRITING = 1, 2, 3
"""Held by a bot that serves players; while tables are made; by a transaction of more than moves."""

PATIENCE = 10.0
"""Seconds to wait for the answer to what became of a transaction."""

_CONNECT = {
    "application_name": "nimbus",
    "client_encoding": "utf8",
    "connect_timeout": "5",
    # A server that is gone without a word is noticed after some half a minute.
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""Settings for libpq, where the address does not say otherwise."""

_SESSION = (
    "SET lock_timeout = '10s'",
    # So that a server lets go of the locks of a bot whose machine has gone.
    "SET tcp_keepalives_idle = 15",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)

WAIT, GLANCE = "500ms", "50ms"
"""How long a statement of a transaction waits for a lock: at first, and where it is tried again.

One connection writes for all tables of a process, so nobody may hold it up for long.
"""

_BEGUN = """
    SELECT CAST(pg_current_xact_id() AS text) AS number,
        set_config('lock_timeout', '{wait}', true), {lasting}, {turn} AS turn
"""
_TURN = f"pg_advisory_xact_lock({LOCKS}, {WRITING}) IS NOT NULL"
_TURN_IF_FREE = f"pg_try_advisory_xact_lock({LOCKS}, {WRITING})"
_LIGHTLY = "set_config('synchronous_commit', 'off', true)"
_HOLD = "SELECT id FROM match WHERE id = ANY(CAST(:keys AS bigint[])) ORDER BY id FOR NO KEY UPDATE"
_BECAME = text("SELECT pg_xact_status(CAST(:number AS xid8))")
_UNBROKEN = "SELECT CAST(stats_reset AS text) FROM pg_stat_bgwriter"
"""A server that has crashed throws its statistics away, and begins to count again."""

_SINCE = "nimbus_unbroken_since"
_ENDS = ("committed", "aborted")


class Begun(NamedTuple):
    """A transaction: its number, and since when the server had not crashed as it began.

    A server that crashes may forget that it gave a number to a transaction, and give it to another.
    `has_turn` says whether it got the turn that it asked for.
    """

    number: str
    since: str | None
    has_turn: bool = True


def writing_engine(url: URL, sender: str = "") -> Engine:
    """Make a blocking engine of one connection. Raises ImportError where there is no driver.

    `sender` is who its signals are from.
    """
    # Plain numbered values, so that statements compiled by hand can take plain tuples.
    engine = create_engine(
        url, hide_parameters=True, pool_size=1, max_overflow=0, paramstyle="format",
        connect_args=_connect_args(url), execution_options={SENDER: sender},
    )  # fmt: skip

    @event.listens_for(engine, "connect")
    def configure(connection: Any, record: Any) -> None:
        record.info[_SINCE] = execute(connection, *_SESSION, _UNBROKEN)

    return engine


def reading_engine(url: URL) -> Engine:
    """Make an engine of connections that cannot write, each statement seeing what is stored."""
    engine = create_engine(
        url, hide_parameters=True, pool_size=READERS, max_overflow=0,
        isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True,
        connect_args=_connect_args(url),
    )  # fmt: skip

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        patience = f"SET lock_timeout = '{int(1000 * BEGUN_WITHIN)}ms'"
        execute(connection, *_SESSION, patience, "SET default_transaction_read_only = on")

    return engine


async def listening_connection(engine: Engine) -> Any:
    """Make an asynchronous connection of the driver to where an engine's go.

    Each statement is done at once. Raises the driver's errors.
    """
    driver: Any = engine.dialect.loaded_dbapi
    _, named = engine.dialect.create_connect_args(engine.url)
    given = {**_connect_args(engine.url), **named}
    return await driver.AsyncConnection.connect(**given, autocommit=True)


def _connect_args(url: URL) -> dict[str, str]:
    return {name: value for name, value in _CONNECT.items() if name not in url.query}


def execute(connection: Any, *statements: str) -> Any:
    """Run statements on a connection of the driver; gives the first value of the last one."""
    with_answer = None
    cursor = connection.cursor()
    try:
        for statement in statements:
            cursor.execute(statement)
        if cursor.description:
            with_answer = cursor.fetchone()[0]
    finally:
        cursor.close()
    connection.commit()
    return with_answer


def begun(
    connection: Connection, *, in_turn: bool, lasting: bool = True, waits: bool = True
) -> Begun | None:
    """Return which transaction just began; None on SQLite, where nobody need ask for it.

    `in_turn` is for one that reads what it then writes by: it waits until others of its kind are
    done, in all processes. SQLite has every transaction wait so. One that is not `lasting` may be
    lost when the server's machine stops. One that does not wait has its turn only if it is free,
    and hardly waits for any row.
    """
    if connection.dialect.name != "postgresql":
        return None
    # In this order: the wait for the turn is limited, too.
    statement = _BEGUN.format(
        turn="true" if not in_turn else _TURN if waits else _TURN_IF_FREE,
        wait=WAIT if waits else GLANCE,
        lasting="NULL" if lasting else _LIGHTLY,
    )
    row = connection.execute(text(statement)).one()
    return Begun(row.number, connection.info.get(_SINCE), row.turn)


def hold(
    connection: Connection, match_ids: Collection[int], *, waits: bool = True
) -> frozenset[int]:
    """Hold the rows of some matches for this transaction, always in the same order.

    Return those that others hold: none where it waits. Nothing is done on SQLite, where
    transactions wait for each other, nor for one row that may be waited for.
    """
    if len(match_ids) < 1 + waits or connection.dialect.name != "postgresql":
        return frozenset()
    statement = _HOLD if waits else f"{_HOLD} SKIP LOCKED"
    held = connection.scalars(text(statement), {"keys": sorted(match_ids)}).all()
    if waits or len(held) == len(match_ids):
        return frozenset()
    there = text("SELECT id FROM match WHERE id = ANY(CAST(:keys AS bigint[]))")
    missing = {"keys": sorted(set(match_ids) - set(held))}
    return frozenset(connection.scalars(there, missing))


def is_held(error: BaseException) -> bool:
    """Return whether a statement gave way to another transaction that holds what it needs."""
    return getattr(origin(error), "sqlstate", None) == "55P03"


def was_committed(connection: Connection, begun: Begun) -> bool | None:
    """Return whether a transaction was stored whose connection was lost; None if nobody knows.

    Connects again, and waits for the server for PATIENCE. Nobody knows either where the server has
    crashed and another transaction may have been stored under the number.
    """
    until = time.monotonic() + PATIENCE
    while (became := _became(connection, begun)) not in _ENDS and time.monotonic() < until:
        time.sleep(0.1)
    if became == "aborted":
        return False
    if became == "committed" and connection.info.get(_SINCE) == begun.since:
        return True
    log.error("the server was lost during a COMMIT: whether it was stored is not known")
    return None


def _became(connection: Connection, begun: Begun) -> str | None:
    """Return the server's answer on a transaction's number, if it can be asked."""
    try:
        with connection.begin():
            return str(connection.execute(_BECAME, {"number": begun.number}).scalar_one())
    except DBAPIError as error:
        if not connection.invalidated and not error.connection_invalidated:
            return "aborted"  # the server, restarted, has never heard of the number
    except (InUse, SQLAlchemyError):
        pass  # the server may not have noticed yet that the connection is lost
    return None


# The backend: one database of a server, and one bot on it in several processes.

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
