"""Vacation: time stands still at slow tables, for this many days a year."""

from __future__ import annotations

import pytest

from bot.errors import Refused
from bot.match.clock.clocks import Vacations
from bot.match.table.times import REMIND
from bot.preferences.person import A_YEAR, AT_ONCE, DAY, VacationDays
from bot.store.rows import MatchRow, Pause, Presence
from tests.match.clock.test_clocks import sweep
from tests.match.finished import ADA, BEN, CLEO, opened, start
from tests.match.stand import Parts
from tests.match.table.test_times import member, who

CLOCK = 86_400
NOW = 1_000_000_000.0


def vacations(parts: Parts) -> Vacations:
    return Vacations(parts.store, parts.tables, parts.clock)


async def slow(parts: Parts, clock: int = CLOCK) -> tuple[MatchRow, int]:
    """Start a slow game; gives its row and who is to move."""
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA, BEN, CLEO), clock=clock))
    return row, who(await parts.tables.load(row.id))


async def now_of(parts: Parts, row: MatchRow) -> MatchRow:
    return (await parts.tables.load(row.id)).row


async def test_a_turn_stands_still_until_it_ends_or_its_person_is_back_early(parts: Parts) -> None:
    row, user = await slow(parts)
    parts.clock.time += 1000.0
    until = parts.clock.time + 3 * DAY
    await vacations(parts).take(user, 3)
    after = member(await now_of(parts, row), user)
    assert (after.clock.vacation, after.clock.due) == (until, until + CLOCK - 1000.0)
    assert (await now_of(parts, row)).deadline == until + CLOCK * REMIND - 1000.0
    parts.clock.time += 2 * DAY
    await vacations(parts).take(user, 0)
    after = member(await now_of(parts, row), user)
    assert (after.clock.vacation, after.clock.due) == (0.0, parts.clock.time + CLOCK - 1000.0)


async def test_a_turn_that_begins_meanwhile_is_whole_when_it_ends(parts: Parts) -> None:
    row, user = await slow(parts)
    for other in {ADA, BEN, CLEO} - {user}:
        await vacations(parts).take(other, 1)
    await parts.move(row.id)
    after = await now_of(parts, row)
    following = who(await parts.tables.load(row.id))
    assert member(after, following).clock.due == parts.clock.time + DAY + CLOCK


async def test_a_live_table_never_waits_for_it_and_a_game_that_starts_meanwhile_knows_of_it(
    parts: Parts,
) -> None:
    row, user = await slow(parts, clock=600)
    await vacations(parts).take(user, 14)
    assert await now_of(parts, row) == row
    await vacations(parts).take(user, 0)
    for user in (ADA, BEN, CLEO):
        await vacations(parts).take(user, 2)
    row, user = await slow(parts)
    assert member(row, user).clock.due == parts.clock.time + 2 * DAY + CLOCK


async def test_what_a_kill_left_undone_is_seen_before_time_runs_out(parts: Parts) -> None:
    """The settings were stored, and the bot was killed before its tables heard of it."""
    row, user = await slow(parts)
    parts.clock.time += CLOCK * REMIND
    days = VacationDays().taken(2, parts.clock.time - 10.0)
    await parts.store.set_settings(f"person {user}", {"vacation_days": str(days)})
    await sweep(parts.clocks)
    after = member(await now_of(parts, row), user)
    assert not after.clock.reminded
    assert after.clock.due == parts.clock.time - 10.0 + 2 * DAY + CLOCK * (1 - REMIND)


async def test_time_runs_out_after_it(parts: Parts) -> None:
    row, user = await slow(parts)
    await vacations(parts).take(user, 1)
    parts.tables.listeners.append(parts.clocks.on_change)
    for seconds in (DAY + CLOCK * REMIND, CLOCK * (1 - REMIND)):
        parts.clock.time += seconds
        await sweep(parts.clocks)
    assert member(await now_of(parts, row), user).presence is Presence.LATE


async def test_pause_and_downtime_in_a_vacation_take_nothing(parts: Parts) -> None:
    row, user = await slow(parts)
    parts.clock.time += 1000.0
    await vacations(parts).take(user, 3)
    due = member(await now_of(parts, row), user).clock.due
    await parts.tables.pause(row.id, Pause("moderator", by=5))
    parts.clock.time += DAY
    await parts.tables.resume(row.id, "moderator")
    assert member(await now_of(parts, row), user).clock.due == due
    await parts.store.note_alive(parts.clock.time)
    parts.clock.time += DAY
    await parts.clocks.wind_up(await parts.store.alive())
    assert member(await now_of(parts, row), user).clock.due == due


def test_no_more_than_so_many_days_at_once_and_in_a_year() -> None:
    days = VacationDays()
    for wrong in (0, -1, AT_ONCE + 1):
        with pytest.raises(Refused):
            days.taken(wrong, NOW)
    first = days.taken(AT_ONCE, NOW)
    second = first.taken(AT_ONCE, NOW + 20 * DAY)
    assert second.left(NOW + 40 * DAY) == A_YEAR - 2 * AT_ONCE
    with pytest.raises(Refused) as error:
        second.taken(3, NOW + 40 * DAY)
    assert error.value.values["most"] == 2
    assert second.left(NOW + 375 * DAY) == A_YEAR - AT_ONCE - 4
    assert second.left(NOW + 500 * DAY) == A_YEAR


def test_days_that_were_not_used_are_not_taken() -> None:
    days = VacationDays().taken(10, NOW)
    assert days.until(NOW + DAY) == NOW + 10 * DAY
    back = days.ended(NOW + 2 * DAY)
    assert back.until(NOW + 2 * DAY) is None
    assert back.left(NOW + 2 * DAY) == A_YEAR - 2
    assert days.taken(5, NOW + 2 * DAY).left(NOW + 7 * DAY) == A_YEAR - 7


def test_vacation_is_read_as_it_is_spelt_and_not_where_it_is_damaged() -> None:
    for days in (VacationDays(), VacationDays(((1.5, 2.5), (3.0, 4.0)))):
        assert VacationDays.read(str(days)) == days
    for text in ("x", "1", "2-1", "1-2 0-3", "nan-5", "1-inf", "1-2-3"):
        with pytest.raises(ValueError, match=r".*"):
            VacationDays.read(text)
