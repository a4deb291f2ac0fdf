"""Who wants to be called to which tables, and the calls that are open.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from bot.store import matches, schema
from bot.store.codec import upsert
from bot.store.database import Part, reads, writes
from bot.store.holdings import exported_id, exported_time
from bot.store.rows import LIVE, MatchId, MatchRow, Status
from engine.game import Json

_seeker, _match, _seat, _block = schema.seeker, schema.match, schema.seat, schema.block

HOUR = 3600.0
"""Seconds from one call of a person to the next."""

AT_PLAY = 900.0
"""Somebody is at play who sits at a table at which something happened within so many seconds."""

THRICE = 3
"""After so many calls in a row that somebody has not answered they are called no more."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """A person who is called to tables of some `games` of a server, spelt "nimbly balloon".

    `called` is when they were called last, from whichever server; 0 for never. `ignored` counts the
    calls from this one since the last that they answered. `match_id` is the lobby of a call that is
    open, with its direct message, None before it was sent.
    """

    user_id: int
    guild_id: int
    games: str = ""
    called: float = 0.0
    ignored: int = 0
    match_id: MatchId | None = None
    message_id: int | None = None


def of(connection: sa.Connection, user_id: int, guild_id: int) -> Seeker:
    """Return what a person wants in a server."""
    found = _where(connection, _seeker.c.user_id == user_id, _seeker.c.guild_id == guild_id)
    return found[0] if found else Seeker(user_id, guild_id)


def want(connection: sa.Connection, user_id: int, guild_id: int, games: str) -> None:
    """Note to which games of a server a person wants to be called; with none a call is over."""
    known = _where(connection, _seeker.c.user_id == user_id)
    old = of(connection, user_id, guild_id) if games else Seeker(user_id, guild_id)
    called = max((one.called for one in known), default=0.0)
    if games or known:
        new = replace(old, games=games, called=called, ignored=0)
        upsert(connection, _seeker, [asdict(new)])


def to_do(connection: sa.Connection) -> tuple[list[Seeker], list[MatchRow]]:
    """Return who has an open call, and all lobbies that may call with the matches of these."""
    called = _where(connection, _seeker.c.match_id.is_not(None))
    sought = sa.select(_seeker.c.guild_id).where(_seeker.c.games != "")
    is_sought = sa.and_(_match.c.status == Status.LOBBY.value, _match.c.guild_id.in_(sought))
    found = matches.found_in(connection, is_sought)
    lobbies = [row for row in found if isinstance(row, MatchRow)]
    others = {one.match_id for one in called}.difference(row.id for row in lobbies)
    # Apart, so that each is found by an index.
    found = matches.found_in(connection, _match.c.id.in_(others)) if others else []
    return called, lobbies + [row for row in found if isinstance(row, MatchRow)]


def free(connection: sa.Connection, row: MatchRow, now: float) -> list[Seeker]:
    """Return whom a lobby may call as far as the store knows, the longest not called first.

    That is nobody who was called within the hour, is or was there or asked to come, sits at a table
    or waits in a lobby, or has blocked anybody in this one or is blocked by them.
    """
    here = [member.user_id for member in row.members if member.user_id is not None]
    known = {*here, row.opener_id, *row.door.kicked, *row.door.invited}
    is_live = _match.c.status.in_([status.value for status in LIVE])
    at_play = sa.select(_seat.c.user_id).join(_match, _match.c.id == _seat.c.match_id)
    out = (
        at_play.where(is_live, _match.c.touched > now - AT_PLAY, _seat.c.user_id.is_not(None)),
        sa.select(_block.c.blocked_id).where(_block.c.user_id.in_(here)),
        sa.select(_block.c.user_id).where(_block.c.blocked_id.in_(here)),
    )
    found = _where(
        connection, _seeker.c.guild_id == row.guild_id, _seeker.c.called <= now - HOUR,
        _seeker.c.user_id.not_in(known), *(_seeker.c.user_id.not_in(who) for who in out),
    )  # fmt: skip
    return [one for one in found if row.game in one.games.split()]


def call(connection: sa.Connection, seeker: Seeker, match_id: MatchId, now: float) -> bool:
    """Note that a person is called to a lobby; False if what they want has changed."""
    if of(connection, seeker.user_id, seeker.guild_id) != seeker:
        return False
    own = sa.update(_seeker).where(_seeker.c.user_id == seeker.user_id)
    connection.execute(own.values(called=now))
    here = own.where(_seeker.c.guild_id == seeker.guild_id)
    connection.execute(here.values(match_id=match_id, message_id=None))
    return True


def note_told(connection: sa.Connection, user_id: int, match_id: MatchId, message: int) -> None:
    """Note which direct message a call is."""
    own = _seeker.c.user_id == user_id, _seeker.c.match_id == match_id
    connection.execute(sa.update(_seeker).where(*own).values(message_id=message))


def settle(connection: sa.Connection, user_id: int, match_id: MatchId, ignored: int = 0) -> None:
    """End an open call; `ignored` are the unanswered ones, which may be enough."""
    own = _seeker.c.user_id == user_id, _seeker.c.match_id == match_id
    ends = {"games": "", "ignored": 0} if ignored >= THRICE else {"ignored": ignored}
    connection.execute(
        sa.update(_seeker).where(*own).values(match_id=None, message_id=None, **ends)
    )


def personal_data(connection: sa.Connection, user_id: int) -> dict[str, Json]:
    """Return what a person is given of their calls to tables."""
    told: list[Json] = [
        {
            "server": exported_id(one.guild_id), "games": one.games,
            "called": exported_time(one.called), "not_answered": one.ignored,
            "called_to": one.match_id, "message": exported_id(one.message_id),
        }
        for one in _where(connection, _seeker.c.user_id == user_id)
    ]  # fmt: skip
    return {"calls_to_tables": told}


def forget(connection: sa.Connection, guild_id: int, _now: float) -> None:
    """Forget who wanted to be called in a server that the bot has left."""
    connection.execute(sa.delete(_seeker).where(_seeker.c.guild_id == guild_id))


def expire(connection: sa.Connection, before: float) -> None:
    """Forget who wants no calls any more, and had none since a moment."""
    gone = _seeker.c.games == "", _seeker.c.called < before
    connection.execute(sa.delete(_seeker).where(*gone))


def _where(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[Seeker]:
    query = sa.select(_seeker).where(*where).order_by(_seeker.c.called, _seeker.c.user_id)
    return [Seeker(*row) for row in connection.execute(query)]


class SeekerStore(Part):
    """The part of the store about seekers."""

    of = reads(of)
    want = writes(want)
    to_do = reads(to_do)
    free = reads(free)
    call = writes(call)
    note_told = writes(note_told)
    settle = writes(settle)
