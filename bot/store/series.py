"""Series: deals that are fixed beforehand and the same for several tables.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

import orjson
import sqlalchemy as sa

from bot.store import matches as stored_matches
from bot.store import results, schema
from bot.store.codec import add_missing
from bot.store.database import Part, reads, writes
from bot.store.matches import Found, found_in, in_a_series
from bot.store.rows import SeriesRow

_series = schema.series.c


def add(connection: sa.Connection, rows: Collection[SeriesRow]) -> None:
    """Store new series; one whose key there is already stays as it is."""
    spelt = [asdict(row) | {"options": orjson.dumps(row.options).decode()} for row in rows]
    add_missing(connection, schema.series, spelt)


def by_key(connection: sa.Connection, key: str) -> SeriesRow | None:
    """Return a series, if there is one of this key."""
    row = connection.execute(sa.select(schema.series).where(_series.key == key)).one_or_none()
    return None if row is None else _read(row)


def like(connection: sa.Connection, prefix: str, limit: int) -> list[SeriesRow]:
    """Return the latest series whose key begins so, the one that closes last first."""
    query = sa.select(schema.series).where(_series.key.startswith(prefix, autoescape=True))
    rows = connection.execute(query.order_by(_series.closes.desc(), _series.key).limit(limit))
    return [_read(row) for row in rows]


def to_close(connection: sa.Connection, prefix: str, now: float) -> list[SeriesRow]:
    """Return the series whose key begins so that should be closed and are not."""
    query = sa.select(schema.series).where(
        _series.key.startswith(prefix, autoescape=True),
        _series.closes <= now,
        _series.closed.is_(None),
    )
    return [_read(row) for row in connection.execute(query.order_by(_series.closes, _series.key))]


def closed_early(connection: sa.Connection, prefix: str) -> list[str]:
    """Return the keys that begin so of series that were closed early."""
    query = sa.select(_series.key).where(_series.key.startswith(prefix, autoescape=True))
    return list(connection.scalars(query.where(_series.why != "").order_by(_series.key)))


def pin(connection: sa.Connection, key: str, rules_version: int, players_version: int) -> None:
    """Have the tables of a series be played with these versions: it has not opened yet."""
    values = {"rules_version": rules_version, "players_version": players_version}
    connection.execute(sa.update(schema.series).where(_series.key == key).values(**values))


def close(
    connection: sa.Connection, key: str, now: float, why: str = "", *, counts: bool = True
) -> bool:
    """Close a series, so that all may see its games; False if it was closed before.

    They are rated from now on, too, unless others are to come that are rated with them.
    """
    hit = connection.execute(
        sa.update(schema.series)
        .where(_series.key == key, _series.closed.is_(None))
        .values(closed=now, why=why)
    )
    if not hit.rowcount:
        return False
    results.clear(connection, key)
    if counts:
        stored_matches.note_series(connection, key, now)
    return True


def close_all(connection: sa.Connection, prefix: str, now: float) -> None:
    """Close the series whose key begins so that are open."""
    still_open = sa.select(_series.key).where(
        _series.key.startswith(prefix, autoescape=True), _series.closed.is_(None)
    )
    for key in connection.scalars(still_open).all():
        close(connection, key, now)


def matches(connection: sa.Connection, key: str) -> list[Found]:
    """Return the matches of a series in the order of their numbers."""
    return found_in(connection, sa.and_(schema.match.c.series == key, in_a_series()))


def _read(row: sa.Row[Any]) -> SeriesRow:
    return SeriesRow(
        row.key, row.game, orjson.loads(row.options), bytes(row.secret), row.rules_version,
        row.players_version, row.opens, row.closes, row.closed, row.why,
    )  # fmt: skip


class SeriesStore(Part):
    """The part of the store about series."""

    add = writes(add)
    get = reads(by_key)
    like = reads(like)
    to_close = reads(to_close)
    closed_early = reads(closed_early)
    pin = writes(pin)
    close = writes(close)
    marked = reads(results.marked)
    results = reads(results.of_series)
    matches = reads(matches)
