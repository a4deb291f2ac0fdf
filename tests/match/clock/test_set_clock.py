"""The system's clock is set while a game goes on, or between two starts: nobody waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.clock.clocks import SWEEP
from bot.match.table.change import changed
from bot.match.table.solo import LONGEST_PAUSE
from bot.match.table.times import GRACE, LOBBY_MINUTES
from bot.store.rows import Commit, MatchId, MatchRow, Presence, Status
from tests.match.clock.test_clocks import quiet, sweep
from tests.match.finished import opened, start
from tests.match.stand import Parts
from tests.match.table.test_times import CLOCK, member, playing, who
from tests.test_clock import SetClock
from tests.waits import rounds

HOUR, DAY = 3600.0, 86_400.0

JUMPS = pytest.mark.parametrize("jump", [-HOUR, -DAY, HOUR, DAY])
BACK = pytest.mark.parametrize("jump", [-HOUR, -DAY])


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
    far = replace(changed(row, parts.clock.time), deadline=parts.clock.time + DAY)
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
    clock.system += HOUR
    await sweep(parts.clocks)
    await asyncio.gather(*late)
    assert late
    assert member((await parts.tables.load(table.row.id)).row, user).presence is not Presence.LATE
