"""The rows of processes: what several agree on goes by the database's clock.

The functions of this module take a connection, of PostgreSQL alone, and do nothing but SQL.
"""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    delete,
    extract,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from bot.store.schema import process as _process

LIFE = 12.0
"""Seconds that a process lives from when it last renewed its row."""


def now() -> ColumnElement[float]:
    """Say in SQL, of PostgreSQL alone, what time it is on the database's clock."""
    return type_coerce(extract("epoch", func.clock_timestamp()), Double)


def is_alive(name: ColumnElement[str]) -> ColumnElement[bool]:
    """Say in SQL that there is a process of this name and that it is alive."""
    return select(_process.c.name).where(_process.c.name == name, _process.c.until > now()).exists()


def add(connection: Connection, name: str) -> None:
    """Add a process, and take away those whose rows ran out."""
    connection.execute(delete(_process).where(_process.c.until <= now()))
    connection.execute(insert(_process).values(name=name, until=now() + LIFE))


def all_alive(connection: Connection) -> set[str]:
    """Return the names of the processes that are alive."""
    return set(connection.scalars(select(_process.c.name).where(_process.c.until > now())))


def renew(connection: Connection, name: str) -> bool:
    """Let a process live on; False if it is dead."""
    lives = _process.c.name == name, _process.c.until > now()
    renewed = connection.execute(update(_process).where(*lives).values(until=now() + LIFE))
    return renewed.rowcount == 1


def drop(connection: Connection, name: str) -> None:
    """Take a process away, and with it what it holds."""
    connection.execute(delete(_process).where(_process.c.name == name))
