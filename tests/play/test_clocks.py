"""Deadlines: house players move and lobbies close by themselves, after a restart too."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.play.clocks import Clocks
from bot.play.robots import Thought
from bot.play.turns import LOBBY_MINUTES
from bot.store.rows import MatchId, MatchRow, Status
from tests.play.finished import ADA, BEN, opened, start
from tests.play.stand import Parts, StillClock


class LateClock(StillClock):
    """Wakes a little early the first time, as a loop's clock ahead of the wall's does."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds if self.slept else seconds - 0.001)


async def quiet(clocks: Clocks) -> None:
    """Wait until no clock is running."""
    async with asyncio.timeout(10):
        while clocks._armed:
            await asyncio.gather(*clocks._armed.values(), return_exceptions=True)


async def test_an_untouched_lobby_closes_after_half_an_hour(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    began = parts.clock.time
    parts.clocks.arm(row)
    await quiet(parts.clocks)
    assert parts.clock.time - began == pytest.approx(LOBBY_MINUTES * 60)
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_whoever_touches_a_lobby_gives_it_another_half_hour(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60 - 1
    await parts.lobbies.leave(row.id, BEN)
    parts.clock.time += LOBBY_MINUTES * 60 - 1
    assert not await parts.lobbies.expire(row.id)
    parts.clock.time += 1
    assert await parts.lobbies.expire(row.id)


async def test_house_players_move_until_a_person_has_to(parts: Parts) -> None:
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA,)))
    await quiet(parts.clocks)
    assert await parts.mover(row.id) == "Ada"
    await parts.move(row.id)
    await quiet(parts.clocks)
    assert await parts.mover(row.id) == "Ada"
    assert (await parts.tables.load(row.id)).row.deadline is None


async def test_after_a_start_all_clocks_run_again(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA, BEN)))
    for user in (ADA, BEN):
        if (await parts.mover(row.id)) != "Cirrus":
            await parts.tables.leave(row.id, user)
            break
    parts.tables.listeners.append(parts.clocks.on_change)
    await parts.clocks.wind_up()
    await quiet(parts.clocks)
    assert (await parts.tables.load(row.id)).row.deadline is None


async def test_a_clock_that_wakes_early_waits_on(parts: Parts) -> None:
    parts.clocks._clock = clock = LateClock()
    parts.lobbies._clock = parts.tables._clock = clock
    row = await opened(parts.lobbies)
    parts.clocks.arm(row)
    await quiet(parts.clocks)
    assert len(clock.slept) == 2
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_the_sweep_finds_what_a_clock_missed(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    await parts.clocks.sweep()
    assert (await parts.tables.load(row.id)).row.status is Status.LOBBY
    parts.clock.time += LOBBY_MINUTES * 60
    await parts.clocks.sweep()
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_a_match_that_cannot_go_on_does_not_keep_the_others_waiting(
    parts: Parts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await opened(parts.lobbies), await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60
    play_house = parts.tables.play_house

    async def broken(match_id: MatchId, ready: Thought | None = None) -> bool:
        if match_id == first.id:
            raise ValueError("a bug")
        return await play_house(match_id, ready)

    monkeypatch.setattr(parts.tables, "play_house", broken)
    with caplog.at_level(logging.ERROR):
        await parts.clocks.sweep()
    assert f"match {first.id} cannot be shown or go on: ValueError" in caplog.text
    assert (await parts.tables.load(second.id)).row.status is Status.CLOSED


async def test_a_clock_that_cannot_be_wound_does_not_keep_the_others_from_it(
    parts: Parts, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await opened(parts.lobbies), await opened(parts.lobbies)
    give_grace = parts.tables.give_grace

    async def broken(match_id: MatchId) -> MatchRow:
        if match_id == first.id:
            raise ValueError("a bug")
        return await give_grace(match_id)

    monkeypatch.setattr(parts.tables, "give_grace", broken)
    parts.clock.endless = True
    with caplog.at_level(logging.ERROR):
        await parts.clocks.wind_up()
    assert f"match {first.id} cannot be shown or go on: ValueError" in caplog.text
    assert list(parts.clocks._armed) == [second.id]


async def test_acting_twice_on_one_deadline_is_harmless(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    parts.clock.time += LOBBY_MINUTES * 60
    await asyncio.gather(*(parts.clocks.expire(row.id) for _ in range(3)))
    assert (await parts.tables.load(row.id)).row.version == row.version + 1
