"""The stored columns that are about people, and how to find those of one person.

A test walks the schema: a column that is not listed here, or a field of a member, fails it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, or_, select

from bot.store import doors, schema
from bot.store.holdings import HOLDINGS
from bot.store.rows import Door, HandMessage, MatchId, Member, Pause, Proposal, Status, Terms
from bot.store.settings import all_of, person_scope
from engine.game import Json

T = TypeVar("T")


class Kind(Enum):
    """The meaning of a column for people, and its fate when one has their data deleted."""

    NOBODY = "of nobody in particular: stays"
    PLAY = "what a seat did or what came of it, not whose seat it is: stays"
    PERSON = "whose: replaced by the number of the seat, a name by another"
    OWN = "one person's alone: emptied, or its row removed"
    NOTE = "what somebody else has set about a person: stays until they take it back"
    PLACE = "where: emptied when the bot has long left the server"


_NOBODY, _PLAY, _PERSON, _OWN, _NOTE, _PLACE = Kind

COLUMNS: Mapping[str, Mapping[str, Kind]] = {
    "match": {
        "id": _NOBODY, "version": _NOBODY, "published": _NOBODY, "status": _NOBODY,
        "game": _NOBODY, "rules_version": _NOBODY, "options": _NOBODY, "guild_id": _PLACE,
        "channel_id": _PLACE, "opener_id": _PERSON, "locale": _NOBODY, "secret": _NOBODY,
        "members": _PERSON, "created": _NOBODY, "touched": _NOBODY, "entropy": _OWN,
        "seed": _NOBODY, "moves": _NOBODY, "deadline": _NOBODY, "votes": _OWN, "rated": _NOBODY,
        "state": _PLAY, "terms": _NOBODY, "pauses": _PERSON, "by_token": _NOBODY,
        "follows": _NOBODY, "door": _OWN,
        "thread_id": _PLACE, "thread_gone": _NOBODY, "closed_for": _NOBODY,
        "proposal": _OWN, "series": _NOBODY, "home": _NOBODY,
    },
    "seat": {"match_id": _NOBODY, "position": _NOBODY, "user_id": _PERSON, "key": _PERSON},
    "move": {
        "match_id": _NOBODY, "number": _NOBODY, "seat": _NOBODY, "code": _PLAY, "by": _PERSON,
        "at": _PLAY,
    },
    "result": {
        "match_id": _NOBODY, "seat": _NOBODY, "user_id": _PERSON, "name": _PERSON,
        "score": _PLAY, "won": _PLAY, "best_deal": _PLAY, "deals": _PLAY, "level": _NOBODY,
        "hinted": _PLAY,
    },
    "person": {"user_id": _OWN, "name": _OWN},
    "publication": {
        "match_id": _NOBODY, "board_channel": _PLACE, "board_message": _PLACE,
        "board_at": _NOBODY, "ping_message": _OWN, "ping_user": _OWN, "ping_last": _OWN,
        "line": _NOBODY, "thread_open": _NOBODY,
    },
    "hand": {
        "match_id": _NOBODY, "user_id": _OWN, "channel_id": _OWN, "message_id": _OWN,
        "deal": _OWN, "version": _OWN,
    },
    "invitation": {
        "match_id": _NOBODY, "target_id": _OWN, "inviter_id": _OWN, "at": _OWN, "call": _OWN,
        "told": _OWN,
    },
    "block": {"user_id": _OWN, "blocked_id": _NOTE, "at": _OWN},
    "setting": {"scope": _OWN, "key": _OWN, "value": _OWN},
    "series": {
        "key": _NOBODY, "game": _NOBODY, "options": _NOBODY, "secret": _NOBODY,
        "rules_version": _NOBODY, "players_version": _NOBODY, "opens": _NOBODY,
        "closes": _NOBODY, "closed": _NOBODY, "why": _NOBODY,
    },
    "ending": {"match_id": _NOBODY, "number": _NOBODY, "at": _NOBODY, "verdict": _NOBODY},
    "rating_change": {
        "match_id": _NOBODY, "seat": _NOBODY, "user_id": _OWN, "game": _NOBODY, "season": _NOBODY,
        "place": _OWN, "weight": _OWN, "mu": _OWN, "sigma": _OWN, "ever_mu": _OWN,
        "ever_sigma": _OWN,
    },
    "rating": {
        "user_id": _OWN, "game": _NOBODY, "season": _NOBODY, "mu": _OWN, "sigma": _OWN,
        "games": _OWN, "wins": _OWN,
    },
    "review": {
        "match_id": _NOBODY, "seat": _OWN, "user_id": _OWN, "version": _OWN, "accuracy": _OWN,
        "body": _OWN,
    },
    "league": {
        "id": _NOBODY, "guild_id": _PLACE, "channel_id": _PLACE, "game": _NOBODY,
        "options": _NOBODY, "locale": _NOBODY, "opened": _NOBODY, "weeks": _NOBODY,
        "week": _NOBODY, "told": _NOBODY, "ended": _NOBODY, "ends": _NOBODY, "counted": _NOBODY,
    },
    "evening": {
        "id": _NOBODY, "begun": _NOBODY, "rounds": _NOBODY, "round": _NOBODY, "next_at": _NOBODY,
        "ended": _NOBODY, "secret": _NOBODY, "start": _NOBODY, "appointment": _NOBODY,
        "paused": _NOBODY, "turn": _NOBODY,
    },
    "appointment": {
        "id": _NOBODY, "guild_id": _PLACE, "channel_id": _PLACE, "locale": _NOBODY,
        "games": _NOBODY, "rounds": _NOBODY, "turn": _NOBODY, "weekday": _NOBODY,
        "minute": _NOBODY, "zone": _NOBODY, "next_at": _NOBODY, "lobby_id": _NOBODY,
        "reminder": _PLACE, "opened": _NOBODY, "season": _NOBODY, "since": _NOBODY,
        "weeks": _NOBODY, "counted": _NOBODY, "handicap": _NOBODY,
    },
    "evening_board": {
        "evening_id": _NOBODY, "guild_id": _PLACE, "match_id": _NOBODY, "locale": _NOBODY,
        "channel_id": _PLACE, "message_id": _PLACE, "shown": _NOBODY, "asks": _NOBODY,
    },
    "evening_person": {
        "evening_id": _NOBODY, "user_id": _OWN, "guild_id": _PLACE, "name": _OWN, "joined": _OWN,
        "since": _OWN, "gone": _OWN, "place": _OWN, "points": _OWN, "hosts": _OWN,
        "exchange": _NOBODY, "ruled": _OWN, "removed": _OWN,
    },
    "challenge": {
        "code": _NOBODY, "home_id": _NOBODY, "away_id": _NOBODY, "ready_id": _NOBODY,
        "until": _NOBODY,
    },
    "club": {"guild_id": _PLACE, "name": _PLACE},
    "puzzle": {
        "key": _NOBODY, "game": _NOBODY, "record": _PLAY, "seat": _PLAY, "choices": _NOBODY,
        "match_id": _NOBODY, "answers": _NOBODY, "mu": _NOBODY, "sigma": _NOBODY,
        "theme": _NOBODY, "disliked": _NOBODY,
    },
    "puzzle_answer": {
        "user_id": _OWN, "puzzle": _OWN, "code": _OWN, "is_right": _OWN, "at": _OWN,
        "mu": _OWN, "sigma": _OWN, "disliked": _OWN,
    },
    "puzzle_return": {
        "user_id": _OWN, "puzzle": _OWN, "due": _OWN, "step": _OWN, "is_own": _OWN,
    },
    "daily_try": {
        "day": _OWN, "user_id": _OWN, "match_id": _OWN, "at": _OWN, "gave_up": _OWN,
        "later": _OWN, "squares": _OWN, "place": _OWN, "total": _OWN,
    },
    "process": {"name": _NOBODY, "until": _NOBODY},
    "lease": {"name": _NOBODY, "process": _NOBODY},
    "claim": {"interaction_id": _NOBODY, "session": _NOBODY, "at": _NOBODY},
    "daily_place": {"day": _OWN, "guild_id": _OWN, "user_id": _OWN},
    "daily_share": {
        "day": _OWN, "channel_id": _OWN, "user_id": _OWN, "guild_id": _OWN, "name": _OWN,
        "message_id": _OWN,
    },
    "seeker": {
        "user_id": _OWN, "guild_id": _OWN, "games": _OWN, "called": _OWN, "ignored": _OWN,
        "match_id": _OWN, "message_id": _OWN,
    },
}  # fmt: skip
"""Every column by its table. Settings are a person's where their scope is."""

FIELDS: Mapping[type, Mapping[str, Kind]] = {
    Member: {
        "key": _PERSON, "name": _PERSON, "joined": _OWN, "level": _NOBODY, "manner": _NOBODY,
        "away": _OWN, "acted": _OWN, "dm": _OWN, "late": _OWN, "due": _OWN, "reminded": _OWN,
        "hinted": _OWN, "kicked": _OWN, "bank": _OWN, "vacation": _OWN,
    },
    Pause: {"why": _NOBODY, "since": _NOBODY, "by": _PERSON, "missing": _NOBODY},
    Proposal: {
        "number": _NOBODY, "yes": _OWN, "clock": _NOBODY, "bank": _NOBODY, "hints": _NOBODY,
        "until": _NOBODY, "back": _NOBODY,
    },
    Door: {
        "private": _NOBODY, "invited": _OWN, "quiet": _OWN, "roles": _NOBODY, "kicked": _OWN,
        "won": _OWN, "behind": _OWN,
    },
    Terms: {
        "hints": _NOBODY, "clock": _NOBODY, "bank": _NOBODY, "fast": _NOBODY, "level": _NOBODY,
        "coach": _NOBODY, "rounds": _NOBODY, "begins": _NOBODY, "against": _NOBODY,
        "ready": _NOBODY, "table": _NOBODY, "chairs": _NOBODY, "appointment": _NOBODY,
    },
}  # fmt: skip
"""The fields of what stands as JSON in a column of a match."""

_MAYBE_PAUSED = ("lobby", "playing", "closed")


@dataclass(frozen=True, slots=True)
class Personal:
    """A person's data outside of games, and their games, the newest first.

    `name` is the one of their latest result; None without one. `opened` are the matches that they
    opened, `called` those in which a call to them stands, `paused` those that they paused, and
    `asked` those that they are asked to come to, or were removed from before they began. `blocked`
    are the people they have blocked, `invited_to` the matches to which they have invited somebody
    within the last hour or so. `of_features` is what features keep about them, by name, and
    `with_games` what these keep about each of their games.
    """

    name: str | None
    settings: Mapping[str, str]
    hands: tuple[HandMessage, ...]
    matches: tuple[MatchId, ...]
    opened: tuple[MatchId, ...]
    called: tuple[MatchId, ...]
    paused: tuple[MatchId, ...]
    asked: tuple[MatchId, ...]
    blocked: tuple[int, ...] = ()
    invited_to: tuple[MatchId, ...] = ()
    of_features: Mapping[str, Json] = field(default_factory=dict)
    with_games: Mapping[str, Mapping[MatchId, Json]] = field(default_factory=dict)


def paused_by(user_id: int) -> Select[Any]:
    """Ask which matches a person paused; one that was played out has been resumed."""
    match = schema.match.c
    return select(match.id).where(
        match.status.in_(_MAYBE_PAUSED), match.pauses.contains(f'"by":{user_id},')
    )


def asking(user_id: int) -> Select[Any]:
    """Ask which lobbies a person is asked to come to; no other match asks anybody."""
    match = schema.match.c
    named = (match.door.like(f"%{before}{user_id}{behind}%") for before in "[," for behind in ",]")
    return select(match.id).where(match.status == Status.LOBBY.value, or_(*named))


def of(connection: Connection, user_id: int) -> Personal:
    """Return a person's data."""
    match, seat, hand = schema.match.c, schema.seat.c, schema.hand
    person, publication = schema.person.c, schema.publication.c
    name = connection.scalar(select(person.name).where(person.user_id == user_id))
    hands = connection.execute(
        select(hand).where(hand.c.user_id == user_id).order_by(hand.c.match_id)
    )
    seats = select(seat.match_id).where(seat.user_id == user_id).order_by(seat.match_id.desc())
    opened = select(match.id).where(match.opener_id == user_id).order_by(match.id.desc())
    called = select(publication.match_id).where(publication.ping_user == user_id)
    return Personal(
        name=name,
        settings=all_of(connection, person_scope(user_id)),
        hands=tuple(HandMessage(*row) for row in hands),
        matches=tuple(map(MatchId, connection.scalars(seats))),
        opened=tuple(map(MatchId, connection.scalars(opened))),
        called=tuple(map(MatchId, connection.scalars(called))),
        paused=tuple(map(MatchId, connection.scalars(paused_by(user_id)))),
        asked=tuple(map(MatchId, connection.scalars(asking(user_id)))),
        blocked=tuple(doors.blocked_by(connection, user_id)),
        invited_to=_invited_to(connection, user_id),
        of_features=_joined(one.personal_data(connection, user_id) for one in HOLDINGS.values()),
        with_games=_joined(
            one.personal_data_by_game(connection, user_id) for one in HOLDINGS.values()
        ),
    )


def _joined(parts: Iterable[Mapping[str, T]]) -> dict[str, T]:
    return {name: value for part in parts for name, value in part.items()}


def _invited_to(connection: Connection, user_id: int) -> tuple[MatchId, ...]:
    invitation = schema.invitation.c
    matches = select(invitation.match_id).where(invitation.inviter_id == user_id).distinct()
    return tuple(MatchId(key) for key in sorted(connection.scalars(matches)))
