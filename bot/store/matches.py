"""Matches and their logs: every question about them, opening and abandoning, and their ends."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from bot.store import schema
from bot.store.cluster.process_rows import is_of
from bot.store.codec import MATCH_COLUMNS, add_missing, match_row, match_values, seat_columns
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE, Location, MatchId, MatchRow, MoveRow, Status

# Matches and their logs: every question about them, and opening and abandoning them.
#
# The functions of this module take a connection and do nothing but SQL. A match that cannot be
# read is given as the error that says so; `aside` are matches that a list leaves out.

_match = schema.match
_seat = schema.seat
_move = schema.move
_publication = schema.publication


_ROW = sa.select(*(column for column in _match.c if column.name not in ("published", "home")))
_VERSION = sa.select(_match.c.version).where(_match.c.id == sa.bindparam("of"))
_NEWEST = (_match.c.touched.desc(), _match.c.id.desc())

LATEST = 5
"""How many tables are looked at to find how somebody plays."""

Found = MatchRow | UnreadableMatch


def add(connection: sa.Connection, row: MatchRow, home: str | None = None) -> MatchRow:
    """Store a new match as version 1, not yet shown anywhere, and give it with its id.

    `home` is the process that looks after it.
    """
    row = replace(row, version=1)
    new = {"published": 0, "home": home}
    columns = dict(zip(MATCH_COLUMNS, match_values(row), strict=True)) | new
    key = connection.execute(sa.insert(_match), columns).inserted_primary_key
    assert key is not None  # noqa: S101 - an INSERT of one row has a key
    row = replace(row, id=MatchId(key[0]))
    if row.members:
        connection.execute(sa.insert(_seat), seat_columns(row.id, row.members))
    connection.execute(sa.insert(schema.publication), {"match_id": row.id, "board_at": 0.0})
    return row


def in_a_series(match: sa.FromClause = _match) -> sa.ColumnElement[bool]:
    """Return whether a match is of a series, spelt as in the index of series.

    SQLite uses that index only where it finds this in the query.
    """
    return match.c.series != sa.literal_column("''")


def by_id(connection: sa.Connection, match_id: MatchId) -> Found | None:
    """Return a match, if there is one of this id."""
    row = connection.execute(_ROW.where(_match.c.id == match_id)).one_or_none()
    return None if row is None else _found(row)


def version_of(connection: sa.Connection, match_id: MatchId) -> int | None:
    """Return the version of a match, if there is one of this id."""
    found: int | None = connection.scalar(_VERSION, {"of": match_id})
    return found


def moves_of(connection: sa.Connection, match_id: MatchId) -> list[MoveRow]:
    """Return the log of a match in order."""
    rows = connection.execute(
        sa.select(_move.c.number, _move.c.seat, _move.c.code, _move.c.by, _move.c.at)
        .where(_move.c.match_id == match_id)
        .order_by(_move.c.number)
    )
    return [MoveRow(*row) for row in rows]


def of_user(connection: sa.Connection, user_id: int, statuses: Collection[Status]) -> list[Found]:
    """Return the matches somebody is in, the newest touched first."""
    theirs = _seat.c.user_id == user_id, _match.c.status.in_(_values(statuses))
    seated = _ROW.join(_seat, _seat.c.match_id == _match.c.id)
    return _all(connection, seated.where(*theirs).order_by(*_NEWEST))


def in_channel(
    connection: sa.Connection, channel_id: int, statuses: Collection[Status]
) -> list[Found]:
    """Return the matches of a channel or with that thread, the newest touched first."""
    return _all(connection, _ROW.where(is_in(channel_id, statuses)).order_by(*_NEWEST))


def last_opened(
    connection: sa.Connection, user_id: int, game: str, guild_id: int | None
) -> list[Found]:
    """Return the latest tables of a game that somebody opened in a server, the newest first.

    Without a server it is those in direct messages; deals that are fixed beforehand are left out.
    """
    theirs = _seat.c.user_id == user_id, _match.c.opener_id == user_id, _match.c.game == game
    place = _match.c.guild_id == guild_id, _match.c.series == ""
    seated = _ROW.join(_seat, _seat.c.match_id == _match.c.id).where(*theirs, *place)
    return _all(connection, seated.order_by(_match.c.id.desc()).limit(LATEST))


def following(connection: sa.Connection, match_id: MatchId) -> list[Found]:
    """Return the newest match that followed another, or none."""
    followed = _ROW.where(_match.c.follows == match_id)
    return _all(connection, followed.order_by(_match.c.id.desc()).limit(1))


def in_guild(connection: sa.Connection, guild_id: int, statuses: Collection[Status]) -> list[Found]:
    """Return the matches of a guild, the newest touched first."""
    in_it = _match.c.guild_id == guild_id, _match.c.status.in_(_values(statuses))
    return _all(connection, _ROW.where(*in_it).order_by(*_NEWEST))


def of_thread(connection: sa.Connection, thread_id: int, user_id: int) -> list[Found]:
    """Return the match that has a thread of its own, if that is this one, or none.

    Of several that share it, the one at which a person sits, or else one that goes on.
    """
    sits = sa.exists().where(_seat.c.match_id == _match.c.id, _seat.c.user_id == user_id)
    is_live = _match.c.status.in_(_values(LIVE))
    here = _ROW.where(_match.c.thread_id == thread_id)
    return _all(connection, here.order_by(sits.desc(), is_live.desc(), _match.c.id).limit(1))


def found_in(connection: sa.Connection, where: sa.ColumnElement[bool]) -> list[Found]:
    """Return the matches for which a condition holds, in the order of their numbers."""
    return _all(connection, _ROW.where(where).order_by(_match.c.id))


def is_in(channel_id: int, statuses: Collection[Status]) -> sa.ColumnElement[bool]:
    """Say in SQL that a match of such a status belongs to a channel, or that this is its thread.

    Each half has its index.
    """
    found = sa.select(_match.c.id).where(_match.c.status.in_(_values(statuses)))
    of_channel, of_thread = (
        found.where(column == channel_id) for column in (_match.c.channel_id, _match.c.thread_id)
    )
    return _match.c.id.in_(sa.union_all(of_channel, of_thread))


def due(
    connection: sa.Connection,
    now: float,
    limit: int,
    aside: Collection[MatchId] = (),
    process: str | None = None,
) -> list[tuple[MatchId, int]]:
    """Return id and version of live matches whose deadline has come, the longest overdue first.

    Those that a process other than `process` looks after are left out.
    """
    is_due = _match.c.status.in_(_values(LIVE)), _match.c.deadline <= now
    rows = connection.execute(
        sa.select(_match.c.id, _match.c.version)
        .where(*is_due, *_not_in(aside), *is_of(process))
        .order_by(_match.c.deadline, _match.c.id)
        .limit(limit)
    )
    return [(MatchId(row.id), row.version) for row in rows]


def deadlines(
    connection: sa.Connection,
    until: float,
    aside: Collection[MatchId] = (),
    process: str | None = None,
) -> dict[MatchId, float]:
    """Return the deadlines of live matches up to then, but for those of other processes."""
    rows = connection.execute(
        sa.select(_match.c.id, _match.c.deadline).where(
            _match.c.status.in_(_values(LIVE)), _match.c.deadline <= until,
            *_not_in(aside), *is_of(process),
        )
    )  # fmt: skip
    return {MatchId(row.id): row.deadline for row in rows}


def unpublished(
    connection: sa.Connection, aside: Collection[MatchId] = (), process: str | None = None
) -> list[MatchId]:
    """Return the matches, live or not, whose stored version was not shown yet.

    Those that a process other than `process` looks after are left out.
    """
    rows = connection.scalars(
        sa.select(_match.c.id)
        .where(_match.c.version > _match.c.published, *_not_in(aside), *is_of(process))
        .order_by(_match.c.id)
    )
    return [MatchId(key) for key in rows]


def counts(connection: sa.Connection) -> dict[tuple[str, Status], int]:
    """Return how many matches there are that have not ended, by game and status."""
    rows = connection.execute(
        sa.select(_match.c.game, _match.c.status, sa.func.count())
        .where(_match.c.status.in_(_values(LIVE)))
        .group_by(_match.c.game, _match.c.status)
    )
    return {(game, Status(status)): count for game, status, count in rows}


def live(
    connection: sa.Connection, aside: Collection[MatchId] = (), process: str | None = None
) -> list[MatchId]:
    """Return the matches in a lobby or being played, but for those of other processes."""
    rows = connection.scalars(
        sa.select(_match.c.id)
        .where(_match.c.status.in_(_values(LIVE)), *_not_in(aside), *is_of(process))
        .order_by(_match.c.id)
    )
    return [MatchId(key) for key in rows]


def close_guild(connection: sa.Connection, guild_id: int) -> list[MatchId]:
    """Close the live matches of a guild and tell which they were."""
    return _close(connection, _match.c.guild_id == guild_id, "server")


def close_channel(connection: sa.Connection, channel_id: int) -> list[MatchId]:
    """Close the live matches of a channel and tell which they were."""
    return _close(connection, _match.c.channel_id == channel_id, "channel")


def locations(connection: sa.Connection) -> list[Location]:
    """Return where live matches are, each once: channels, and those threads that were made.

    Matches that the bot itself cannot see are left out.
    """
    channels = sa.select(_match.c.guild_id, _match.c.channel_id)
    threads = sa.select(_match.c.guild_id, _match.c.thread_id).join(
        _publication,
        sa.and_(
            _publication.c.match_id == _match.c.id,
            _publication.c.board_channel == _match.c.thread_id,
        ),
    )
    seen = (_match.c.status.in_(_values(LIVE)), _match.c.by_token.is_(False))
    rows = connection.execute(sa.union(channels.where(*seen), threads.where(*seen)))
    return [Location(row.guild_id, row.channel_id) for row in rows]


def _close(connection: sa.Connection, where: sa.ColumnElement[bool], why: str) -> list[MatchId]:
    rows = connection.scalars(
        sa.update(_match)
        .where(where, _match.c.status.in_(_values(LIVE)))
        .values(
            status=Status.CLOSED.value,
            deadline=None,
            closed_for=why,
            version=_match.c.version + 1,
            door="{}",
            proposal=None,
        )
        .returning(_match.c.id)
    )
    return sorted(MatchId(key) for key in rows)


def _all(connection: sa.Connection, query: sa.Select[Any]) -> list[Found]:
    return [_found(row) for row in connection.execute(query)]


def _found(row: sa.Row[Any]) -> Found:
    try:
        return match_row(row)
    except UnreadableMatch as error:
        return error


def _not_in(aside: Collection[MatchId]) -> tuple[sa.ColumnElement[bool], ...]:
    """Leave matches out; on ordinary days there are none, and nothing is asked.

    The last one is named as often as it takes to a power of two: a server plans a question again
    for each number of them.
    """
    if not aside:
        return ()
    keys = sorted(aside)
    padded = keys + keys[-1:] * ((1 << (len(keys) - 1).bit_length()) - len(keys))
    return (_match.c.id.not_in(padded),)


def _values(statuses: Collection[Status]) -> list[str]:
    return [status.value for status in statuses]


# Which matches can be read and played on: the others are set aside, and everything goes on.

log = logging.getLogger(__name__)


class UnreadableFilter:
    """Tells matches that can be read from others; `aside` are those found so far that cannot."""

    def __init__(self, rules: Mapping[str, int] | None) -> None:
        """Begin with none aside; `rules` are the games that can be played (None: all)."""
        self.aside: set[MatchId] = set()
        self._rules = rules

    def set_aside(self, error: UnreadableMatch) -> None:
        """Leave a match out of every list; the log names it, but only once."""
        if error.match_id not in self.aside:
            self.aside.add(error.match_id)
            log.error("%s; it is set aside, the others go on", error)

    def one(self, found: Found | None) -> MatchRow | None:
        """Return a match, if there is one. Raises UnreadableMatch."""
        known = None if found is None else self._known(found)
        if isinstance(known, UnreadableMatch):
            self.set_aside(known)
            raise known
        return known

    def of(self, found: Iterable[Found]) -> list[MatchRow]:
        """Return those that can be read."""
        readable = []
        for row in map(self._known, found):
            if isinstance(row, UnreadableMatch):
                self.set_aside(row)
            else:
                readable.append(row)
        return readable

    def _known(self, found: Found) -> Found:
        """Return a match, or why this version cannot play it on."""
        if isinstance(found, UnreadableMatch) or self._rules is None:
            return found
        newest = self._rules.get(found.game)
        if newest is None:
            return UnreadableMatch(found.id, f"this version has no game {found.game!r}")
        if found.rules_version > newest:
            why = f"its rules are of version {found.rules_version}, newer than {newest}"
            return UnreadableMatch(found.id, why)
        return found


# Matches of series that are not closed: what came of them is told to nobody yet.

PRACTICE_NAME = "practice"
"""The first word of the keys of games that go on from a moment of another: nobody is told of one.

There is no series by such a key.
"""
LESSON_NAME = "lesson"
"""The first word of the keys of games that end a lesson, likewise."""
BEAT_NAME = "beat"
"""The first word of the keys of games with the cards of another that is over, likewise."""
_series = schema.series


def withheld() -> sa.Select[Any]:
    """Select the ids of matches whose deals others still play, and of those that stand nowhere."""
    held = _match.alias("held")
    still_open = sa.select(_series.c.key).where(_series.c.closed.is_(None))
    alone = (held.c.series.like(f"{name} %") for name in (PRACTICE_NAME, LESSON_NAME, BEAT_NAME))
    is_held = sa.or_(held.c.series.in_(still_open), *alone)
    return sa.select(held.c.id).where(is_held, in_a_series(held))


def is_withheld(connection: sa.Connection, match_id: MatchId) -> bool:
    """Return whether others still play the deals of a match."""
    closed = (
        sa.select(_series.c.closed)
        .join(_match, _match.c.series == _series.c.key)
        .where(_match.c.id == match_id)
    )
    row = connection.execute(closed).one_or_none()
    return row is not None and row.closed is None


# The order in which games were played out, for what follows from them later: ratings.

_ending, _result = schema.ending, schema.result


def note(connection: sa.Connection, match_id: MatchId, at: float) -> None:
    """Note that a game was played out, after all others; once.

    One whose deals others still play is left to `note_series`: its ratings would tell who won.
    """
    if not is_withheld(connection, match_id):
        _note(connection, [match_id], at)


def note_series(connection: sa.Connection, key: str, at: float) -> None:
    """Note the games of a series that is closed now, in the order of their ends."""
    # Only what was played out has results.
    played = sa.select(_result.c.match_id).where(_result.c.match_id == _match.c.id).exists()
    games = sa.select(_match.c.id).where(_match.c.series == key, in_a_series(), played)
    in_order = games.order_by(_match.c.touched, _match.c.id)
    _note(connection, [MatchId(found) for found in connection.scalars(in_order)], at)


def _note(connection: sa.Connection, match_ids: Sequence[MatchId], at: float) -> None:
    last = connection.scalar(sa.select(sa.func.max(_ending.c.number))) or 0
    rows = [
        {"match_id": match_id, "number": number, "at": at, "verdict": None}
        for number, match_id in enumerate(match_ids, start=last + 1)
    ]
    add_missing(connection, _ending, rows)
