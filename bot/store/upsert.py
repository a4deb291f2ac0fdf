"""Insert-or-update, which SQL leaves to the dialects; both of ours spell it alike."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.codec import Columns


def upsert(connection: Connection, table: Table, rows: Sequence[Columns]) -> None:
    """Write rows by their primary key, over what stands there."""
    if not rows:
        return
    statement = _insert(connection, table)
    keys = [column.name for column in table.primary_key]
    fresh = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=fresh), list(rows))


def add_missing(connection: Connection, table: Table, rows: Sequence[Columns]) -> None:
    """Write rows whose primary key is not there yet; the others stay as they are."""
    if rows:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), list(rows))


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
