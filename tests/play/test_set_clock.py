"""The system's clock is set while a game goes on, or between two starts: nobody waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.change import changed
from bot.play.clocks import SWEEP
from bot.play.tables import LONGEST_PAUSE
from bot.play.turns import GRACE, LOBBY_MINUTES
from bot.store.rows import Commit, MatchId, MatchRow, Status
from tests.play.finished import opened, start
from tests.play.stand import House
from tests.play.test_clocks import quiet
from tests.play.test_turns import CLOCK, member, playing, who
from tests.test_clock import SetClock

HOUR, DAY = 3600.0, 86_400.0

JUMPS = pytest.mark.parametrize("jump", [-HOUR, -DAY, HOUR, DAY])
BACK = pytest.mark.parametrize("jump", [-HOUR, -DAY])


def with_clock(house: House) -> SetClock:
    """Put a clock into the house whose system can be set."""
    clock = SetClock()
    for part in (house.clocks, house.lobbies, house.tables):
        part._clock = clock
    return clock


@JUMPS
async def test_a_house_player_waits_its_pause_and_no_longer(house: House, jump: float) -> None:
    clock = with_clock(house)
    row = await start(house.lobbies, await opened(house.lobbies))
    row = await house.tables.leave(row.id, who(await house.tables.load(row.id)))
    assert row.deadline is not None
    house.clocks.arm(row)
    clock.system += jump
    before = clock.passed
    await quiet(house.clocks)
    assert (await house.tables.load(row.id)).row.moves == 1
    assert clock.passed - before <= LONGEST_PAUSE


@JUMPS
async def test_a_sweep_after_the_clock_was_set_leaves_everybody_their_time(
    house: House, jump: float
) -> None:
    clock = with_clock(house)
    table = await playing(house)
    user = who(table)
    clock.system += jump
    clock.passed += SWEEP
    await house.clocks.sweep()
    row = (await house.tables.load(table.row.id)).row
    due = member(row, user).due
    assert due is not None
    assert not member(row, user).late
    assert clock.now() + GRACE <= due <= clock.now() + CLOCK
    assert row.deadline is not None
    assert row.deadline <= due
    assert all(m.acted <= clock.now() for m in row.members)


@BACK
async def test_an_untouched_lobby_closes_after_half_an_hour_all_the_same(
    house: House, jump: float
) -> None:
    clock = with_clock(house)
    row = await opened(house.lobbies)
    house.clocks.arm(row)
    clock.system += jump
    await house.clocks.sweep()
    began = clock.passed
    await quiet(house.clocks)
    assert (await house.tables.load(row.id)).row.status is Status.CLOSED
    assert clock.passed - began <= LOBBY_MINUTES * 60


@BACK
async def test_after_a_start_no_stored_deadline_lies_further_ahead_than_its_clock_allows(
    tmp_path: Path, jump: float
) -> None:
    first = await House.open(tmp_path)
    lobby = await opened(first.lobbies)
    timed = await playing(first)
    housed = await start(first.lobbies, await opened(first.lobbies))
    housed = await first.tables.leave(housed.id, who(await first.tables.load(housed.id)))
    now = first.clock.time + jump
    await first.close()
    house = await House.open(tmp_path)
    house.clock.time, house.clock.endless = now, True
    await house.clocks.wind_up()
    for match_id, most in ((lobby.id, LOBBY_MINUTES * 60), (timed.row.id, CLOCK), (housed.id, 0.0)):
        row = (await house.tables.load(match_id)).row
        assert row.deadline is not None
        assert now <= row.deadline <= now + most
    await house.close()


async def test_what_was_stored_far_ahead_is_brought_back_once(house: House) -> None:
    row = await start(house.lobbies, await opened(house.lobbies))
    row = await house.tables.leave(row.id, who(await house.tables.load(row.id)))
    far = replace(changed(row, house.clock.time), deadline=house.clock.time + DAY)
    await house.tables.store(Commit(far))
    brought = await house.tables.give_grace(row.id)
    assert brought.deadline == house.clock.time
    assert await house.tables.give_grace(row.id) == brought


async def test_nothing_expires_while_the_clocks_are_wound_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due in that instant by the new clock was not by the old one."""
    clock = with_clock(house)
    table = await playing(house)
    user = who(table)
    give_grace = house.tables.give_grace

    late: list[asyncio.Task[None]] = []

    async def slowly(match_id: MatchId) -> MatchRow:
        late.append(asyncio.create_task(house.clocks.expire(match_id)))
        await asyncio.sleep(0.05)
        return await give_grace(match_id)

    monkeypatch.setattr(house.tables, "give_grace", slowly)
    clock.system += HOUR
    await house.clocks.sweep()
    await asyncio.gather(*late)
    assert late
    assert not member((await house.tables.load(table.row.id)).row, user).late
