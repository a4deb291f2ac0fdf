"""Finished matches: results, the leaderboard, and who played what.

A match counts in the leaderboard when it was played out and is rated, and not only weak house
players were against a person; house players never appear. One of a series counts once that is
closed. The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Collection
from typing import Any

import orjson
import sqlalchemy as sa

from bot.store import schema
from bot.store.codec import readable_name, result_row, upsert
from bot.store.matches import in_a_series, is_in, withheld
from bot.store.rows import WEAK_LEVELS, LeaderboardRow, MatchId, PastMatch, ResultRow, Status

_match = schema.match
_result = schema.result
_person = schema.person


def by_match(connection: sa.Connection, match_id: MatchId) -> list[ResultRow]:
    """Return the results of a match by seat; none if it has not been played out."""
    return _by_match(connection, [match_id])[match_id]


def leaderboard(
    connection: sa.Connection, game: str, guild_id: int | None, limit: int = 10, offset: int = 0
) -> list[LeaderboardRow]:
    """Rank the people of a guild (None = everywhere) by wins, average score, games.

    Only rated matches that were played out count; a shared win counts as a win to each.
    """
    ranking = _ranking(game, guild_id)
    in_order = _standings(ranking).order_by(ranking.c.rank, ranking.c.user_id)
    page = in_order.limit(limit).offset(offset)
    return [_standing(row) for row in connection.execute(page)]


def standing(
    connection: sa.Connection, user_id: int, game: str, guild_id: int | None
) -> LeaderboardRow | None:
    """Return somebody's line in that ranking; None if they are not in it."""
    ranking = _ranking(game, guild_id)
    line = _standings(ranking).where(ranking.c.user_id == user_id)
    row = connection.execute(line).one_or_none()
    return None if row is None else _standing(row)


def past(
    connection: sa.Connection, user_id: int | None, channel_id: int | None, limit: int
) -> list[PastMatch]:
    """Return matches played out, the newest first; None means of anybody, or anywhere.

    Matches whose deals others still play are left out.
    """
    columns = (
        _match.c.id, _match.c.game, _match.c.guild_id, _match.c.channel_id, _match.c.touched,
        _match.c.series, _match.c.terms,
    )  # fmt: skip
    query = sa.select(*columns).where(_match.c.id.not_in(withheld()))
    if user_id is not None:
        played = sa.select(_result.c.match_id).where(_result.c.user_id == user_id)
        query = query.where(_match.c.id.in_(played))
    if channel_id is not None:
        query = query.where(is_in(channel_id, (Status.OVER,)))
    else:
        query = query.where(_match.c.status == Status.OVER.value)
    query = query.order_by(_match.c.touched.desc(), _match.c.id.desc()).limit(limit)
    rows = connection.execute(query).all()
    results = _by_match(connection, [MatchId(row.id) for row in rows])
    return [
        PastMatch(
            MatchId(row.id), orjson.loads(row.terms).get("table") or row.id, row.game,
            row.guild_id, row.channel_id, row.touched, row.series,
            tuple(results[MatchId(row.id)]),
        )
        for row in rows
    ]  # fmt: skip


def counts(game: str | None = None) -> list[sa.ColumnElement[bool]]:
    """Return the condition for a result to count in the leaderboard of a game, or of any."""
    counted = [
        _match.c.status == Status.OVER.value,
        _match.c.rated.is_(True),
        _result.c.user_id > 0,  # house players have none, the anonymous one below zero
        _was_contested(),
        _match.c.id.not_in(withheld()),
    ]
    return counted if game is None else [_match.c.game == game, *counted]


def unaided(result: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return whether a person's result is all their own: without a hint, and not a stand-in's."""
    return sa.and_(result.c.hinted.is_(False), result.c.level.is_(None))


def _ranking(game: str, guild_id: int | None) -> sa.Subquery:
    """Rank everybody by wins; of equals, who needed fewer games is first, or they share a place.

    What was not all their own never makes a line better: such a game is one played and not won, its
    best deal is left out, and its points count only where they make the average lower.
    """
    counted = counts(game)
    if guild_id is not None:
        counted.append(_match.c.guild_id == guild_id)
    alone = unaided(_result)
    sums = (
        sa.select(
            _result.c.user_id,
            sa.func.count().label("games"),
            sa.func.sum(sa.case((sa.and_(_result.c.won, alone), 1), else_=0)).label("wins"),
            _average().label("average"),
            _average(alone).label("unaided"),
            sa.func.max(sa.case((alone, _result.c.best_deal))).label("best_deal"),
        )
        .join(_match, _match.c.id == _result.c.match_id)
        .where(*counted)
        .group_by(_result.c.user_id)
        .subquery("sums")
    )
    place = sa.func.rank().over(order_by=(sums.c.wins.desc(), sums.c.games)).label("rank")
    return sa.select(sums, place).subquery("ranking")


def _was_contested() -> sa.ColumnElement[bool]:
    """Return whether another person was in a match, or a house player that is not weak.

    A house player of a version that kept no level counts.
    """
    other = schema.result.alias("other")
    return sa.exists().where(
        other.c.match_id == _result.c.match_id,
        other.c.seat != _result.c.seat,
        sa.or_(
            other.c.user_id.is_not(None), other.c.level.is_(None), other.c.level.not_in(WEAK_LEVELS)
        ),
    )


def _average(which: sa.ColumnElement[bool] | None = None) -> sa.ColumnElement[Any]:
    """Return points a deal, of all results or of some; NULL where there are none."""
    scores: sa.ColumnElement[Any] = _result.c.score
    deals: sa.ColumnElement[Any] = _result.c.deals
    if which is not None:
        scores, deals = sa.case((which, scores)), sa.case((which, deals))
    return sa.cast(sa.func.sum(scores), sa.Double) / sa.func.nullif(sa.func.sum(deals), 0)


def _standings(ranking: sa.Subquery) -> sa.Select[Any]:
    return sa.select(ranking, _person.c.name).join(_person, _person.c.user_id == ranking.c.user_id)


def _standing(row: sa.Row[Any]) -> LeaderboardRow:
    averages = [float(number) for number in (row.average, row.unaided) if number is not None]
    name, place = readable_name(row.name), row.rank if row.wins else None
    average = min(averages, default=0.0)
    return LeaderboardRow(row.user_id, name, row.games, row.wins, average, row.best_deal, place)


def _by_match(
    connection: sa.Connection, match_ids: list[MatchId]
) -> defaultdict[MatchId, list[ResultRow]]:
    rows = connection.execute(
        sa.select(_result)
        .where(_result.c.match_id.in_(match_ids))
        .order_by(_result.c.match_id, _result.c.seat)
    )
    results: defaultdict[MatchId, list[ResultRow]] = defaultdict(list)
    for row in rows:
        results[MatchId(row.match_id)].append(result_row(row))
    return results


def name_in(connection: sa.Connection, user_id: int, guild_id: int) -> str | None:
    """Return a person's name in their last game played out in a server; None without one."""
    named = sa.select(_result.c.name).join(schema.match)
    query = named.where(_result.c.user_id == user_id, _match.c.guild_id == guild_id)
    found = connection.scalar(query.order_by(_match.c.id.desc()).limit(1))
    return None if found is None else readable_name(found)


def has_finished(
    connection: sa.Connection, user_id: int, game: str | None = None, before: MatchId | None = None,
    *, counted: bool = False,
) -> bool:  # fmt: skip
    """Return whether a person has played a game to its end; None is any game.

    With `before` only matches of a smaller number count, with `counted` only those that count for
    the leaderboard of the game.
    """
    query = sa.select(_result.c.match_id).where(_result.c.user_id == user_id).limit(1)
    if before is not None:
        query = query.where(_result.c.match_id < before)
    if counted:
        query = query.join(schema.match).where(*counts(game))
    elif game is not None:
        query = query.join(schema.match).where(_match.c.game == game)
    return connection.scalar(query) is not None


# Marks: that somebody whose data was deleted has seen the deals of a series that is still open.
#
# A mark follows from the secret of its series and the id of the person, so that it tells nobody
# who that was, and goes when the series closes. It stands among the settings, with the series as
# scope. These functions take a connection and do nothing but SQL.

_seat, _series, _setting = schema.seat, schema.series, schema.setting


def leave(connection: sa.Connection, user_id: int) -> None:
    """Mark a person in every open series where they sit, or sat, at a table that began."""
    rows = connection.execute(
        sa.select(_series.c.key, _series.c.secret)
        .distinct()
        .join(_match, _match.c.series == _series.c.key)
        .join(_seat, _seat.c.match_id == _match.c.id)
        .where(_seat.c.user_id == user_id, _series.c.closed.is_(None), _match.c.seed != b"")
    ).all()
    marks = [
        {"scope": _scope(row.key), "key": _mark(row.secret, user_id), "value": ""} for row in rows
    ]
    upsert(connection, _setting, marks)


def marked(connection: sa.Connection, key: str, user_ids: Collection[int]) -> set[int]:
    """Return those of these people that are marked in a series."""
    secret = connection.scalar(sa.select(_series.c.secret).where(_series.c.key == key))
    if secret is None:
        return set()
    by_mark = {_mark(secret, user_id): user_id for user_id in user_ids}
    found = sa.select(_setting.c.key).where(
        _setting.c.scope == _scope(key), _setting.c.key.in_(list(by_mark))
    )
    return {by_mark[mark] for mark in connection.scalars(found)}


def clear(connection: sa.Connection, key: str) -> None:
    """Forget the marks of a series: its secret is told now."""
    connection.execute(sa.delete(_setting).where(_setting.c.scope == _scope(key)))


def _scope(key: str) -> str:
    return f"marks {key}"


def _mark(secret: bytes, user_id: int) -> str:
    return hmac.digest(secret, f"mark {user_id}".encode(), "sha256").hex()


def of_series(connection: sa.Connection, keys: Collection[str]) -> dict[str, list[ResultRow]]:
    """Return the results of all tables of some series that were played out, by series.

    Only these have results; to ask for their status too would take SQLite to the wrong index.
    """
    rows = connection.execute(
        sa.select(_match.c.series.label("of"), _result)
        .join(_match, _match.c.id == _result.c.match_id)
        .where(_match.c.series.in_(list(keys)), in_a_series())
        .order_by(_match.c.id, _result.c.seat)
    )  # fmt: skip
    found: defaultdict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[row.of].append(result_row(row))
    return dict(found)
