"""How people's finished games came out: places, best deals, and who ended ahead of whom.

The games are those that count in the leaderboard. A game in which somebody took a hint, or that a
stand-in finished for them, is left out of their places and best deals, and one in which this is so
of either of what two people have against each other. The functions take a connection and do
nothing but SQL.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, FromClause, and_, case, func, or_, select

from bot.store import schema
from bot.store.part import Part, reads
from bot.store.results import counts, unaided

BEST = 3
"""How many of somebody's best deals are told."""

_match = schema.match.c
_result = schema.result


@dataclass(frozen=True, slots=True)
class Tally:
    """A person's games of one kind: how often they came first, second and so on by themselves.

    `best` are their best deals in points, one a game, best first. `first` and `last` are when the
    first and the last game ended.
    """

    games: int
    places: tuple[int, ...]
    best: tuple[int, ...]
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Against:
    """How often one of two people ended ahead of the other, level with them, and behind."""

    ahead: int
    level: int
    behind: int


def tally(connection: Connection, user_id: int, game: str) -> Tally | None:
    """Return how a person's games came out; None if there are none."""
    counted = (_result.c.user_id == user_id, *counts(game))
    of_theirs = select(func.count(), func.min(_match.touched), func.max(_match.touched))
    of_theirs = of_theirs.select_from(_result).join(schema.match).where(*counted)
    games, first, last = connection.execute(of_theirs).one()
    if not games:
        return None
    own = (*counted, unaided(_result))
    placed = select(_place().label("place")).join(schema.match).where(*own).subquery()
    how_often = select(placed.c.place, func.count().label("games")).group_by(placed.c.place)
    by_place = {row.place: row.games for row in connection.execute(how_often)}
    deals = select(_result.c.best_deal).join(schema.match).where(*own)
    best = connection.scalars(deals.order_by(_result.c.best_deal.desc()).limit(BEST)).all()
    places = range(1, max(by_place, default=0) + 1)
    return Tally(games, tuple(by_place.get(n, 0) for n in places), tuple(best), first, last)


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


def _place() -> ColumnElement[int]:
    """Return the place of a result among those of its match, as `engine.game.by_place` has it."""
    better = _result.alias("better")
    return (
        select(func.count() + 1)
        .where(better.c.match_id == _result.c.match_id, _is_ahead(better, _result))
        .correlate(_result)
        .scalar_subquery()
    )


def _is_ahead(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    """Return whether one result is before another: a winner is, whatever the scores."""
    return or_(
        and_(one.c.won.is_(True), other.c.won.is_(False)),
        and_(one.c.won == other.c.won, one.c.score > other.c.score),
    )


class Tallies(Part):
    """The part of the store that counts."""

    of = reads(tally)
    against = reads(against)
