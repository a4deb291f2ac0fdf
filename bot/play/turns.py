"""The turn clock: how long a person may take, and what comes of it when they took longer; pure.

A turn begins when its seat is to act, for each seat by itself. At three quarters of the time the
person is reminded; at its end a stand-in plays for them until they are back. Where nobody is there
any more the game waits: house players do not play among themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.play.robots import forced_move
from bot.play.table import is_house, present
from bot.store.rows import Member, Status

if TYPE_CHECKING:
    from bot.play.table import Table
    from bot.store.rows import MatchRow

Delay = Callable[[], float]
"""Draws for how many seconds a house player seems to think."""

REMIND = 0.75
"""The part of a turn's time after which the person is reminded."""

GRACE = 60.0
"""Seconds that everybody to act has at least when the bot was away and is back."""

LOBBY_MINUTES = 30
"""How long a lobby waits untouched before it closes itself."""


def is_alone(row: MatchRow) -> bool:
    """Return whether one person plays with house players only."""
    return row.status is Status.PLAYING and len(present(row)) == 1 < len(row.members)


def stopped_at(row: MatchRow) -> float | None:
    """Return when a game stopped that is paused; None while it goes on."""
    return min((pause.since for pause in row.pauses), default=None)


def is_due(row: MatchRow, status: Status, now: float) -> bool:
    """Return whether a match of this status has come to its deadline."""
    return row.status is status and row.deadline is not None and row.deadline <= now


def with_clocks(table: Table, now: float, delay: Delay) -> MatchRow:
    """Return the row with its clocks set: everybody's time, and when the match is due next.

    In a game that is paused it is still the moment at which it stopped, and nothing is ever due.
    """
    row, acting = table.row, table.to_act()
    stopped = stopped_at(row)
    began = now if stopped is None else stopped
    members = tuple(
        _timed(member, row.terms.clock, began, to_act=seat in acting and not is_house(member))
        for seat, member in enumerate(row.members, start=1)
    )
    row = replace(row, members=members)
    if stopped is not None:
        return replace(row, deadline=None)
    due = [when for member in members if (when := _next(member, row.terms.clock)) is not None]
    moves_itself = any(is_house(table.member(seat)) for seat in acting)
    if present(row) and (moves_itself or forced_move(table) is not None):
        due.append(now + delay())
    return replace(row, deadline=min(due, default=None))


def expired(row: MatchRow, now: float) -> MatchRow:
    """Return the row with those reminded, or played for, for whom it is time."""
    members = tuple(_expired(member, row.terms.clock, now) for member in row.members)
    late = {member.user_id for member in members if member.late}
    votes = tuple(user for user in row.votes if user not in late)
    return replace(row, members=members, votes=votes)


def with_time_of(row: MatchRow, then: float, now: float) -> MatchRow:
    """Return the row in which everybody to act has the time that they had left `then`.

    It is at least the grace, and at most their whole time: nobody could move for a while, or the
    clock was set, and stored times may lie anywhere. What was done is not left ahead of now.
    """
    members = tuple(_going_on(member, row.terms.clock, then, now) for member in row.members)
    return replace(row, members=members)


def lobby_in_reach(row: MatchRow, then: float, now: float) -> MatchRow:
    """Return the lobby with the time it had left `then`, and no more than its whole time."""
    latest = now + LOBBY_MINUTES * 60
    if row.deadline is None:
        return row
    return replace(row, deadline=min(row.deadline + now - then, latest))


def left(member: Member, now: float) -> Member:
    """Return the member gone from their seat: a house player moves for them."""
    return replace(member, away=True, late=False, acted=now, due=None, reminded=False)


def returned(member: Member, now: float) -> Member:
    """Return the member back at their seat, with their time before them."""
    return replace(member, away=False, late=False, acted=now, due=None, reminded=False)


def _going_on(member: Member, clock: int, then: float, now: float) -> Member:
    member = replace(member, acted=min(member.acted, now))
    if member.due is None:
        return member
    left = min(max(member.due - then, GRACE), max(GRACE, clock))
    return replace(member, due=now + left)


def _timed(member: Member, clock: int, now: float, *, to_act: bool) -> Member:
    if not to_act or not clock:
        return replace(member, due=None, reminded=False)
    return member if member.due is not None else replace(member, due=now + clock)


def _next(member: Member, clock: int) -> float | None:
    """Return when something is due for a member: the reminder, or the end of their time."""
    if member.due is None or member.reminded:
        return member.due
    return member.due - clock * (1 - REMIND)


def _expired(member: Member, clock: int, now: float) -> Member:
    if member.due is None:
        return member
    if member.due <= now:
        return replace(member, away=True, late=True, due=None, reminded=False)
    reminder = _next(member, clock)
    return replace(member, reminded=member.reminded or (reminder or now) <= now)
