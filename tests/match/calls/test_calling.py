"""When a person may be called: as they wish, and after quiet hours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.match.calls.calling import QUIET, call_at, called_seats, place_of
from bot.match.table.times import SLOW
from bot.preferences.hours import QuietHours
from bot.preferences.person import USUAL, CallMoment, PersonSettings, Place
from bot.store.rows import Member, Pause, Presence, Status, Terms, TurnClock
from tests.match.rows import tables

DAY, HOUR = 86400.0, 3600.0
NOW = 100 * DAY + 12 * HOUR
"""Noon, UTC."""

TABLE = next(tables("Ada", "Ben", "Cleo"))
ADA = Member("101", "Ada", acted=NOW - 2 * HOUR)
STILL, REMINDED = TurnClock(), TurnClock(reminded=True)
NIGHT = PersonSettings(quiet=QuietHours(22 * 60, 7 * 60))


def when(
    settings: PersonSettings = USUAL, *, clock: int = 600, now: float = NOW,
    turn: TurnClock = STILL, **changes: Any,
) -> float | None:  # fmt: skip
    """Return from when on Ada may be called, in seconds from `now`."""
    member = replace(ADA, clock=turn, **{"acted": now - 2 * HOUR, **changes})
    row = replace(TABLE.row, terms=Terms(clock=clock))
    at = call_at(row, member, settings, now)
    return None if at is None else at - now


def test_people_are_called_after_their_quiet_minute_or_as_they_wish() -> None:
    assert when() == 0
    assert when(acted=NOW - QUIET) == 0
    assert when(acted=NOW - 10) == QUIET - 10
    assert when(acted=NOW - 10, clock=180) == QUIET - 10
    assert when(acted=NOW - 10, clock=60) == 15 - 10
    assert when(acted=NOW - 15, clock=60) == 0
    # Noted by a clock that has been set back since.
    assert when(acted=NOW + 99) == 0
    once, last = PersonSettings(moment=CallMoment.ONCE), PersonSettings(moment=CallMoment.LAST)
    assert when(once, acted=NOW - 1) == 0
    assert when(last) is None
    assert when(last, turn=REMINDED) == when(acted=NOW - 1, turn=REMINDED) == 0
    assert when(PersonSettings(place=Place.NOWHERE), turn=REMINDED) is None


@pytest.mark.parametrize("turn", [STILL, REMINDED])
def test_nothing_calls_in_quiet_hours(turn: TurnClock) -> None:
    night = NOW + 11 * HOUR
    assert when(NIGHT, now=night, turn=turn) == 8 * HOUR
    assert when(NIGHT, now=night + 8 * HOUR, turn=turn) == 0


def test_a_minute_that_ends_in_quiet_hours_ends_with_them() -> None:
    evening = NOW + 10 * HOUR - 30
    assert when(NIGHT, now=evening, acted=evening) == 9 * HOUR + 30


def test_slow_tables_call_at_any_hour_but_quiet_ones() -> None:
    night = NOW + 15 * HOUR
    for clock in (SLOW, 86400):
        assert when(clock=clock, now=night, acted=NOW - 40 * DAY) == 0
        assert when(NIGHT, clock=clock, now=night) == 4 * HOUR


def test_who_takes_no_direct_messages_is_called_at_the_table() -> None:
    direct = PersonSettings(place=Place.DM)
    assert place_of(ADA, direct) is Place.DM
    assert place_of(replace(ADA, dm=False), direct) is Place.TABLE
    assert place_of(replace(ADA, dm=False), PersonSettings(place=Place.NOWHERE)) is Place.NOWHERE


@pytest.mark.parametrize(
    "changes",
    [
        {"status": Status.OVER},
        {"by_token": True},
        {"guild_id": None},
        {"pauses": (Pause("moderator", NOW),)},
        {"members": tuple(replace(one, presence=Presence.LEFT) for one in TABLE.row.members)},
    ],
)
def test_nobody_is_called_where_nobody_can_move_or_be_called(changes: dict[str, Any]) -> None:
    view = TABLE.view(None)
    assert called_seats(TABLE.row, view) == TABLE.to_act()
    assert called_seats(replace(TABLE.row, **changes), view) == ()
