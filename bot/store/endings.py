"""Which matches ended when, and what of them is told to nobody yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select

from bot.store import schema
from bot.store.matches import in_a_series
from bot.store.rows import MatchId
from bot.store.upsert import add_missing

# Matches of series that are not closed: what came of them is told to nobody yet.

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


# The order in which games were played out, for what follows from them later: ratings.

_ending, _result = schema.ending, schema.result


def note(connection: Connection, match_id: MatchId, at: float) -> None:
    """Note that a game was played out, after all others; once.

    One whose deals others still play is left to `note_series`: its ratings would tell who won.
    """
    if not is_withheld(connection, match_id):
        _note(connection, [match_id], at)


def note_series(connection: Connection, key: str, at: float) -> None:
    """Note the games of a series that is closed now, in the order of their ends."""
    # Only what was played out has results.
    played = select(_result.c.match_id).where(_result.c.match_id == _match.c.id).exists()
    games = select(_match.c.id).where(_match.c.series == key, in_a_series(), played)
    in_order = games.order_by(_match.c.touched, _match.c.id)
    _note(connection, [MatchId(found) for found in connection.scalars(in_order)], at)


def _note(connection: Connection, match_ids: Sequence[MatchId], at: float) -> None:
    last = connection.scalar(select(func.max(_ending.c.number))) or 0
    rows = [
        {"match_id": match_id, "number": number, "at": at, "verdict": None}
        for number, match_id in enumerate(match_ids, start=last + 1)
    ]
    add_missing(connection, _ending, rows)
