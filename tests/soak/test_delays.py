"""B4 by the real clock: what a house pilot may choose from cannot be read from its delay."""

from __future__ import annotations

import asyncio
import time
from math import inf
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.match.clock.clocks import Clocks
from bot.match.house.forks import Forks
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinking import ProcessPoolThinker
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.tables import Tables
from bot.store import Store
from tests.match.house.delays import Delays, critical, measure
from tests.soak.amounts import amount

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

ANSWERS = 400
RUNS = 3
"""How often an unlikely distance is measured anew: once in a thousand times it is mere chance."""


@pytest.mark.parametrize("level", ["normal", "hard"])
async def test_b4_at_pace_0_the_delay_of_a_pilot_tells_nothing(tmp_path: Path, level: str) -> None:
    told = []
    for run in range(RUNS):
        directory = tmp_path / str(run)
        directory.mkdir()
        delays = await _measured(directory, level)
        most = critical(len(delays.forced), len(delays.chosen))
        told.append((delays.distance(), most))
        if delays.distance() < most:
            return
    pytest.fail(f"distances and what they may be: {told}")


async def _measured(directory: Path, level: str) -> Delays:
    store = await Store.open(f"sqlite+aiosqlite:///{directory}/nimbus.sqlite3")
    forks, clock = Forks(), Clock(pace=0.0)
    thinkers = ProcessPoolThinker(1, forks)
    tables = Tables(store, clock, HouseQueue(thinkers, clock.now()))
    lobbies = Lobbies(store, tables, clock, ("Cirrus", "Stratus"))
    clocks = Clocks(store, tables, lobbies.expire, clock)
    delays = Delays(time.monotonic)

    async def wait() -> None:
        while await store.deadlines(inf):  # noqa: ASYNC110 - it is the sweeper
            await asyncio.sleep(0.005)

    clocks.start()
    try:
        await measure(tables, lobbies, clocks, delays, amount(ANSWERS, least=40), level, wait)
    finally:
        await clocks.close()
        await thinkers.close()
        await forks.close()
        await store.close()
    return delays
