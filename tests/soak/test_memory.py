"""Several tables at once for some minutes: the bot's process does not keep growing."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from pathlib import Path
from resource import getpagesize
from statistics import median
from typing import Any

import pytest

from bot.store.rows import Status
from sandbox import Sandbox
from sandbox.client import Tab
from sandbox.memory import Memory
from tests.e2e.running_bot import RunningBot, buttons, running_bot, state_equals_log
from tests.e2e.test_kills import play_on
from tests.soak.amounts import amount

PROCESSES = Path("/proc")

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(0),
    pytest.mark.skipif(not (PROCESSES / "self/statm").exists(), reason="needs Linux's /proc"),
]

WARMING_UP, SECONDS = 60, 600
TABLES = {
    "north": ("Ada", "Ben", "Cleo"),
    "south": ("Dan", "Eve", "Fay"),
    "west": ("Gus", "Hal", "Ida"),
}
GROWTH = 0.05
"""How much more the last third of the time may take than the second: caches fill up slowly."""


async def test_memory_does_not_keep_growing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [name for three in TABLES.values() for name in three]
    memory = Memory.populate(names, channels=tuple(TABLES))
    monkeypatch.setattr("tests.e2e.running_bot.Sandbox", partial(Sandbox, memory=memory))
    async with running_bot(tmp_path) as held:
        tabs = {channel: await _seated(held, channel) for channel in TABLES}
        games = sum(await asyncio.gather(*_evenings(tabs, amount(WARMING_UP))))
        evenings = [asyncio.create_task(evening) for evening in _evenings(tabs, amount(SECONDS))]
        sizes = await _sizes_till_done(held, evenings)
        games += sum([await evening for evening in evenings])
        for match_id in range(1, games + 1):
            assert (await state_equals_log(held, match_id)).row.status is Status.OVER
    third = len(sizes) // 3
    before, after = median(sizes[third : 2 * third]), median(sizes[2 * third :])
    assert after <= before * (1 + GROWTH), f"{before} to {after} bytes in {games} games: {sizes}"


async def _sizes_till_done(held: RunningBot, evenings: list[asyncio.Task[int]]) -> list[int]:
    """Look ever and again how many bytes the bot's process holds, until all have played."""
    sizes: list[int] = []
    done: set[asyncio.Task[int]] = set()
    while len(done) < len(evenings):
        done, _ = await asyncio.wait(evenings, timeout=0.5, return_when=asyncio.FIRST_EXCEPTION)
        if any(task.exception() for task in done):
            break
        sizes.append(_resident(held))
    return sizes


def _resident(held: RunningBot) -> int:
    assert held.process is not None
    pages = (PROCESSES / str(held.process.pid) / "statm").read_text("ascii").split()[1]
    return int(pages) * getpagesize()


async def _seated(held: RunningBot, channel: str) -> list[Tab]:
    tabs = [await held.tab(name) for name in TABLES[channel]]
    await tabs[0].wait_for(lambda tab: tab.bot_online and tab.commands)
    return tabs


def _evenings(tabs: dict[str, list[Tab]], seconds: float) -> Iterator[Coroutine[None, None, int]]:
    until = time.monotonic() + seconds
    return (_evening(seated, channel, until) for channel, seated in tabs.items())


async def _evening(tabs: list[Tab], channel: str, until: float) -> int:
    """Play one game after another in a channel till it is time; gives how many."""
    generator, games = random.Random(until), 0
    while not games or time.monotonic() < until:
        await _open(tabs, channel)
        over = partial(_is_over, channel=channel)
        players = [play_on(tab, random.Random(generator.random()), over) for tab in tabs]
        await asyncio.gather(*players)
        games += 1
    return games


async def _open(tabs: list[Tab], channel: str) -> None:
    opening = await tabs[0].command(channel, "play", game="cloud_nine")
    where, which = opening.channel_id, opening.message_id or ""
    for tab, label in ((tabs[1], "Join"), (tabs[2], "Join"), (tabs[0], "Start")):
        lobby = await tab.wait_for(lambda tab: tab.find(where, which))
        assert lobby is not None
        assert (await tab.click(lobby, label=label)).ok


def _is_over(tab: Tab, channel: str) -> bool:
    """Return whether the newest board of the channel has no controls of a game or a lobby left."""
    shown: list[Any] = [
        message
        for message in tab.messages(channel)
        if message["author"].get("bot") and message["components"] and not message["flags"] & 64
    ]
    newest = shown[-1]
    return not buttons(newest, "t:") and not buttons(newest, "l:")
