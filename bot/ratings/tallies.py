"""Who ended ahead of whom, in the games that count in the leaderboard.

A game in which either took a hint, or that a stand-in finished for either, is left out. The
functions take a connection and do nothing but SQL.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, FromClause, and_, case, func, or_, select

from bot.store import schema
from bot.store.database import Part, reads
from bot.store.results import counts, unaided

_match = schema.match.c
_result = schema.result


@dataclass(frozen=True, slots=True)
class Against:
    """How often one of two people ended ahead of the other, level with them, and behind."""

    ahead: int
    level: int
    behind: int


def against(connection: Connection, user_id: int, other_id: int) -> dict[str, Against]:
    """Return how one person did against another, by game; only games both have played."""
    other = _result.alias("other")
    own, theirs = _result.c, other.c
    ahead = _is_ahead(_result, other)
    behind = _is_ahead(other, _result)
    query = (
        select(
            _match.game,
            func.sum(case((ahead, 1), else_=0)),
            func.sum(case((or_(ahead, behind), 0), else_=1)),
            func.sum(case((behind, 1), else_=0)),
        )
        .select_from(_result)
        .join(other, theirs.match_id == own.match_id)
        .join(schema.match, _match.id == own.match_id)
        .where(
            own.user_id == user_id,
            theirs.user_id == other_id,
            own.seat != theirs.seat,
            unaided(_result),
            unaided(other),
            *counts(),
        )
        .group_by(_match.game)
    )
    return {game: Against(*numbers) for game, *numbers in connection.execute(query)}


def _is_ahead(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    """Return whether one result is before another: a winner is, whatever the scores."""
    return or_(
        and_(one.c.won.is_(True), other.c.won.is_(False)),
        and_(one.c.won == other.c.won, one.c.score > other.c.score),
    )


class Tallies(Part):
    """The part of the store that counts."""

    against = reads(against)
