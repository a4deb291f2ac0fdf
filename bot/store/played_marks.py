"""Marks: that somebody whose data was deleted has seen the deals of a series that is still open.

A mark follows from the secret of its series and the id of the person, so that it tells nobody who
that was, and goes when the series closes. It stands among the settings, with the series as scope.
The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection

from sqlalchemy import Connection, delete, select

from bot.store import schema
from bot.store.upsert import upsert

_match = schema.match
_seat, _series, _setting = schema.seat, schema.series, schema.setting


def leave(connection: Connection, user_id: int) -> None:
    """Mark a person in every open series where they sit, or sat, at a table that began."""
    rows = connection.execute(
        select(_series.c.key, _series.c.secret)
        .distinct()
        .join(_match, _match.c.series == _series.c.key)
        .join(_seat, _seat.c.match_id == _match.c.id)
        .where(_seat.c.user_id == user_id, _series.c.closed.is_(None), _match.c.seed != b"")
    ).all()
    marks = [
        {"scope": _scope(row.key), "key": _mark(row.secret, user_id), "value": ""} for row in rows
    ]
    upsert(connection, _setting, marks)


def marked(connection: Connection, key: str, user_ids: Collection[int]) -> set[int]:
    """Return those of these people that are marked in a series."""
    secret = connection.scalar(select(_series.c.secret).where(_series.c.key == key))
    if secret is None:
        return set()
    by_mark = {_mark(secret, user_id): user_id for user_id in user_ids}
    found = select(_setting.c.key).where(
        _setting.c.scope == _scope(key), _setting.c.key.in_(list(by_mark))
    )
    return {by_mark[mark] for mark in connection.scalars(found)}


def clear(connection: Connection, key: str) -> None:
    """Forget the marks of a series: its secret is told now."""
    connection.execute(delete(_setting).where(_setting.c.scope == _scope(key)))


def _scope(key: str) -> str:
    return f"marks {key}"


def _mark(secret: bytes, user_id: int) -> str:
    return hmac.digest(secret, f"mark {user_id}".encode(), "sha256").hex()
