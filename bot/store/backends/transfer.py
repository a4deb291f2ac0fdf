"""Carries everything from one database over to another, empty one, and looks whether it arrived.

The target gets its tables and all rows in one transaction, in which they are read back and
compared; so there is either everything, or nothing. The source stays as it is, but for what every
start writes: migrations, and a mark that it can be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from bot.store.backends.addresses import backend_of, place_of
from bot.store.backends.backend import Backend
from bot.store.codec import Columns
from bot.store.errors import CannotOpen, NotMoved
from bot.store.migrations import create
from bot.store.schema import metadata

BATCH = 1000
"""Rows that are read and written at a time."""

_COUNTED = ("match", "league")
"""Tables that count up their ids and never use one again."""


def move(source: str, target: str) -> int:
    """Carry the database at one address over to another; gives the number of rows.

    Blocks. Raises NotMoved and CannotOpen, and then nothing is in the target. Sentences call the
    addresses FROM and TO, as the usage of the command does.
    """
    old, new = _at(source, "FROM"), _at(target, "TO")
    try:
        with _refusing(old, "FROM"):
            if old.is_empty():
                raise NotMoved(
                    f"There is no database of the bot at {place_of(source)} (FROM), so there is "
                    "nothing to be carried over."
                )
        with _refusing(new, "TO"):
            if not new.is_empty():
                raise NotMoved(
                    f"The database {place_of(target)} (TO) is not empty. Nothing in it was "
                    "changed: name a new one."
                )
        return _opened(old, new)
    finally:
        new.release()
        old.release()


def _at(address: str, name: str) -> Backend:
    try:
        return backend_of(address)
    except CannotOpen as error:
        raise _named(error, name) from error


@contextmanager
def _refusing(backend: Backend, name: str) -> Iterator[None]:
    """Say what a database refuses, by the name of the argument with its address."""
    failures: tuple[type[Exception], ...] = (OSError, ValueError, *backend.failures)
    try:
        yield
    except CannotOpen as error:
        raise _named(error, name) from error
    except failures as error:
        raise _named(backend.cannot_open(error), name) from backend.harmless(error)


def _named(error: CannotOpen, name: str) -> CannotOpen:
    """Say of an argument what is said of the setting."""
    return type(error)(str(error).replace("DATABASE_URL", name))


def _opened(old: Backend, new: Backend) -> int:
    with _refusing(old, "FROM"):
        reading = old.prepare(alone=True)
    try:
        with _refusing(new, "TO"):
            writing = new.fill()
        try:
            with (
                _refusing(old, "FROM"), reading.connect() as here, here.begin(),
                _refusing(new, "TO"), writing.connect() as there, there.begin(),
            ):  # fmt: skip
                return _carry(old, here, there, new)
        finally:
            writing.dispose()
    finally:
        reading.dispose()


def _carry(old: Backend, here: sa.Connection, there: sa.Connection, new: Backend) -> int:
    create(there)
    carried = 0
    for table in metadata.sorted_tables:
        for rows in _batches(old, here, table):
            _write(there, table, rows, new)
        carried += _compare(_again(old, here, table), there, table)
    for name in _COUNTED:
        _count_on(there, name, _counted(here, name))
    return carried


def _batches(old: Backend, here: sa.Connection, table: sa.Table) -> Iterator[list[Columns]]:
    try:
        for batch in _rows(here, table).partitions(BATCH):
            yield [_truths(table, row._asdict()) for row in batch]
    except (SQLAlchemyError, TypeError, ValueError) as error:
        # Of a text that is none the driver says so itself: SQLite has no code for it.
        is_coded = isinstance(error, DBAPIError) and hasattr(error.orig, "sqlite_errorcode")
        if is_coded or (isinstance(error, DBAPIError) and old.is_shared):
            with _refusing(old, "FROM"):
                raise
        # Nothing is quoted: it would be what a row holds.
        raise NotMoved(
            f"The table {table.name} cannot be read whole: a row of it is damaged. Nothing was "
            "carried over."
        ) from None


def _again(old: Backend, here: sa.Connection, table: sa.Table) -> Iterator[Any]:
    with _refusing(old, "FROM"):
        yield from _rows(here, table)


def _truths(table: sa.Table, row: Columns) -> Columns:
    """Return a row whose truths are such. Raises ValueError for what is neither true nor false."""
    for column in table.columns:
        if isinstance(column.type, sa.Boolean):
            if row[column.name] not in (0, 1):
                raise ValueError
            row[column.name] = bool(row[column.name])
    return row


def _write(there: sa.Connection, table: sa.Table, rows: list[Columns], new: Backend) -> None:
    savepoint = there.begin_nested()
    try:
        there.execute(sa.insert(table), rows)
    except OperationalError:
        raise  # no row is to blame
    except new.failures:
        savepoint.rollback()
    else:
        savepoint.commit()
        return
    for row in rows:
        try:
            there.execute(sa.insert(table), [row])
        except new.failures as error:
            key = ", ".join(f"{column.name} {row[column.name]}" for column in table.primary_key)
            raise NotMoved(
                f"A row of the table {table.name} ({key}) is damaged and cannot be carried over: "
                f"{new.brief(error)}. Nothing was."
            ) from None


def _compare(source: Iterator[Any], there: sa.Connection, table: sa.Table) -> int:
    """Compare a table row for row; gives how many there are. Raises NotMoved."""
    rows = 0
    both: Iterator[tuple[Any, Any]] = zip_longest(source, _rows(there, table))
    for one, other in both:
        if one is None or other is None or tuple(one) != tuple(other):
            raise NotMoved(
                f"The table {table.name} did not arrive as it was (row {rows + 1}). Nothing was "
                "carried over."
            )
        rows += 1
    return rows


def _rows(connection: sa.Connection, table: sa.Table) -> Any:
    """Ask for all rows in an order that every server has alike: text by its bytes.

    Truths come as they are stored: of a damaged one SQLAlchemy would make a true one.
    """
    columns = [
        sa.type_coerce(column, sa.Integer).label(column.name)
        if isinstance(column.type, sa.Boolean)
        else column
        for column in table.columns
    ]
    order = "C" if connection.dialect.name == "postgresql" else "BINARY"
    in_order = [
        sa.collate(column, order) if isinstance(column.type, sa.String) else column
        for column in table.primary_key
    ]
    asked = sa.select(*columns).order_by(*in_order).execution_options(yield_per=BATCH)
    return connection.execute(asked)


def _counted(here: sa.Connection, name: str) -> int:
    """Return the highest id that was ever used."""
    query = "SELECT seq FROM sqlite_sequence WHERE name = :name"
    if here.dialect.name == "postgresql":
        query = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_id_seq"  # noqa: S608 - our own names
    return here.scalar(sa.text(query), {"name": name}) or 0


def _count_on(there: sa.Connection, name: str, last: int) -> None:
    if last == 0:
        return
    if there.dialect.name == "postgresql":
        there.execute(
            sa.text("SELECT setval(:name, :last)"), {"name": f"{name}_id_seq", "last": last}
        )
        return
    there.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": name})
    there.execute(
        sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"),
        {"name": name, "last": last},
    )
