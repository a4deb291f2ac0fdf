"""Finished matches: results, the leaderboard, and who played what.

A match counts in the leaderboard when it was played out and is rated; house players never
appear. The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, Row, Select, Subquery, case, func, select

from bot.store import schema
from bot.store.codec import result_row, shown_name
from bot.store.rows import MatchId, PastMatch, ResultRow, Standing, Status

_match = schema.match
_result = schema.result
_person = schema.person


def by_match(connection: Connection, match_id: MatchId) -> list[ResultRow]:
    """Give the results of a match by seat; none if it has not been played out."""
    return _by_match(connection, [match_id])[match_id]


def leaderboard(
    connection: Connection, game: str, guild_id: int | None, limit: int, offset: int
) -> list[Standing]:
    """Give a page of the ranking of a game in a guild, or everywhere for None."""
    ranking = _ranking(game, guild_id)
    in_order = _standings(ranking).order_by(ranking.c.place, ranking.c.user_id)
    page = in_order.limit(limit).offset(offset)
    return [_standing(row) for row in connection.execute(page)]


def standing(
    connection: Connection, user_id: int, game: str, guild_id: int | None
) -> Standing | None:
    """Give somebody's line in that ranking; None if he is not in it."""
    ranking = _ranking(game, guild_id)
    line = _standings(ranking).where(ranking.c.user_id == user_id)
    row = connection.execute(line).one_or_none()
    return None if row is None else _standing(row)


def past(
    connection: Connection, user_id: int | None, channel_id: int | None, limit: int
) -> list[PastMatch]:
    """Give matches played out, the newest first; None means of anybody, or anywhere."""
    columns = (_match.c.id, _match.c.game, _match.c.guild_id, _match.c.channel_id, _match.c.touched)
    query = select(*columns).where(_match.c.status == Status.OVER.value)
    if user_id is not None:
        played = select(_result.c.match_id).where(_result.c.user_id == user_id)
        query = query.where(_match.c.id.in_(played))
    if channel_id is not None:
        query = query.where(_match.c.channel_id == channel_id)
    query = query.order_by(_match.c.touched.desc(), _match.c.id.desc()).limit(limit)
    rows = connection.execute(query).all()
    results = _by_match(connection, [MatchId(row.id) for row in rows])
    return [PastMatch(*row, tuple(results[MatchId(row.id)])) for row in rows]


def _ranking(game: str, guild_id: int | None) -> Subquery:
    """Rank everybody: by wins, then average score, then games; equals share a place."""
    counted = [
        _match.c.game == game,
        _match.c.status == Status.OVER.value,
        _match.c.rated.is_(True),
        _result.c.user_id.is_not(None),
    ]
    if guild_id is not None:
        counted.append(_match.c.guild_id == guild_id)
    sums = (
        select(
            _result.c.user_id,
            func.count().label("games"),
            func.sum(case((_result.c.won, 1), else_=0)).label("wins"),
            func.avg(_result.c.score).label("average"),
            func.max(_result.c.best_deal).label("best_deal"),
        )
        .join(_match, _match.c.id == _result.c.match_id)
        .where(*counted)
        .group_by(_result.c.user_id)
        .subquery("sums")
    )
    order = (sums.c.wins.desc(), sums.c.average.desc(), sums.c.games.desc())
    place = func.rank().over(order_by=order).label("place")
    return select(sums, place).subquery("ranking")


def _standings(ranking: Subquery) -> Select[Any]:
    return select(ranking, _person.c.name).join(_person, _person.c.user_id == ranking.c.user_id)


def _standing(row: Row[Any]) -> Standing:
    average = float(row.average)
    name = shown_name(row.name)
    return Standing(row.user_id, name, row.games, row.wins, average, row.best_deal, row.place)


def _by_match(
    connection: Connection, match_ids: list[MatchId]
) -> defaultdict[MatchId, list[ResultRow]]:
    rows = connection.execute(
        select(_result)
        .where(_result.c.match_id.in_(match_ids))
        .order_by(_result.c.match_id, _result.c.seat)
    )
    results: defaultdict[MatchId, list[ResultRow]] = defaultdict(list)
    for row in rows:
        results[MatchId(row.match_id)].append(result_row(row))
    return results
