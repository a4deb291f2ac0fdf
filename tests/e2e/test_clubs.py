"""Two servers play one evening, over the wire; the process is killed as they play."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from sandbox import Memory
from sandbox.client import Tab
from tests.e2e.running_bot import board, running_bot
from tests.e2e.test_hints import told
from tests.e2e.test_kills import play_on
from tests.e2e.test_threads import boxes

HERE, THERE = ("Ada", "Ben"), ("Cleo", "Dmitri")


def world() -> Memory:
    """Return two servers, each with its channel and its own two people."""
    memory = Memory.populate((*HERE, *THERE), guilds=())
    ids = [*memory.people]
    memory.found_guild("Cloud Club", ("tables",), ids[:2])
    memory.found_guild("Sky Club", ("sky",), ids[2:])
    return memory


def channel_of(tab: Tab) -> str:
    return (
        "tables"
        if "tables" in [channel.get("name") for channel in tab.channels.values()]
        else "sky"
    )


def is_told(tab: Tab) -> bool:
    """Return whether the result stands where a person is."""
    place = channel_of(tab)
    return any("the result of 4 people" in told(message) for message in boxes(tab, place))


@pytest.mark.soak  # one server's evening is played through a kill in any case
async def test_two_servers_play_an_evening_through_a_kill(tmp_path: Path) -> None:
    async with running_bot(tmp_path, memory=world()) as held:
        ada, ben, cleo, dmitri = tabs = [await held.tab(name) for name in (*HERE, *THERE)]
        for tab in (ada, cleo):
            await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        await ada.command("tables", "evening challenge", game="cloud_nine", rounds=1, deals=1)
        code = await ada.wait_for(_code)
        offer = (await cleo.command("sky", "evening accept", code=code)).message
        assert offer is not None
        assert (await cleo.click(offer, label="Accept")).ok
        for tab, place in ((ben, "tables"), (dmitri, "sky")):
            lobby = await tab.wait_for(partial(board, channel=place))
            assert (await tab.click(lobby, label="Join")).ok
            await held.until_stored(lambda row: len(row.members) == 2, 1 if tab is ben else 2)
        assert (await cleo.click(board(cleo, "sky"), label="Start")).ok
        await ada.wait_for(lambda tab: "Sky Club is ready" in told(board(tab)))
        assert (await ada.click(board(ada), label="Start")).ok
        await held.until_stored(lambda row: row.series, 2)
        players = [
            asyncio.create_task(play_on(tab, random.Random(n), is_told))
            for n, tab in enumerate(tabs)
        ]
        await held.until_stored(lambda row: row.moves, 2)
        await held.kill()
        await held.wake()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*players), 100)
        for tab in tabs:
            await tab.wait_for(is_told)


def _code(tab: Tab) -> str | None:
    """Return the code that a person was given."""
    said = "\n".join(told(message) for message in tab.messages("tables") if message["flags"] & 64)
    found = re.search("`([2-9A-Z]{8})`", said)
    return None if found is None else found[1]
