"""Matches of series that are not closed: what came of them is told to nobody yet."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, select

from bot.store import schema
from bot.store.matches import in_a_series
from bot.store.rows import MatchId

_match, _series = schema.match, schema.series


def withheld() -> Select[Any]:
    """Select the ids of the matches whose deals others still play."""
    held = _match.alias("held")
    still_open = select(_series.c.key).where(_series.c.closed.is_(None))
    return select(held.c.id).where(held.c.series.in_(still_open), in_a_series(held))


def is_withheld(connection: Connection, match_id: MatchId) -> bool:
    """Return whether others still play the deals of a match."""
    closed = (
        select(_series.c.closed)
        .join(_match, _match.c.series == _series.c.key)
        .where(_match.c.id == match_id)
    )
    row = connection.execute(closed).one_or_none()
    return row is not None and row.closed is None
