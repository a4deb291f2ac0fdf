"""When a person is called to their turn: as they wish, in no quiet hours, and awake.

Pure, but for the one function that asks the store for their active hours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.match.clock.turns import REMIND, is_slow
from bot.match.table import is_house
from bot.preferences.hours import HOUR, ActiveHours, active_from, active_hours
from bot.preferences.person import CallMoment, PersonSettings, Place
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.rows import MatchRow, Member, Status
from engine.game import View
from engine.seats import Seat

QUIET = 60.0
"""People who did something within this many seconds are not called, unless they want it."""

SHORT = 180
"""A turn of fewer seconds leaves no time for that: a quarter of it is waited for."""


def called_seats(row: MatchRow, view: View) -> tuple[Seat, ...]:
    """Return the seats whose persons are to be called, given what everybody sees of their game.

    Nobody is called for a move that makes itself, nor while the game is paused, nor where the bot
    cannot call, or they are alone with it.
    """
    is_here = row.by_token or row.guild_id is None
    if row.status is not Status.PLAYING or row.pauses or is_here:
        return ()
    if len(view.to_act) == 1 and PRESENTERS[row.game].forced(view) is not None:
        return ()
    return tuple(seat for seat in view.to_act if not is_house(row.members[seat - 1]))


def place_of(member: Member, settings: PersonSettings) -> Place:
    """Return where a person is called; at the table where direct messages do not reach them."""
    is_shut = settings.place is Place.DM and not member.dm
    return Place.TABLE if is_shut else settings.place


async def may_call_at(
    store: Store, row: MatchRow, user_id: int, settings: PersonSettings, now: float, seen: float
) -> float | None:
    """Return the earliest time a person who is to act may be called; None if never.

    `seen` is when they were at the table, if they did anything else there since they acted.
    """
    member = next(member for member in row.members if member.user_id == user_id)
    member = replace(member, acted=max(member.acted, seen))
    active = await hours_for(store, [row], user_id, settings, now)
    return call_at(row, member, settings, active, now)


async def hours_for(
    store: Store, rows: Iterable[MatchRow], user_id: int, settings: PersonSettings, now: float
) -> ActiveHours:
    """Return a person's active hours, if they count at any of these tables; else none.

    Their moves are looked at only then, and once.
    """
    is_learnt = settings.learns and any(map(is_slow, rows))
    return await active_hours(store, user_id, now) if is_learnt else frozenset()


def call_at(
    row: MatchRow, member: Member, settings: PersonSettings, active: ActiveHours, now: float
) -> float | None:
    """Return the earliest time a person who is to act may be called; None if never.

    `active` are their active hours. These count at slow tables, and for nobody who was there
    within the hour.
    """
    when = _wished(member, settings, now, _quiet(row))
    if when is not None and is_slow(row):
        when = max(when, member.clock.vacation)
    if when is None or settings.place is Place.NOWHERE:
        return None
    if is_slow(row) and now - member.acted >= HOUR:
        when = _awake(row, member, active, when)
    return settings.quiet_left_at(when)


def _quiet(row: MatchRow) -> float:
    return min(QUIET, row.terms.clock / 4) if 0 < row.terms.clock < SHORT else QUIET


def _wished(member: Member, settings: PersonSettings, now: float, quiet: float) -> float | None:
    """Return when a person wishes to be called, at whatever hour."""
    if member.clock.reminded:
        return now
    if settings.moment is CallMoment.LAST:
        return None
    # What happened after now was noted by a clock that has been set back since.
    is_here = settings.moment is CallMoment.QUIET and 0 <= now - member.acted < quiet
    return member.acted + quiet if is_here else now


def _awake(row: MatchRow, member: Member, active: ActiveHours, when: float) -> float:
    """Return when a person is usually awake, but no later than leaves them time to move."""
    awake = active_from(active, when)
    if member.clock.due is None:
        return awake
    latest = member.clock.due - row.terms.clock * (1 - REMIND) / 2
    # Better woken than too late.
    return max(when, min(awake, latest)) if member.clock.reminded else awake
