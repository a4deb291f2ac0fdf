"""The log of ratings: which games wait, and what each made of whose rating."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import inf
from typing import Any, TypeAlias

import orjson
import sqlalchemy as sa

from bot.match.table.kind import Contest, contest_of, rules_of
from bot.ratings.rules import (
    DAY,
    EVER,
    SHOWN_VERDICTS,
    STANDS,
    Before,
    Conduct,
    Ended,
    EndedSeat,
    Judged,
    Known,
    PersonRating,
    Rated,
    Season,
    SeatChange,
    Stored,
    StoredRating,
    Verdict,
)
from bot.skill import Rating
from bot.store import schema
from bot.store.codec import Columns, upsert
from bot.store.rows import MatchId, Status
from bot.store.signals import MATCH, Signal, send
from engine.game import Json

_ending = schema.ending
_change = schema.rating_change
_match = schema.match
_result = schema.result
_move = schema.move

_MOVED_BY_HOUSE = sa.exists().where(
    _move.c.match_id == _result.c.match_id, _move.c.seat == _result.c.seat, _move.c.by.is_(None)
)

_RESULTS = sa.select(
    _result,
    sa.type_coerce(_result.c.won, sa.Integer).label("stored_won"),
    _MOVED_BY_HOUSE.label("stood_in"),
)
"""Results with `won` as it is stored (where it is damaged, as a truth it would be true), and
whether a house player moved in that seat."""


def ended_games(
    connection: sa.Connection, where: sa.ColumnElement[bool], most: int | None = None
) -> list[Ended]:
    """Return ended games in order, with all that their rating follows from.

    The first game of a contest stands for all of it, and the others are rated with that.
    """
    contests: dict[str, list[Ended]] = {}
    return [_as_contest(connection, one, contests) for one in ended_alone(connection, where, most)]


def ended_alone(
    connection: sa.Connection, where: sa.ColumnElement[bool], most: int | None = None
) -> list[Ended]:
    """Return ended games in order, each by itself, with what was made of them."""
    rows = connection.execute(
        sa.select(
            _ending, _match.c.game, _match.c.guild_id, _match.c.rated, _match.c.series,
            _match.c.members,
        )
        .join(_match, _match.c.id == _ending.c.match_id)
        .where(where)
        .order_by(_ending.c.number)
        .limit(most)
    ).all()  # fmt: skip
    match_ids = [row.match_id for row in rows]
    results = _by_match(connection, _RESULTS, _result, match_ids)
    changes = _by_match(connection, sa.select(_change), _change, match_ids)
    return [_read(row, results[row.match_id], changes[row.match_id]) for row in rows]


def _as_contest(connection: sa.Connection, one: Ended, known: dict[str, list[Ended]]) -> Ended:
    """Return the contest of which a game is the first, or that it is rated with the first one.

    `known` keeps the games of each contest, so that they are read once.
    """
    contest = contest_of(one.series)
    if not contest:
        return one
    if contest not in known:
        is_in_it = sa.or_(
            _match.c.series == contest, _match.c.series.startswith(f"{contest} ", autoescape=True)
        )
        known[contest] = ended_alone(connection, is_in_it)
    games = known[contest]
    if games[-1].number - games[0].number >= len(games):
        return one  # of an older version, which has rated each by itself
    if one.number != games[0].number:
        return replace(one, verdict=Verdict.TOGETHER, changes=())
    if not all(game.readable for game in games):
        return replace(one, readable=False)
    rules = rules_of(contest)
    return _gathered(one, games, rules.places(connection, contest), rules)


def _gathered(
    first: Ended, games: Sequence[Ended], places: Mapping[int, int], rules: Contest
) -> Ended:
    """Return a contest: everybody who played in it, in the last seat that they had."""
    last = {seat.user_id: seat for game in games for seat in game.seats if seat.user_id is not None}
    seats = []
    for user_id, seat in last.items():
        place = places.get(user_id)
        conduct = seat.conduct if rules.is_by_conduct else Conduct.WHOLE
        seats.append(
            replace(seat, place=place, conduct=Conduct.FORFEIT if place is None else conduct)
        )
    kept = {seat.match_id for seat in seats}
    return replace(
        first,
        seats=tuple(seats),
        rated=first.rated and bool(places),
        changes=tuple(change for game in games for change in game.changes),
        changed_at=tuple(game.tables[0] for game in games if game.match_id in kept),
        is_contest=True,
    )


def _by_match(
    connection: sa.Connection, columns: sa.Select[Any], table: sa.Table, match_ids: Sequence[int]
) -> defaultdict[int, list[sa.Row[Any]]]:
    rows: defaultdict[int, list[sa.Row[Any]]] = defaultdict(list)
    query = columns.where(table.c.match_id.in_(match_ids))
    for row in connection.execute(query.order_by(table.c.match_id, table.c.seat)):
        rows[row.match_id].append(row)
    return rows


def _read(
    row: sa.Row[Any], results: Sequence[sa.Row[Any]], changes: Sequence[sa.Row[Any]]
) -> Ended:
    seats: tuple[EndedSeat, ...] = ()
    try:
        away = [bool(member.get("away", False)) for member in orjson.loads(row.members)]
        Season.of(row.at)
        seats = tuple(_ended_seat(one, away=away[one.seat - 1]) for one in results)
        readable = bool(results)
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError, OSError):
        readable = False
    return Ended(
        number=row.number,
        match_id=MatchId(row.match_id),
        game=row.game,
        guild_id=row.guild_id,
        at=row.at,
        seats=seats,
        rated=row.rated,
        series=row.series,
        readable=readable,
        verdict=None if row.verdict is None else Verdict(row.verdict),
        changes=tuple(map(seat_change, changes)),
    )


def _ended_seat(row: sa.Row[Any], *, away: bool) -> EndedSeat:
    """Read a result. Raises TypeError for one that is damaged."""
    is_whole = isinstance(row.score, int) and isinstance(row.user_id, int | None)
    if not is_whole or row.stored_won not in (0, 1):
        raise TypeError("a result is damaged")
    conduct = Conduct.WHOLE
    if row.user_id is not None and (row.hinted or away):
        conduct = Conduct.FORFEIT
    elif row.user_id is not None and row.stood_in:
        conduct = Conduct.HELPED
    # A stand-in's level says nothing about its person, and one that was not played nothing at all.
    level = row.level if row.user_id is None and not row.hinted else None
    return EndedSeat(
        row.seat, row.user_id, level, row.score, row.won, conduct, MatchId(row.match_id)
    )


def seat_change(row: sa.Row[Any]) -> SeatChange:
    """Read what a game made of the ratings of the person in a seat."""
    return SeatChange(
        row.seat, row.user_id, row.season, row.place, row.weight,
        Rating(row.mu, row.sigma), Rating(row.ever_mu, row.ever_sigma), MatchId(row.match_id),
    )  # fmt: skip


# How ratings are kept: which games wait, and what each made of whose rating.
#
# The end of a game is noted in `ending`, in the transaction that stores its results or that closes
# its series, and waits there until it is rated. That is one transaction for a few games, in order,
# which reads and writes all it needs, so that a kill leaves none half rated and none is rated
# twice. The functions take a connection and do nothing but SQL.

Judge: TypeAlias = "Callable[[Ended, Before], Judged]"
"""Decides what becomes of a game, from what stood before it."""
_rating = schema.rating


def waiting(connection: sa.Connection, most: int) -> list[tuple[int, int | None]]:
    """Return the number and the guild of games that wait, in order."""
    rows = connection.execute(
        sa.select(_ending.c.number, _match.c.guild_id)
        .join(_match, _match.c.id == _ending.c.match_id)
        .where(_ending.c.verdict.is_(None))
        .order_by(_ending.c.number)
        .limit(most)
    )
    return [(row.number, row.guild_id) for row in rows]


def advance(
    connection: sa.Connection, judge: Judge, numbers: Collection[int], since: float = inf
) -> list[Rated]:
    """Rate the games of these numbers that wait, in order and in one transaction.

    A match that ended after `since` has a new version then, so that everybody is shown what it
    made of their ratings. `judge` runs in the thread that writes: it must be quick and do nothing
    but decide.
    """
    games = ended_games(
        connection, sa.and_(_ending.c.number.in_(numbers), _ending.c.verdict.is_(None))
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


def _renew(connection: sa.Connection, match_id: MatchId) -> int | None:
    """Give a finished match a new version, so that it is shown again; return that."""
    of = _match.c.id == match_id
    connection.execute(
        sa.update(_match)
        .where(of, _match.c.status == Status.OVER.value)
        .values(version=_match.c.version + 1)
    )
    return connection.scalar(sa.select(_match.c.version).where(of))


def rated(connection: sa.Connection, after: int, most: int) -> list[Ended]:
    """Return rated games behind a number, in order, with what was made of them."""
    is_rated = sa.and_(_ending.c.number > after, _ending.c.verdict.is_not(None))
    return ended_games(connection, is_rated, most)


def stored(connection: sa.Connection) -> Stored:
    """Return every rating there is."""
    rows = connection.execute(sa.select(_rating))
    return {(row.user_id, row.game, row.season): _stored_rating(row) for row in rows}


def of_person(connection: sa.Connection, user_id: int) -> list[PersonRating]:
    """Return somebody's ratings, by game and season."""
    rows = connection.execute(
        sa.select(_rating)
        .where(_rating.c.user_id == user_id)
        .order_by(_rating.c.game, _rating.c.season)
    )
    return [PersonRating(row.game, row.season, _stored_rating(row)) for row in rows]


def _stored_rating(row: sa.Row[Any]) -> StoredRating:
    return StoredRating(Rating(row.mu, row.sigma), row.games, row.wins)


def changes_of(connection: sa.Connection, user_id: int) -> dict[MatchId, SeatChange]:
    """Return the change of a person's rating by each match."""
    rows = connection.execute(
        sa.select(_change).where(_change.c.user_id == user_id).order_by(_change.c.match_id)
    )
    return {MatchId(row.match_id): seat_change(row) for row in rows}


def personal_data(connection: sa.Connection, user_id: int) -> dict[str, Json]:
    """Return what a person is given of their ratings."""
    return {"ratings": [_rating_data(rating) for rating in of_person(connection, user_id)]}


def _rating_data(person_rating: PersonRating) -> Json:
    rating, games, wins = person_rating.stored
    return {
        "game": person_rating.game,
        "season": _season(person_rating.season),
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": games,
        "wins": wins,
    }


def personal_data_by_game(
    connection: sa.Connection, user_id: int
) -> dict[str, Mapping[MatchId, Json]]:
    """Return what a person is given of the change of their rating by each match that counted."""
    changes = changes_of(connection, user_id)
    return {"your_rating": {match_id: _change_data(one) for match_id, one in changes.items()}}


def _change_data(change: SeatChange) -> Json:
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


def begin_anew(connection: sa.Connection) -> None:
    """Take back every rating and let its game wait; what cannot be told again stays.

    That is what games of somebody who had their data deleted since made of the others' ratings.
    """
    for match_id in _repeatable_matches(connection):
        connection.execute(sa.delete(_change).where(_change.c.match_id == match_id))
    connection.execute(sa.delete(_rating))
    connection.execute(
        sa.update(_ending)
        .where(_ending.c.verdict.not_in([verdict.value for verdict in STANDS]))
        .values(verdict=None)
    )


def _repeatable_matches(connection: sa.Connection) -> list[int]:
    """Return the matches with changes that can be told again: everybody there has a name still."""
    query = sa.select(_match.c.id, _match.c.series).join(_change, _change.c.match_id == _match.c.id)
    series = {row.id: row.series for row in connection.execute(query)}
    anonymous = sa.exists().where(_result.c.match_id == _match.c.id, _result.c.user_id < 0)
    found = connection.execute(sa.select(_match.c.id, _match.c.series).where(anonymous)).all()
    contests = {contest_of(row.series) for row in found} - {""}
    games = {row.id for row in found}
    return [
        one for one, of in series.items() if one not in games and contest_of(of) not in contests
    ]


def _before(connection: sa.Connection, ended: Ended) -> Before:
    """Return the ratings before a game."""
    if not ended.readable or not ended.people:
        return Before()
    of = (_rating.c.game == ended.game, _rating.c.user_id.in_(ended.people))
    rows = connection.execute(
        sa.select(_rating)
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


def _tables(connection: sa.Connection, ended: Ended) -> defaultdict[float, list[frozenset[int]]]:
    """Return the players of the earlier games of the season that counted, by the day they ended.

    Only games in which one of its people was.
    """
    with_them = sa.select(_change.c.match_id).where(
        _change.c.user_id.in_(ended.people),
        _change.c.game == ended.game,
        _change.c.season == ended.season.number,
    )
    rows = connection.execute(
        sa.select(_result.c.match_id, _result.c.user_id, _ending.c.at)
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


def _keep(connection: sa.Connection, ended: Ended, judged: Judged) -> None:
    """Write what becomes of a game."""
    connection.execute(
        sa.update(_ending)
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


def _played(connection: sa.Connection, ended: Ended) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the games and wins of its people before a game, by person and season."""
    rows = connection.execute(
        sa.select(_rating.c.user_id, _rating.c.season, _rating.c.games, _rating.c.wins).where(
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
