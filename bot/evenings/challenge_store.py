"""Challenges and clubs: servers that play an evening against each other.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from sqlalchemy import Connection, delete, insert, or_, select, update

from bot.evenings.challenge import VALID, ChallengeRow, Club
from bot.store import schema
from bot.store.part import Part, reads, writes
from bot.store.rows import MatchId
from bot.store.upsert import upsert

_challenge = schema.challenge
_club = schema.club


def offer(connection: Connection, new: ChallengeRow, now: float) -> None:
    """Store a challenge; those that nobody can mean any more go."""
    connection.execute(delete(_challenge).where(_challenge.c.until < now - 5 * VALID))
    connection.execute(insert(_challenge), asdict(new))


def by_code(connection: Connection, code: str) -> ChallengeRow | None:
    """Return the challenge of a code, if there is one."""
    row = connection.execute(select(_challenge).where(_challenge.c.code == code)).one_or_none()
    return None if row is None else ChallengeRow(*row)


def of_lobby(connection: Connection, match_id: MatchId) -> ChallengeRow | None:
    """Return the challenge of a lobby of either server, if it has one."""
    is_of = or_(_challenge.c.home_id == match_id, _challenge.c.away_id == match_id)
    row = connection.execute(select(_challenge).where(is_of)).first()
    return None if row is None else ChallengeRow(*row)


def accept(connection: Connection, code: str, away_id: MatchId, now: float) -> bool:
    """Note the lobby of the server that accepts; False if that cannot be done any more."""
    hit = connection.execute(
        update(_challenge)
        .where(
            _challenge.c.code == code, _challenge.c.away_id.is_(None), _challenge.c.until > now
        )
        .values(away_id=away_id)
    )  # fmt: skip
    return bool(hit.rowcount)


def be_ready(connection: Connection, code: str, match_id: MatchId) -> MatchId | None:
    """Note that a lobby is ready; return which one was first."""
    connection.execute(
        update(_challenge)
        .where(_challenge.c.code == code, _challenge.c.ready_id.is_(None))
        .values(ready_id=match_id)
    )
    found = by_code(connection, code)
    return None if found is None else found.ready_id


def name_club(connection: Connection, guild_id: int, name: str) -> None:
    """Note how a server is called."""
    upsert(connection, _club, [asdict(Club(guild_id, name))])


def clubs(connection: Connection, guild_ids: Collection[int]) -> dict[int, Club]:
    """Return those of some servers that are clubs, by their ids."""
    rows = connection.execute(select(_club).where(_club.c.guild_id.in_(guild_ids)))
    return {row.guild_id: Club(*row) for row in rows}


class ChallengeStore(Part):
    """The part of the store about challenges and clubs."""

    offer = writes(offer)
    get = reads(by_code)
    of_lobby = reads(of_lobby)
    accept = writes(accept)
    be_ready = writes(be_ready)
    name_club = writes(name_club)
    clubs = reads(clubs)
