"""PostgreSQL engines: a writing one for the writer's thread, a reading one for everybody else.

Also what only such a server knows of a transaction: that those which write more than moves take
turns, and what became of one whose connection was lost in the middle of its COMMIT.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.store.errors import InUse
from bot.store.readers import READERS
from bot.store.signals import SENDER

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
"""What libpq is told, where the address does not say otherwise."""

_SESSION = (
    "SET lock_timeout = '10s'",
    # So that a server lets go of the locks of a bot whose machine has gone.
    "SET tcp_keepalives_idle = 15",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)

_BEGUN = text("SELECT CAST(pg_current_xact_id() AS text)")
_BEGUN_IN_TURN = text(
    f"SELECT CAST(pg_current_xact_id() AS text), pg_advisory_xact_lock({LOCKS}, {WRITING})"
)
_BECAME = text("SELECT pg_xact_status(CAST(:number AS xid8))")


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
    def configure(connection: Any, _record: object) -> None:
        execute(connection, *_SESSION)

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
        execute(connection, *_SESSION, "SET default_transaction_read_only = on")

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


def begun(connection: Connection, *, in_turn: bool) -> str | None:
    """Return the number of a transaction that just began; None on SQLite, which needs none.

    `in_turn` is for one that reads what it then writes by: it waits until others of its kind are
    done. SQLite has every transaction wait so.
    """
    if connection.dialect.name != "postgresql":
        return None
    number: str = connection.execute(_BEGUN_IN_TURN if in_turn else _BEGUN).one()[0]
    return number


def was_committed(connection: Connection, number: str) -> bool | None:
    """Return whether a transaction was stored whose connection was lost; None if nobody knows.

    Connects anew, and waits for the server for PATIENCE.
    """
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with connection.begin():
                became = connection.execute(_BECAME, {"number": number}).scalar_one()
        except InUse:
            became = None  # the server has not noticed yet that the connection is lost
        except DBAPIError as error:
            if not connection.invalidated and not error.connection_invalidated:
                return False  # the server, restarted, has never heard of the number
            became = None
        except SQLAlchemyError:
            return None
        if became in ("committed", "aborted"):
            return bool(became == "committed")
        time.sleep(0.1)
    log.error("the server was lost during a COMMIT: whether it was stored is not known")
    return None
