"""Ratings as the bot asks for them: who stands where, and what became of whose rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.ratings import log as rating_log
from bot.ratings.log import ended_alone, seat_change
from bot.ratings.rules import EVER, Ended, Known, RatedStanding, SeatChange
from bot.skill import SURE, Rating
from bot.store import schema
from bot.store.codec import readable_name
from bot.store.database import Part, reads, writes
from bot.store.results import counts, unaided
from bot.store.rows import MatchId, Status

# Who ended ahead of whom, in the games that count in the leaderboard.
#
# A game in which either took a hint, or that a stand-in finished for either, is left out. The
# functions take a connection and do nothing but SQL.

_match = schema.match
_result = schema.result


@dataclass(frozen=True, slots=True)
class Against:
    """How often one of two people ended ahead of the other, level with them, and behind."""

    ahead: int
    level: int
    behind: int


def against(connection: sa.Connection, user_id: int, other_id: int) -> dict[str, Against]:
    """Return how one person did against another, by game; only games both have played."""
    other = _result.alias("other")
    own, theirs = _result.c, other.c
    ahead = _is_ahead(_result, other)
    behind = _is_ahead(other, _result)
    query = (
        sa.select(
            _match.c.game,
            sa.func.sum(sa.case((ahead, 1), else_=0)),
            sa.func.sum(sa.case((sa.or_(ahead, behind), 0), else_=1)),
            sa.func.sum(sa.case((behind, 1), else_=0)),
        )
        .select_from(_result)
        .join(other, theirs.match_id == own.match_id)
        .join(schema.match, _match.c.id == own.match_id)
        .where(
            own.user_id == user_id,
            theirs.user_id == other_id,
            own.seat != theirs.seat,
            unaided(_result),
            unaided(other),
            *counts(),
        )
        .group_by(_match.c.game)
    )
    return {game: Against(*numbers) for game, *numbers in connection.execute(query)}


def _is_ahead(one: sa.FromClause, other: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return whether one result is before another: a winner is, whatever the scores."""
    return sa.or_(
        sa.and_(one.c.won.is_(True), other.c.won.is_(False)),
        sa.and_(one.c.won == other.c.won, one.c.score > other.c.score),
    )


_change = schema.rating_change
_rating = schema.rating
_person = schema.person


def page(
    connection: sa.Connection,
    game: str,
    season: int | None,
    guild_id: int | None,
    limit: int = 10,
    offset: int = 0,
) -> list[RatedStanding]:
    """Return a page of the leaderboard of a game: the highest ratings first.

    Those that are provisional come after all others.
    """
    ranking = _ranking(game, season, guild_id)
    in_order = _standings(ranking).order_by(
        ranking.c.provisional, ranking.c.mu.desc(), ranking.c.user_id
    )
    return [_standing(row) for row in connection.execute(in_order.limit(limit).offset(offset))]


def standing(
    connection: sa.Connection, user_id: int, game: str, season: int | None, guild_id: int | None
) -> RatedStanding | None:
    """Return somebody's line on the leaderboard of a game; None if they are not on it."""
    ranking = _ranking(game, season, guild_id)
    line = _standings(ranking).where(ranking.c.user_id == user_id)
    row = connection.execute(line).one_or_none()
    return None if row is None else _standing(row)


class Point(NamedTuple):
    """The change of a person's rating by a game that ended `at`."""

    game: str
    at: float
    change: SeatChange


def history(connection: sa.Connection, user_id: int) -> list[Point]:
    """Return the change of a person's rating by each game, in the order in which these ended."""
    ending = schema.ending.c
    rows = connection.execute(
        sa.select(_change, ending.at)
        .join(schema.ending, ending.match_id == _change.c.match_id)
        .where(_change.c.user_id == user_id)
        .order_by(ending.number)
    )
    return [Point(row.game, row.at, seat_change(row)) for row in rows]


class Latest(NamedTuple):
    """A person's rating after the last game they had rated, and the one they came to it with."""

    game: str
    rating: Rating
    before: Rating

    @property
    def gain(self) -> int:
        """The points that people see."""
        return self.rating.points - self.before.points


def latest(connection: sa.Connection, user_id: int) -> Latest | None:
    """Return what a person's last rated game made of their rating; None before the first."""
    row = connection.execute(
        sa.select(_change, schema.ending.c.number)
        .join(schema.ending, schema.ending.c.match_id == _change.c.match_id)
        .where(_change.c.user_id == user_id)
        .order_by(schema.ending.c.number.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    known = _known(connection, row.game, row.season, row.number, user_id)
    before = known.at(row.season) if known else Rating()
    return Latest(row.game, Rating(row.mu, row.sigma), before)


def of_match(
    connection: sa.Connection, match_id: MatchId
) -> tuple[Ended, Mapping[int, Known]] | None:
    """Return a rated match, and what was known of its people before it; None while it waits."""
    is_rated = sa.and_(schema.ending.c.match_id == match_id, schema.ending.c.verdict.is_not(None))
    found = ended_alone(connection, is_rated)
    if not found:
        return None
    ended = found[0]
    known = {
        change.user_id: _known(
            connection, ended.game, ended.season.number, ended.number, change.user_id
        )
        for change in ended.changes
    }
    return ended, {user: one for user, one in known.items() if one is not None}


def _known(
    connection: sa.Connection, game: str, season: int, number: int, user_id: int
) -> Known | None:
    """Return the change of a person's rating by the last game before that of a number."""
    row = connection.execute(
        sa.select(_change)
        .join(schema.ending, schema.ending.c.match_id == _change.c.match_id)
        .where(
            _change.c.user_id == user_id,
            _change.c.game == game,
            _change.c.season <= season,
            schema.ending.c.number < number,
        )
        .order_by(_change.c.season.desc(), schema.ending.c.number.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    return Known(row.season, Rating(row.mu, row.sigma), Rating(row.ever_mu, row.ever_sigma))


def strengths(connection: sa.Connection, game: str, user_ids: Sequence[int]) -> dict[int, float]:
    """Return the ratings of these people that are sure, as `mu`: those that are never reset."""
    those = sa.select(_rating.c.user_id, _rating.c.mu).where(
        _rating.c.game == game, _rating.c.season == EVER, _rating.c.sigma <= SURE,
        _rating.c.user_id.in_(user_ids),
    )  # fmt: skip
    return {row.user_id: row.mu for row in connection.execute(those)}


def _ranking(game: str, season: int | None, guild_id: int | None) -> sa.Subquery:
    """Rank people by their rating; those that are provisional share no place with the others."""
    of = [_rating.c.game == game, _rating.c.season == (EVER if season is None else season)]
    who = (_rating.c.user_id, _rating.c.mu, _rating.c.sigma)
    if guild_id is None:
        lines = sa.select(*who, _rating.c.games, _rating.c.wins).where(*of).subquery("lines")
    else:
        here = _played_in(game, season, guild_id)
        lines = (
            sa.select(*who, here.c.games, here.c.wins)
            .join(here, here.c.user_id == _rating.c.user_id)
            .where(*of)
            .subquery("lines")
        )
    provisional = sa.case((lines.c.sigma > SURE, 1), else_=0)
    place = sa.func.rank().over(partition_by=provisional, order_by=lines.c.mu.desc())
    return sa.select(lines, provisional.label("provisional"), place.label("place")).subquery(
        "ranking"
    )


def _played_in(game: str, season: int | None, guild_id: int) -> sa.Subquery:
    """Count the games and wins of each person in a server."""
    # What counts is over and rated; said again, since an index finds the games of a server by it.
    counted = [
        _match.c.game == game,
        _match.c.status == Status.OVER.value,
        _match.c.rated.is_(True),
        _match.c.guild_id == guild_id,
    ]
    if season is not None:
        counted.append(_change.c.season == season)
    return (
        sa.select(
            _change.c.user_id,
            sa.func.count().label("games"),
            sa.func.sum(sa.case((sa.and_(_result.c.won, unaided(_result)), 1), else_=0)).label(
                "wins"
            ),
        )
        .join(_match, _match.c.id == _change.c.match_id)
        .join(
            _result, (_result.c.match_id == _change.c.match_id) & (_result.c.seat == _change.c.seat)
        )
        .where(*counted)
        .group_by(_change.c.user_id)
        .subquery("here")
    )


def _standings(ranking: sa.Subquery) -> sa.Select[Any]:
    return sa.select(ranking, _person.c.name).join(_person, _person.c.user_id == ranking.c.user_id)


def _standing(row: sa.Row[Any]) -> RatedStanding:
    place = None if row.provisional else row.place
    rating, name = Rating(row.mu, row.sigma), readable_name(row.name)
    return RatedStanding(row.user_id, name, rating, row.games, row.wins, place)


class RatingStore(Part):
    """The part of the store about ratings.

    A season is its number (`Season.number`), or None for ratings that are never reset; a guild is
    its id, or None for everywhere.
    """

    against = reads(against)
    page = reads(page)
    standing = reads(standing)
    history = reads(history)
    latest = reads(latest)
    strengths = reads(strengths)
    waiting = reads(rating_log.waiting)
    advance = writes(rating_log.advance)
    of_match = reads(of_match)
    ended = reads(rating_log.rated)
    stored = reads(rating_log.stored)
    begin_anew = writes(rating_log.begin_anew)
