"""Who is in the rounds of an evening, and who may still come. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Refused
from bot.evenings.rows import EveningPerson, EveningRow
from bot.match.table import seat_of
from bot.store.members import Presence
from bot.store.rows import MatchRow, Status


def own_of(people: Sequence[EveningPerson], user_id: int) -> EveningPerson | None:
    """Return a person as they are in an evening; None if they never were."""
    return next((one for one in people if one.user_id == user_id), None)


def require_open(evening: EveningRow, own: EveningPerson | None) -> None:
    """Raise Refused unless a person can join from the next round on: nobody new from the second."""
    if evening.ended is not None or evening.round >= evening.rounds:
        raise Refused("refused.evening_no_more")
    if own is not None and own.gone is None:
        raise Refused("refused.evening_in")
    if own is None and evening.round > 1:
        raise Refused("refused.evening_late")


def held_seat(rows: Sequence[MatchRow], user_id: int) -> MatchRow | None:
    """Return the table of a round at which a house player holds a person's seat, if one does."""
    held = Presence.LEFT, Presence.LATE
    for row in rows:
        if row.status is Status.PLAYING and (seat := seat_of(row, user_id)) is not None:
            return row if row.members[seat - 1].presence in held else None
    return None


def came_back(
    rows: Sequence[MatchRow], people: Sequence[EveningPerson], number: int
) -> list[EveningPerson]:
    """Return who left in a round and has come back to their seat by themselves."""
    there = {
        member.user_id
        for row in rows
        for member in row.members
        if row.status is Status.PLAYING and not member.away
    }
    return [one for one in people if one.gone == number and one.user_id in there]


def not_playing(
    evening: EveningRow, people: Sequence[EveningPerson], user_id: int, number: int
) -> Refused:
    """Return why somebody without a seat in a round has neither cards nor a result in it."""
    own, plays = own_of(people, user_id), number not in evening.played
    if own is not None and own.gone is None:
        if plays and evening.round < evening.rounds:
            return Refused("refused.evening_comes", round=evening.round + 1)
        return Refused("refused.evening_not_then")
    try:
        require_open(evening, own)
    except Refused:
        return Refused("refused.evening_not_in" if own is None else "refused.evening_not_then")
    return Refused("refused.evening_not_in.join", round=evening.round + 1)
