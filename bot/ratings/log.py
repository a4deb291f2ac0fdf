"""How ratings are kept: which games wait, and what each made of whose rating.

The end of a game is noted in `ending`, in the transaction that stores its results or that closes
its series, and waits there until it is rated. That is one transaction for a few games, in order,
which reads and writes all it needs, so that a kill leaves none half rated and none is rated twice.
The functions take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from itertools import chain
from math import inf
from typing import Any, TypeAlias

from sqlalchemy import (
    Connection,
    Row,
    and_,
    delete,
    exists,
    select,
    update,
)

from bot.ratings.ended import contest_of, ended_games, seat_change
from bot.ratings.rows import (
    DAY,
    EVER,
    SHOWN_VERDICTS,
    STANDS,
    Before,
    Ended,
    Judged,
    KeptRating,
    Known,
    OwnRating,
    Rated,
    Season,
    SeatChange,
    Stored,
)
from bot.skill import Rating
from bot.store import schema
from bot.store.codec import Columns
from bot.store.rows import MatchId, Status
from bot.store.signals import MATCH, Signal, send
from bot.store.upsert import upsert
from engine.game import Json

Judge: TypeAlias = "Callable[[Ended, Before], Judged]"
"""Decides what becomes of a game, from what stood before it."""

_ending, _change, _rating = schema.ending, schema.rating_change, schema.rating
_match, _result, _move = schema.match, schema.result, schema.move


def waiting(connection: Connection, most: int) -> list[tuple[int, int | None]]:
    """Return the number and the guild of games that wait, in order."""
    rows = connection.execute(
        select(_ending.c.number, _match.c.guild_id)
        .join(_match, _match.c.id == _ending.c.match_id)
        .where(_ending.c.verdict.is_(None))
        .order_by(_ending.c.number)
        .limit(most)
    )
    return [(row.number, row.guild_id) for row in rows]


def advance(
    connection: Connection, judge: Judge, numbers: Collection[int], since: float = inf
) -> list[Rated]:
    """Rate the games of these numbers that wait, in order and in one transaction.

    A match that ended after `since` has a new version then, so that everybody is shown what it
    made of their ratings. `judge` runs in the thread that writes: it must be quick and do nothing
    but decide.
    """
    games = ended_games(
        connection, and_(_ending.c.number.in_(numbers), _ending.c.verdict.is_(None))
    )
    rated = []
    for ended in games:
        judged = judge(ended, _before(connection, ended))
        _keep(connection, ended, judged)
        is_shown = ended.at >= since and judged.verdict in SHOWN_VERDICTS
        version = _renew(connection, ended.match_id) if is_shown else None
        rated.append(Rated(ended.match_id, version))
    renewed = (one for one in rated if one.version is not None)
    send(connection, (Signal(MATCH, (*one, Status.OVER.value)) for one in renewed))
    return rated


def _renew(connection: Connection, match_id: MatchId) -> int | None:
    """Give a finished match a new version, so that it is shown again; return that."""
    of = _match.c.id == match_id
    connection.execute(
        update(_match)
        .where(of, _match.c.status == Status.OVER.value)
        .values(version=_match.c.version + 1)
    )
    return connection.scalar(select(_match.c.version).where(of))


def rated(connection: Connection, after: int, most: int) -> list[Ended]:
    """Return rated games behind a number, in order, with what was made of them."""
    is_rated = and_(_ending.c.number > after, _ending.c.verdict.is_not(None))
    return ended_games(connection, is_rated, most)


def stored(connection: Connection) -> Stored:
    """Return every rating there is."""
    rows = connection.execute(select(_rating))
    return {(row.user_id, row.game, row.season): _kept(row) for row in rows}


def of_person(connection: Connection, user_id: int) -> list[OwnRating]:
    """Return somebody's ratings, by game and season."""
    rows = connection.execute(
        select(_rating)
        .where(_rating.c.user_id == user_id)
        .order_by(_rating.c.game, _rating.c.season)
    )
    return [OwnRating(row.game, row.season, _kept(row)) for row in rows]


def _kept(row: Row[Any]) -> KeptRating:
    return KeptRating(Rating(row.mu, row.sigma), row.games, row.wins)


def changes_of(connection: Connection, user_id: int) -> dict[MatchId, SeatChange]:
    """Return the change of a person's rating by each match."""
    rows = connection.execute(
        select(_change).where(_change.c.user_id == user_id).order_by(_change.c.match_id)
    )
    return {MatchId(row.match_id): seat_change(row) for row in rows}


def told(connection: Connection, user_id: int) -> dict[str, Json]:
    """Return what a person is given of their ratings."""
    return {"ratings": [_told(own) for own in of_person(connection, user_id)]}


def _told(own: OwnRating) -> Json:
    rating, games, wins = own.kept
    return {
        "game": own.game,
        "season": _season(own.season),
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": games,
        "wins": wins,
    }


def told_of_games(connection: Connection, user_id: int) -> dict[str, Mapping[MatchId, Json]]:
    """Return what a person is given of the change of their rating by each match that counted."""
    changes = changes_of(connection, user_id)
    return {"your_rating": {match_id: _told_change(one) for match_id, one in changes.items()}}


def _told_change(change: SeatChange) -> Json:
    return {
        "season": _season(change.season),
        "place": change.place,
        "weight": change.weight,
        "mu": change.rating.mu,
        "sigma": change.rating.sigma,
        "mu_ever": change.ever.mu,
        "sigma_ever": change.ever.sigma,
    }


def _season(number: int) -> str:
    """Spell a season as its year and its quarter."""
    return "ever" if number == EVER else "{}-{}".format(*Season.numbered(number))


def begin_anew(connection: Connection) -> None:
    """Take back every rating and let its game wait; what cannot be told anew stays.

    That is what games of somebody who had their data deleted since made of the others' ratings.
    """
    for match_id in _told_anew(connection):
        connection.execute(delete(_change).where(_change.c.match_id == match_id))
    connection.execute(delete(_rating))
    connection.execute(
        update(_ending)
        .where(_ending.c.verdict.not_in([verdict.value for verdict in STANDS]))
        .values(verdict=None)
    )


def _told_anew(connection: Connection) -> list[int]:
    """Return the matches with changes that can be told anew: everybody there has a name still."""
    query = select(_match.c.id, _match.c.series).join(_change, _change.c.match_id == _match.c.id)
    series = {row.id: row.series for row in connection.execute(query)}
    anonymous = exists().where(_result.c.match_id == _match.c.id, _result.c.user_id < 0)
    found = connection.execute(select(_match.c.id, _match.c.series).where(anonymous)).all()
    contests = {contest_of(row.series) for row in found} - {""}
    games = {row.id for row in found}
    return [
        one for one, of in series.items() if one not in games and contest_of(of) not in contests
    ]


def _before(connection: Connection, ended: Ended) -> Before:
    """Return the ratings before a game."""
    if not ended.readable or not ended.people:
        return Before()
    of = (_rating.c.game == ended.game, _rating.c.user_id.in_(ended.people))
    rows = connection.execute(
        select(_rating)
        .where(*of, _rating.c.season <= ended.season.number)
        .order_by(_rating.c.season)
    )
    ever: dict[int, Rating] = {}
    newest: dict[int, tuple[int, Rating]] = {}
    for row in rows:
        rating = Rating(row.mu, row.sigma)
        if row.season == EVER:
            ever[row.user_id] = rating
        else:
            newest[row.user_id] = (row.season, rating)
    known = {user: Known(*newest[user], ever[user]) for user in newest}
    days = _tables(connection, ended)
    return Before(known, list(chain.from_iterable(days.values())), days[ended.at // DAY])


def _tables(connection: Connection, ended: Ended) -> defaultdict[float, list[frozenset[int]]]:
    """Return the players of the earlier games of the season that counted, by the day they ended.

    Only games in which one of its people was.
    """
    with_them = select(_change.c.match_id).where(
        _change.c.user_id.in_(ended.people),
        _change.c.game == ended.game,
        _change.c.season == ended.season.number,
    )
    rows = connection.execute(
        select(_result.c.match_id, _result.c.user_id, _ending.c.at)
        .join(_ending, _ending.c.match_id == _result.c.match_id)
        .where(
            _result.c.match_id.in_(with_them),
            _result.c.user_id.is_not(None),
            _ending.c.number < ended.number,
        )
        .order_by(_ending.c.number)
    )
    tables: defaultdict[tuple[int, float], set[int]] = defaultdict(set)
    for match_id, user_id, at in rows:
        tables[match_id, at // DAY].add(user_id)
    days: defaultdict[float, list[frozenset[int]]] = defaultdict(list)
    for (_, day), users in tables.items():
        days[day].append(frozenset(users))
    return days


def _keep(connection: Connection, ended: Ended, judged: Judged) -> None:
    """Write what becomes of a game."""
    connection.execute(
        update(_ending)
        .where(_ending.c.match_id == ended.match_id)
        .values(verdict=judged.verdict.value)
    )
    if not judged.changes:
        return
    upsert(connection, _change, [_change_columns(ended, change) for change in judged.changes])
    played = _played(connection, ended)
    won = {(seat.match_id, seat.seat): seat.is_win for seat in ended.seats}
    rows = [
        _rating_columns(
            ended, change.user_id, season, rating, played, won=won[change.match_id, change.seat]
        )
        for change in judged.changes
        for season, rating in ((change.season, change.rating), (EVER, change.ever))
    ]
    upsert(connection, _rating, rows)


def _played(connection: Connection, ended: Ended) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the games and wins of its people before a game, by person and season."""
    rows = connection.execute(
        select(_rating.c.user_id, _rating.c.season, _rating.c.games, _rating.c.wins).where(
            _rating.c.user_id.in_(ended.people),
            _rating.c.game == ended.game,
            _rating.c.season.in_((ended.season.number, EVER)),
        )
    )
    return {(user, season): (games, wins) for user, season, games, wins in rows}


def _rating_columns(
    ended: Ended,
    user_id: int,
    season: int,
    rating: Rating,
    played: Mapping[tuple[int, int], tuple[int, int]],
    *,
    won: bool,
) -> Columns:
    """Spell a rating with one more game."""
    games, wins = played.get((user_id, season), (0, 0))
    return {
        "user_id": user_id, "game": ended.game, "season": season, "mu": rating.mu,
        "sigma": rating.sigma, "games": games + 1, "wins": wins + won,
    }  # fmt: skip


def _change_columns(ended: Ended, change: SeatChange) -> Columns:
    return {
        "match_id": change.match_id,
        "seat": change.seat,
        "user_id": change.user_id,
        "game": ended.game,
        "season": change.season,
        "place": change.place,
        "weight": change.weight,
        "mu": change.rating.mu,
        "sigma": change.rating.sigma,
        "ever_mu": change.ever.mu,
        "ever_sigma": change.ever.sigma,
    }
