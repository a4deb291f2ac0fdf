"""Weekly leagues of servers, who sits at their tables, and what came of these.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import orjson
import sqlalchemy as sa

from bot.leagues.matchpoints import week_table
from bot.store import results, schema, series
from bot.store.database import Part, reads, writes
from bot.store.matches import in_a_series
from bot.store.rows import MatchId, Status

_league = schema.league
_match = schema.match
_seat = schema.seat


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A weekly league of a server, announced in a channel.

    Its tables are of one `game` with these `options`. It lasts `weeks`, 0 for no end;
    `week` is the one being played, from 1, and the last one where the league has ended. `told`
    counts what was announced: that it begins, then the end of each week. `ended` is when it ended.
    Its weeks end at the time of the week that `ends` spells; "" is when they began. Of a season
    each person's best `counted` weeks count, and the next season follows; 0 is for no season.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    options: dict[str, object]
    locale: str
    opened: float
    weeks: int
    week: int = 1
    told: int = 0
    ended: float | None = None
    ends: str = ""
    counted: int = 0

    @property
    def finished(self) -> int:
        """How many weeks have ended."""
        return self.week - (self.ended is None)


@dataclass(frozen=True, slots=True)
class Seated:
    """That a person sits, or sat, at a table of a series that began."""

    match_id: MatchId
    status: Status
    user_id: int


def keys_of(league_id: int) -> str:
    """Return how the keys of the series of a league begin."""
    return f"league {league_id} "


def forget(connection: sa.Connection, guild_id: int, now: float) -> None:
    """Delete the leagues of a server, and close what they leave open: nobody else would."""
    for league in of_server(connection, guild_id):
        series.close_all(connection, keys_of(league.id), now)
    connection.execute(sa.delete(_league).where(_league.c.guild_id == guild_id))


def add(connection: sa.Connection, row: LeagueRow) -> LeagueRow | None:
    """Store a new league, whatever its id says; None if one of its game runs in its server."""
    running = sa.and_(
        _league.c.guild_id == row.guild_id, _league.c.game == row.game, _league.c.ended.is_(None)
    )
    if _where(connection, running):
        return None
    columns = asdict(row) | {"options": orjson.dumps(row.options).decode()}
    del columns["id"]
    key = connection.execute(sa.insert(_league), columns).inserted_primary_key
    assert key is not None  # noqa: S101 - an INSERT of one row has a key
    return replace(row, id=key[0])


def by_id(connection: sa.Connection, league_id: int) -> LeagueRow | None:
    """Return a league, if there is one of this id."""
    return next(iter(_where(connection, _league.c.id == league_id)), None)


def of_server(connection: sa.Connection, guild_id: int) -> list[LeagueRow]:
    """Return the leagues of a server, the newest first."""
    return _where(connection, _league.c.guild_id == guild_id)


def to_do(connection: sa.Connection) -> list[LeagueRow]:
    """Return the leagues that run, and those with something still to announce."""
    return _where(connection, sa.or_(_league.c.ended.is_(None), _league.c.told <= _league.c.week))


def _where(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[LeagueRow]:
    """Return the leagues for which a condition holds, the newest first."""
    rows = connection.execute(sa.select(_league).where(condition).order_by(_league.c.id.desc()))
    return [_read(row) for row in rows]


def week_over(
    connection: sa.Connection, league_id: int, week: int, ended: float | None,
    follows: LeagueRow | None = None,
) -> bool:  # fmt: skip
    """Note that a week is over, and with `ended` the league; False if that was noted before.

    A league that `follows` is stored with that.
    """
    changes = {"week": week + 1} if ended is None else {"ended": ended}
    hit = connection.execute(
        sa.update(_league)
        .where(_league.c.id == league_id, _league.c.week == week, _league.c.ended.is_(None))
        .values(**changes)
    )
    if hit.rowcount and follows is not None:
        add(connection, follows)
    return hit.rowcount > 0


def note_told(connection: sa.Connection, league_id: int, week: int) -> None:
    """Note how much was announced, which never goes down."""
    connection.execute(
        sa.update(_league).where(_league.c.id == league_id, _league.c.told < week).values(told=week)
    )


def seated(connection: sa.Connection, key: str) -> list[Seated]:
    """Return everybody seated at started tables of a series; started ones have a seed."""
    rows = connection.execute(
        sa.select(_match.c.id, _match.c.status, _seat.c.user_id)
        .join(_seat, _seat.c.match_id == _match.c.id)
        .where(_match.c.series == key, in_a_series(), _match.c.seed != b"", _seat.c.user_id > 0)
        .order_by(_match.c.id, _seat.c.position)
    )
    return [Seated(MatchId(row.id), Status(row.status), row.user_id) for row in rows]


def rated_places(connection: sa.Connection, key: str) -> dict[int, int]:
    """Return the places of a week, by person, given the key of its series."""
    played = results.of_series(connection, [key]).get(key, [])
    return {line.user_id: line.place for line in week_table(played)}


def _read(row: Any) -> LeagueRow:
    found = LeagueRow(*row)
    return replace(found, options=orjson.loads(row.options))


class LeagueStore(Part):
    """The part of the store about leagues."""

    open = writes(add)
    get = reads(by_id)
    of_server = reads(of_server)
    to_do = reads(to_do)
    week_over = writes(week_over)
    note_told = writes(note_told)
    seated = reads(seated)
