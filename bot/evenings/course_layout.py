"""What is said of the course of an evening: when a round ends or begins, and who is not in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.names import bold
from bot.evenings.standing import Standing
from bot.store.members import Presence
from bot.store.rows import Status
from render.api import All, Words

MISSED = 6
"""How many are named who are not in the next round; others are counted."""


def planned(standing: Standing) -> int:
    """Return how many rounds an evening was to have: its host may end it before."""
    return max(standing.evening.rounds, standing.first.terms.rounds)


def clock_lines(standing: Standing, say: Words) -> list[str]:
    """Say when the round that is played ends, and if its host lets no other one follow."""
    at = standing.evening
    if not at.has_rounds:
        return []
    presences = {
        member.presence
        for one in standing.tables
        if one.row.status is Status.PLAYING
        for member in one.row.members
        if member.user_id is not None
    }
    if presences & {Presence.HERE, Presence.LATE}:
        lines = [say("evening.ends", when=f"<t:{int(standing.closes)}:R>")]
    else:
        lines = [say("evening.ending")]
    return [*lines, *([say("evening.last")] if at.rounds < planned(standing) else [])]


def next_lines(standing: Standing, number: int, say: Words) -> list[str]:
    """Say what follows a round: when the next one begins and who is not in it, or that it has."""
    at = standing.evening
    if at.round > number:
        return [say("evening.begun", round=number + 1)]
    if at.next_at is None:
        return []
    lines = [say("evening.next", round=number + 1, when=f"<t:{int(at.next_at)}:R>")]
    missed = [bold(one.name) for one in standing.people if one.gone == number]
    if missed:
        names: Sequence[object] = All(missed)
        if (more := len(missed) - MISSED) > 0:
            names = [*missed[:MISSED], say("lobby.more_people", n=more)]
        lines.append(say("evening.missed", round=number + 1, names=names))
    return lines
