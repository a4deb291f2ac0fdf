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
from tests.play.stand import House, StillClock


class LateClock(StillClock):
    """Wakes a little early the first time, as a loop's clock ahead of the wall's does."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds if self.slept else seconds - 0.001)


async def quiet(clocks: Clocks) -> None:
    """Wait until no clock is running."""
    async with asyncio.timeout(10):
        while clocks._armed:
            await asyncio.gather(*clocks._armed.values(), return_exceptions=True)


async def test_an_untouched_lobby_closes_after_half_an_hour(house: House) -> None:
    row = await opened(house.lobbies)
    began = house.clock.time
    house.clocks.arm(row)
    await quiet(house.clocks)
    assert house.clock.time - began == pytest.approx(LOBBY_MINUTES * 60)
    assert (await house.tables.load(row.id)).row.status is Status.CLOSED


async def test_whoever_touches_a_lobby_gives_it_another_half_hour(house: House) -> None:
    row = await opened(house.lobbies)
    house.clock.time += LOBBY_MINUTES * 60 - 1
    await house.lobbies.leave(row.id, BEN)
    house.clock.time += LOBBY_MINUTES * 60 - 1
    assert not await house.lobbies.expire(row.id)
    house.clock.time += 1
    assert await house.lobbies.expire(row.id)


async def test_house_players_move_until_a_person_has_to(house: House) -> None:
    house.tables.listeners.append(house.clocks.on_change)
    row = await start(house.lobbies, await opened(house.lobbies, (ADA,)))
    await quiet(house.clocks)
    assert await house.mover(row.id) == "Ada"
    await house.move(row.id)
    await quiet(house.clocks)
    assert await house.mover(row.id) == "Ada"
    assert (await house.tables.load(row.id)).row.deadline is None


async def test_after_a_start_all_clocks_run_again(house: House) -> None:
    row = await start(house.lobbies, await opened(house.lobbies, (ADA, BEN)))
    for user in (ADA, BEN):
        if (await house.mover(row.id)) != "Cirrus":
            await house.tables.leave(row.id, user)
            break
    house.tables.listeners.append(house.clocks.on_change)
    await house.clocks.wind_up()
    await quiet(house.clocks)
    assert (await house.tables.load(row.id)).row.deadline is None


async def test_a_clock_that_wakes_early_waits_on(house: House) -> None:
    house.clocks._clock = clock = LateClock()
    house.lobbies._clock = house.tables._clock = clock
    row = await opened(house.lobbies)
    house.clocks.arm(row)
    await quiet(house.clocks)
    assert len(clock.slept) == 2
    assert (await house.tables.load(row.id)).row.status is Status.CLOSED


async def test_the_sweep_finds_what_a_clock_missed(house: House) -> None:
    row = await opened(house.lobbies)
    await house.clocks.sweep()
    assert (await house.tables.load(row.id)).row.status is Status.LOBBY
    house.clock.time += LOBBY_MINUTES * 60
    await house.clocks.sweep()
    assert (await house.tables.load(row.id)).row.status is Status.CLOSED


async def test_a_match_that_cannot_go_on_does_not_keep_the_others_waiting(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await opened(house.lobbies), await opened(house.lobbies)
    house.clock.time += LOBBY_MINUTES * 60
    play_house = house.tables.play_house

    async def broken(match_id: MatchId, ready: Thought | None = None) -> bool:
        if match_id == first.id:
            raise ValueError("a bug")
        return await play_house(match_id, ready)

    monkeypatch.setattr(house.tables, "play_house", broken)
    with caplog.at_level(logging.ERROR):
        await house.clocks.sweep()
    assert f"match {first.id} cannot be shown or go on: ValueError" in caplog.text
    assert (await house.tables.load(second.id)).row.status is Status.CLOSED


async def test_a_clock_that_cannot_be_wound_does_not_keep_the_others_from_it(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await opened(house.lobbies), await opened(house.lobbies)
    give_grace = house.tables.give_grace

    async def broken(match_id: MatchId) -> MatchRow:
        if match_id == first.id:
            raise ValueError("a bug")
        return await give_grace(match_id)

    monkeypatch.setattr(house.tables, "give_grace", broken)
    house.clock.endless = True
    with caplog.at_level(logging.ERROR):
        await house.clocks.wind_up()
    assert f"match {first.id} cannot be shown or go on: ValueError" in caplog.text
    assert list(house.clocks._armed) == [second.id]


async def test_acting_twice_on_one_deadline_is_harmless(house: House) -> None:
    row = await opened(house.lobbies)
    house.clock.time += LOBBY_MINUTES * 60
    await asyncio.gather(*(house.clocks.expire(row.id) for _ in range(3)))
    assert (await house.tables.load(row.id)).row.version == row.version + 1
