"""Matches of series that are not closed: what came of them is told to nobody yet."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, or_, select

from bot.store import schema
from bot.store.matches import in_a_series
from bot.store.rows import MatchId

PRACTICE_NAME = "practice"
"""The first word of the keys of games that go on from a moment of another: nobody is told of one.

There is no series by such a key.
"""
LESSON_NAME = "lesson"
"""The first word of the keys of games that end a lesson, likewise."""

_match = schema.match
_series = schema.series


def withheld() -> Select[Any]:
    """Select the ids of matches whose deals others still play, of all practice, and of lessons."""
    held = _match.alias("held")
    still_open = select(_series.c.key).where(_series.c.closed.is_(None))
    alone = (held.c.series.like(f"{name} %") for name in (PRACTICE_NAME, LESSON_NAME))
    is_held = or_(held.c.series.in_(still_open), *alone)
    return select(held.c.id).where(is_held, in_a_series(held))


def is_withheld(connection: Connection, match_id: MatchId) -> bool:
    """Return whether others still play the deals of a match."""
    closed = (
        select(_series.c.closed)
        .join(_match, _match.c.series == _series.c.key)
        .where(_match.c.id == match_id)
    )
    row = connection.execute(closed).one_or_none()
    return row is not None and row.closed is None
