"""Time that no turn takes: the bank, vacation, downtime, and clocks that are set."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.match.clock.clocks import SWEEP, Vacations
from bot.match.table.change import changed
from bot.match.table.solo import LONGEST_PAUSE
from bot.match.table.times import GRACE, LOBBY_MINUTES, REMIND, is_in_bank
from bot.preferences.person import A_YEAR, AT_ONCE, DAY, VacationDays
from bot.preferences.terms import CLOCK as CHOICE
from bot.preferences.terms import agreed, clock_word
from bot.store.rows import Commit, MatchId, MatchRow, Member, Pause, Presence, Status, Terms
from tests.match.finished import ADA, BEN, CLEO, opened, start
from tests.match.stand import Parts
from tests.match.table.test_times import CLOCK, member, pass_time, playing, who
from tests.match.test_clocks import quiet, sweep
from tests.test_clock import SetClock
from tests.waits import rounds

# The bank: time beside each turn's own, which only what a turn takes longer is taken from.

TURN, BANK = 90, 180


async def banked(parts: Parts) -> MatchRow:
    """Start a game in which each person has a bank."""
    lobby = await opened(parts.lobbies, (ADA, BEN, CLEO))
    typed = {"terms.clock": f"{TURN}+{BANK}"}
    await parts.lobbies.set_options(lobby.id, ADA, typed, moderator=False)
    return await start(parts.lobbies, lobby)


async def mover(parts: Parts, row: MatchRow) -> Member:
    """Return who is to move, as they are stored."""
    table = await parts.tables.load(row.id)
    return member(table.row, who(table))


async def test_a_full_bank_follows_the_turn_and_only_what_a_turn_takes_longer_is_gone(
    parts: Parts,
) -> None:
    row = await banked(parts)
    assert [one.clock.bank for one in row.members] == [BANK] * 3
    acting = await mover(parts, row)
    assert acting.clock.due == parts.clock.time + TURN + BANK
    assert row.deadline == parts.clock.time + TURN
    parts.clock.time += TURN - 1
    await parts.move(row.id)
    after = (await parts.tables.load(row.id)).row
    assert [one.clock.bank for one in after.members] == [BANK] * 3
    user = (await mover(parts, row)).user_id or 0
    parts.clock.time += TURN + 50
    await parts.move(row.id)
    after = (await parts.tables.load(row.id)).row
    assert member(after, user).clock.bank == BANK - 50
    assert [one.clock.bank for one in after.members if one.user_id != user] == [BANK] * 2


async def test_who_uses_their_bank_is_reminded_as_it_begins_and_late_at_its_end(
    parts: Parts,
) -> None:
    row = await banked(parts)
    reminded = await pass_time(parts, row.id, TURN)
    acting = await mover(parts, row)
    assert is_in_bank(acting, reminded.terms)
    assert reminded.deadline == acting.clock.due == parts.clock.time + BANK
    late = await pass_time(parts, row.id, BANK)
    user = acting.user_id or 0
    assert (member(late, user).presence is Presence.LATE, member(late, user).clock.bank) == (
        True,
        0.0,
    )
    back = await parts.tables.come_back(row.id, user)
    assert member(back, user).clock.due == parts.clock.time + TURN
    assert back.deadline == parts.clock.time + TURN * REMIND


async def test_who_has_hardly_any_bank_is_reminded_at_three_quarters(parts: Parts) -> None:
    row = await banked(parts)
    user = (await mover(parts, row)).user_id or 0
    parts.clock.time += TURN + BANK - 10
    await parts.move(row.id)
    for _ in range(2):
        await parts.move(row.id)
    table = await parts.tables.load(row.id)
    while who(table) != user:
        await parts.move(row.id)
        table = await parts.tables.load(row.id)
    assert member(table.row, user).clock.due == parts.clock.time + TURN + 10
    assert table.row.deadline == parts.clock.time + (TURN + 10) * REMIND
    reminded = await pass_time(parts, row.id, (TURN + 10) * REMIND)
    assert not is_in_bank(member(reminded, user), reminded.terms)


async def test_leaving_in_a_turn_takes_what_was_used_and_no_more(parts: Parts) -> None:
    row = await banked(parts)
    user = (await mover(parts, row)).user_id or 0
    parts.clock.time += TURN + 30
    left = await parts.tables.leave(row.id, user)
    assert member(left, user).clock.bank == BANK - 30
    back = await parts.tables.come_back(row.id, user)
    assert member(back, user).clock.due == parts.clock.time + TURN + BANK - 30


async def test_a_pause_takes_nothing_from_a_bank(parts: Parts) -> None:
    row = await banked(parts)
    acting = await mover(parts, row)
    parts.clock.time += TURN + 30
    await parts.tables.pause(row.id, Pause("moderator", by=55))
    parts.clock.time += 10_000.0
    after = await parts.tables.resume(row.id, "moderator")
    due = parts.clock.time + BANK - 30
    assert member(after, acting.user_id or 0).clock.due == due
    await parts.tables.pause(row.id, Pause("moderator", by=55))
    parts.clock.time += 10_000.0
    left = await parts.tables.leave(row.id, acting.user_id or 0)
    assert member(left, acting.user_id or 0).clock.bank == BANK - 30


async def test_a_restart_leaves_a_bank_as_it_was(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    row = await banked(first)
    acting, now = await mover(first, row), first.clock.time
    await first.store.note_alive(now + TURN + 30)
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time = now + 100_000.0
    await parts.clocks.wind_up(await parts.store.alive())
    again = await mover(parts, row)
    assert (again.clock.due, again.clock.bank) == (parts.clock.time + BANK - 30, acting.clock.bank)
    assert again.clock.due is not None
    assert again.clock.due - parts.clock.time > GRACE
    await parts.close()


@pytest.mark.parametrize("word", CHOICE.choices)
def test_every_clock_is_read_as_it_is_spelt_and_one_without_a_bank_takes_it_away(word: str) -> None:
    assert clock_word(agreed(Terms(), {"terms.clock": word})) == word
    assert agreed(Terms(clock=90, bank=180), {"terms.clock": "60"}) == Terms(clock=60)


# Vacation: time stands still at slow tables, for this many days a year.

SLOW = 86_400
NOW = 1_000_000_000.0


def vacations(parts: Parts) -> Vacations:
    return Vacations(parts.store, parts.tables, parts.clock)


async def slow(parts: Parts, clock: int = SLOW) -> tuple[MatchRow, int]:
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
    assert (after.clock.vacation, after.clock.due) == (until, until + SLOW - 1000.0)
    assert (await now_of(parts, row)).deadline == until + SLOW * REMIND - 1000.0
    parts.clock.time += 2 * DAY
    await vacations(parts).take(user, 0)
    after = member(await now_of(parts, row), user)
    assert (after.clock.vacation, after.clock.due) == (0.0, parts.clock.time + SLOW - 1000.0)


async def test_a_turn_that_begins_meanwhile_is_whole_when_it_ends(parts: Parts) -> None:
    row, user = await slow(parts)
    for other in {ADA, BEN, CLEO} - {user}:
        await vacations(parts).take(other, 1)
    await parts.move(row.id)
    after = await now_of(parts, row)
    following = who(await parts.tables.load(row.id))
    assert member(after, following).clock.due == parts.clock.time + DAY + SLOW


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
    assert member(row, user).clock.due == parts.clock.time + 2 * DAY + SLOW


async def test_what_a_kill_left_undone_is_seen_before_time_runs_out(parts: Parts) -> None:
    """The settings were stored, and the bot was killed before its tables heard of it."""
    row, user = await slow(parts)
    parts.clock.time += SLOW * REMIND
    days = VacationDays().taken(2, parts.clock.time - 10.0)
    await parts.store.set_settings(f"person {user}", {"vacation_days": str(days)})
    await sweep(parts.clocks)
    after = member(await now_of(parts, row), user)
    assert not after.clock.reminded
    assert after.clock.due == parts.clock.time - 10.0 + 2 * DAY + SLOW * (1 - REMIND)


async def test_time_runs_out_after_it(parts: Parts) -> None:
    row, user = await slow(parts)
    await vacations(parts).take(user, 1)
    parts.tables.listeners.append(parts.clocks.on_change)
    for seconds in (DAY + SLOW * REMIND, SLOW * (1 - REMIND)):
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


# Time in which the bot was off counts for nobody: everybody has what they had left.

HOUR = 3600.0


async def down(parts: Parts, seconds: float) -> None:
    """Let the bot be off for so long, and start."""
    await parts.store.note_alive(parts.clock.time)
    parts.clock.time += seconds
    await parts.clocks.wind_up(await parts.store.alive())


@pytest.mark.parametrize("seconds", [100.0, 8 * HOUR, 1000 * HOUR])
async def test_everybody_has_the_time_they_had_left(parts: Parts, seconds: float) -> None:
    table = await playing(parts)
    parts.clock.time += 100.0
    await down(parts, seconds)
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, who(table)).clock.due == parts.clock.time + CLOCK - 100.0
    assert row.deadline == parts.clock.time + CLOCK * REMIND - 100.0


async def test_a_short_absence_changes_nothing_and_a_note_from_the_future_gives_the_grace_at_most(
    parts: Parts,
) -> None:
    table = await playing(parts)
    parts.clock.time += 100.0
    before = (await parts.tables.load(table.row.id)).row
    await down(parts, 20.0)
    assert (await parts.tables.load(table.row.id)).row == before
    # The system's clock was set back while the bot was off.
    table = await playing(parts)
    parts.clock.time += CLOCK - 1.0
    await parts.store.note_alive(parts.clock.time + HOUR)
    await parts.clocks.wind_up(await parts.store.alive())
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, who(table)).clock.due == parts.clock.time + GRACE


async def test_who_was_reminded_has_what_was_left_then_but_no_less_than_the_grace(
    parts: Parts,
) -> None:
    table = await playing(parts)
    await pass_time(parts, table.row.id, CLOCK * REMIND)
    parts.clock.time += CLOCK * (1 - REMIND) - 5
    await down(parts, HOUR)
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, who(table)).clock.due == parts.clock.time + GRACE
    await sweep(parts.clocks)
    assert (
        member((await parts.tables.load(table.row.id)).row, who(table)).presence
        is not Presence.LATE
    )
    parts.clock.time += GRACE
    await sweep(parts.clocks)
    assert member((await parts.tables.load(table.row.id)).row, who(table)).presence is Presence.LATE


async def test_a_start_that_failed_halfway_costs_nobody_any_time(parts: Parts) -> None:
    """The note is written when all clocks are wound; until then the old one holds."""
    table = await playing(parts)
    parts.clock.time += 100.0
    await down(parts, HOUR)
    parts.clock.time += 1.0
    await parts.clocks.wind_up(await parts.store.alive())
    due = member((await parts.tables.load(table.row.id)).row, who(table)).clock.due or 0.0
    assert parts.clock.time + CLOCK - 100.0 <= due <= parts.clock.time + CLOCK


async def test_a_lobby_has_the_rest_of_its_half_hour(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    parts.clock.time += 600.0
    await down(parts, HOUR)
    await sweep(parts.clocks)
    parts.clock.time += LOBBY_MINUTES * 60 - 601.0
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.LOBBY
    parts.clock.time += 1.0
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_it_is_noted_over_a_restart_and_a_damaged_note_is_none(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    assert await first.store.alive() is None
    await first.store.note_alive(1234.5)
    await first.close()
    again = await Parts.open(tmp_path)
    assert await again.store.alive() == 1234.5
    assert await again.store.match(MatchId(1)) is None
    for damaged in ("", "x", "nan", "inf"):
        await again.store.set_setting("", "alive", damaged)
        assert await again.store.alive() is None
    await again.close()


# The system's clock is set while a game goes on, or between two starts: nobody waits for it.

AN_HOUR, ONE_DAY = 3600.0, 86_400.0

JUMPS = pytest.mark.parametrize("jump", [-AN_HOUR, -ONE_DAY, AN_HOUR, ONE_DAY])
BACK = pytest.mark.parametrize("jump", [-AN_HOUR, -ONE_DAY])


def with_clock(parts: Parts) -> SetClock:
    """Put a clock among the parts whose system can be set."""
    clock = SetClock()
    for part in (parts.clocks, parts.lobbies, parts.tables):
        part._clock = clock
    return clock


@JUMPS
async def test_a_house_player_waits_its_pause_and_no_longer(parts: Parts, jump: float) -> None:
    clock = with_clock(parts)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    row = await parts.tables.leave(row.id, who(await parts.tables.load(row.id)))
    assert row.deadline is not None
    clock.system += jump
    before = clock.passed
    await quiet(parts.clocks)
    assert (await parts.tables.load(row.id)).row.moves == 1
    assert clock.passed - before <= LONGEST_PAUSE


@JUMPS
async def test_a_sweep_after_the_clock_was_set_leaves_everybody_their_time(
    parts: Parts, jump: float
) -> None:
    clock = with_clock(parts)
    table = await playing(parts)
    user = who(table)
    clock.system += jump
    clock.passed += SWEEP
    await sweep(parts.clocks)
    row = (await parts.tables.load(table.row.id)).row
    due = member(row, user).clock.due
    assert due is not None
    assert member(row, user).presence is not Presence.LATE
    assert clock.now() + GRACE <= due <= clock.now() + CLOCK
    assert row.deadline is not None
    assert row.deadline <= due
    assert all(m.acted <= clock.now() for m in row.members)


@BACK
async def test_an_untouched_lobby_closes_after_half_an_hour_all_the_same(
    parts: Parts, jump: float
) -> None:
    clock = with_clock(parts)
    row = await opened(parts.lobbies)
    clock.system += jump
    await sweep(parts.clocks)
    began = clock.passed
    await quiet(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED
    assert clock.passed - began <= LOBBY_MINUTES * 60


@BACK
async def test_after_a_start_no_stored_deadline_lies_further_ahead_than_its_clock_allows(
    tmp_path: Path, jump: float
) -> None:
    first = await Parts.open(tmp_path)
    lobby = await opened(first.lobbies)
    timed = await playing(first)
    housed = await start(first.lobbies, await opened(first.lobbies))
    housed = await first.tables.leave(housed.id, who(await first.tables.load(housed.id)))
    now = first.clock.time + jump
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time, parts.clock.endless = now, True
    await parts.clocks.wind_up()
    for match_id, most in ((lobby.id, LOBBY_MINUTES * 60), (timed.row.id, CLOCK), (housed.id, 0.0)):
        row = (await parts.tables.load(match_id)).row
        assert row.deadline is not None
        assert now <= row.deadline <= now + most
    await parts.close()


async def test_what_was_stored_far_ahead_is_brought_back_once(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    row = await parts.tables.leave(row.id, who(await parts.tables.load(row.id)))
    far = replace(changed(row, parts.clock.time), deadline=parts.clock.time + ONE_DAY)
    await parts.tables.store(Commit(far))
    brought = await parts.tables.give_grace(row.id)
    assert brought.deadline == parts.clock.time
    assert await parts.tables.give_grace(row.id) == brought


async def test_nothing_expires_while_the_clocks_are_wound_anew(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due in that instant by the new clock was not by the old one."""
    clock = with_clock(parts)
    table = await playing(parts)
    user = who(table)
    give_grace = parts.tables.give_grace

    late: list[asyncio.Task[bool]] = []

    async def slowly(match_id: MatchId, then: float | None) -> MatchRow:
        late.append(asyncio.create_task(parts.clocks.expire(match_id)))
        await rounds()
        return await give_grace(match_id, then)

    monkeypatch.setattr(parts.tables, "give_grace", slowly)
    clock.system += AN_HOUR
    await sweep(parts.clocks)
    await asyncio.gather(*late)
    assert late
    assert member((await parts.tables.load(table.row.id)).row, user).presence is not Presence.LATE
