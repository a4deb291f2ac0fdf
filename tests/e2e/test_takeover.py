"""One process takes the shards of another over, and nobody who presses notices."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.cluster.takeover import WAITING
from bot.host.exits import Exit
from sandbox.client import Reply, Tab
from tests.e2e.evening import Evening
from tests.e2e.running_bot import RunningBot, another, running_bot

HASTY = "tests.e2e.hasty"


async def taken_over(new: RunningBot) -> None:
    """Wait until a process serves alone."""
    await new.until(lambda: "has taken the shards over" in new.log())


async def side_by_side(old: RunningBot) -> None:
    """Wait until two processes hear everything."""
    await old.until(lambda: len(old.sandbox.gateway.sessions) == 2)


async def ask_for_help(tab: Tab, until: asyncio.Event) -> list[Reply]:
    """Ask again and again; gives how it went."""
    replies = []
    while not until.is_set():
        replies.append(await tab.command("lounge", "help"))
        await asyncio.sleep(0.25)
    return replies


@asynccontextmanager
async def helped(held: RunningBot) -> AsyncIterator[list[Reply]]:
    """Have three people ask all the while; fills in how it went when it is over."""
    enough, replies = asyncio.Event(), list[Reply]()
    tabs = [await held.tab(name) for name in ("Ada", "Ben", "Cleo")]
    for tab in tabs:
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
    asking = [asyncio.create_task(ask_for_help(tab, enough)) for tab in tabs]
    try:
        yield replies
    finally:
        enough.set()
        for one in await asyncio.gather(*asking):
            replies += one


async def test_where_the_old_process_is_killed_in_a_takeover_the_new_one_answers_everybody(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address, NIMBUS_LOG="INFO") as held:
        async with helped(held) as replies:
            new = await another(held)
            await side_by_side(held)
            heard = len(held.sandbox.requests)
            await held.until(lambda: len(held.sandbox.requests) > heard + 6)
            await held.kill()
            await taken_over(new)
        await new.kill()
        assert len(replies) > 12
        assert [one.reason for one in replies if not one.ok] == []


@pytest.mark.soak  # tests/cluster/test_takeover.py asks it in one process
async def test_where_the_new_process_is_killed_in_a_takeover_the_old_one_goes_on(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address, NIMBUS_LOG="INFO") as held:
        async with helped(held) as replies:
            new = await another(held)
            await side_by_side(held)
            heard = len(held.sandbox.requests)
            await held.until(lambda: len(held.sandbox.requests) > heard + 6)
            await new.kill()
            await held.until(lambda: "this one goes on" in held.log())
        assert len(replies) > 12
        assert [one.reason for one in replies if not one.ok] == []
        newest = await another(held)
        assert await held.ended() == Exit.STOPPED
        await newest.kill()


@pytest.mark.soak
async def test_replaced_again_and_again_nobody_loses_a_press(tmp_path: Path, address: str) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address, NIMBUS_LOG="INFO") as first:
        evening = Evening(first, think=0.3)
        await evening.open("cloud_nine", ("Ada", "Ben"), deals="2")
        await evening.open("cloud_nine", ("Cleo", "Dmitri"), deals="2")
        await evening.open("cloud_nine", ("mei",), deals="2")
        playing = asyncio.create_task(evening.play())
        held, replaced_at = first, list[int]()
        for _ in range(2):
            new = await another(held)
            assert await held.ended() == Exit.STOPPED
            await taken_over(new)
            replaced_at.append(len(evening.presses))
            held = new
        try:
            await playing
            assert len(held.sandbox.gateway.sessions) == 1
        finally:
            await held.kill()
        assert "Traceback" not in first.log() + held.log()
        assert 0 < replaced_at[0] < replaced_at[1] < len(evening.presses)
        await evening.lost_nothing()


async def test_a_process_that_has_just_begun_makes_no_way_and_the_other_waits_and_says_so(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(tmp_path, DATABASE_URL=address) as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        new = await another(held, HASTY, NIMBUS_LOG="INFO")
        await held.until(lambda: WAITING in new.log())
        assert (await tab.command("tables", "help")).ok
        assert len(held.sandbox.gateway.sessions) == 1
        await held.kill(signal.SIGTERM)
        await new.until(lambda: new.why_red() is None)
        assert (await tab.command("tables", "help")).ok
        assert new.log().count(WAITING) == 1
        await new.kill()


async def test_a_process_that_takes_over_with_another_number_of_shards_says_which_nobody_serves(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address, NIMBUS_SHARDS="0/2") as first:
        second = await another(first, NIMBUS_SHARDS="1/2")
        await first.until(lambda: first.why_red() is None)
        await second.until(lambda: second.why_red() is None)
        new = await another(first, NIMBUS_SHARDS="0/3")
        try:
            assert [await first.ended(), await second.ended()] == [Exit.STOPPED] * 2
            await new.until(lambda: "Nobody serves 1-2/3." in new.log())
            assert new.log().count("Nobody serves") == 1
        finally:
            await new.kill()
            await second.kill()


@pytest.mark.soak  # tests/cluster/test_takeover.py asks it in one process
async def test_a_process_that_slept_while_another_took_its_shards_answers_nothing_and_stops(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address, NIMBUS_LOG="INFO") as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        assert held.process is not None
        held.process.send_signal(signal.SIGSTOP)
        new = await another(held)
        await new.until(lambda: new.why_red() is None)
        assert (await tab.command("tables", "help")).ok
        held.process.send_signal(signal.SIGCONT)
        assert (await tab.command("tables", "help")).ok
        assert await held.ended() == Exit.STOPPED
        answers = [one for one in held.sandbox.requests if one.template.endswith("/callback")]
        assert [one.status for one in answers] == [200, 200]
        await new.kill()
