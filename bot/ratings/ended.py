"""Reading what was played out, with all that its rating follows from. Nothing here writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    Table,
    exists,
    or_,
    select,
    type_coerce,
)

from bot.match.table.kind import CONTESTS, Contest
from bot.ratings.rows import Conduct, Ended, EndedSeat, Season, SeatChange, Verdict
from bot.skill import Rating
from bot.store import schema
from bot.store.rows import MatchId

# Games that are rated as one: their people are compared by what they made of the same cards.
#
# In an evening, and in a week of a league, a place at one's own table is luck of the cards; so
# these are rated once, when the last of their games counts, by the places in what is compared.


def contest_of(series: str) -> str:
    """Return the key of the contest that a series belongs to; "" for none.

    >>> CONTESTS["cup"] = Contest(2, lambda connection, key: {}, is_by_conduct=False)
    >>> contest_of("cup 7 2"), contest_of("daily 7 2")
    ('cup 7', '')
    >>> del CONTESTS["cup"]
    """
    words = series.split(" ")
    contest = CONTESTS.get(words[0])
    return "" if contest is None else " ".join(words[: contest.words])


def rules_of(contest: str) -> Contest:
    """Return what a contest of a key is rated by. Raises KeyError."""
    return CONTESTS[contest.partition(" ")[0]]


_ending, _change = schema.ending, schema.rating_change
_match, _result, _move = schema.match, schema.result, schema.move

_MOVED_BY_HOUSE = exists().where(
    _move.c.match_id == _result.c.match_id, _move.c.seat == _result.c.seat, _move.c.by.is_(None)
)

_RESULTS = select(
    _result,
    type_coerce(_result.c.won, Integer).label("stored_won"),
    _MOVED_BY_HOUSE.label("stood_in"),
)
"""Results with `won` as it is stored (where it is damaged, as a truth it would be true), and
whether a house player moved in that seat."""


def ended_games(
    connection: Connection, where: ColumnElement[bool], most: int | None = None
) -> list[Ended]:
    """Return ended games in order, with all that their rating follows from.

    The first game of a contest stands for all of it, and the others are rated with that.
    """
    return [_as_contest(connection, one) for one in ended_alone(connection, where, most)]


def ended_alone(
    connection: Connection, where: ColumnElement[bool], most: int | None = None
) -> list[Ended]:
    """Return ended games in order, each by itself, with what was made of them."""
    rows = connection.execute(
        select(
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
    changes = _by_match(connection, select(_change), _change, match_ids)
    return [_read(row, results[row.match_id], changes[row.match_id]) for row in rows]


def _as_contest(connection: Connection, one: Ended) -> Ended:
    """Return the contest of which a game is the first, or that it is rated with the first one."""
    contest = contest_of(one.series)
    if not contest:
        return one
    is_in_it = or_(
        _match.c.series == contest, _match.c.series.startswith(f"{contest} ", autoescape=True)
    )
    games = ended_alone(connection, is_in_it)
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
        kept_at=tuple(game.tables[0] for game in games if game.match_id in kept),
        is_contest=True,
    )


def _by_match(
    connection: Connection, columns: Select[Any], table: Table, match_ids: Sequence[int]
) -> defaultdict[int, list[Row[Any]]]:
    rows: defaultdict[int, list[Row[Any]]] = defaultdict(list)
    query = columns.where(table.c.match_id.in_(match_ids))
    for row in connection.execute(query.order_by(table.c.match_id, table.c.seat)):
        rows[row.match_id].append(row)
    return rows


def _read(row: Row[Any], results: Sequence[Row[Any]], changes: Sequence[Row[Any]]) -> Ended:
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


def _ended_seat(row: Row[Any], *, away: bool) -> EndedSeat:
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


def seat_change(row: Row[Any]) -> SeatChange:
    """Read what a game made of the ratings of the person in a seat."""
    return SeatChange(
        row.seat, row.user_id, row.season, row.place, row.weight,
        Rating(row.mu, row.sigma), Rating(row.ever_mu, row.ever_sigma), MatchId(row.match_id),
    )  # fmt: skip
