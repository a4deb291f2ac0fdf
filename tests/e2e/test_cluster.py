"""Several processes over the wire: taking over, on one database, and each with its shards."""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.cluster.takeover import WAITING
from bot.evenings.rows import SOON, WEEK, Appointment
from bot.evenings.store import EveningStore
from bot.host.logs import Exit
from bot.store.rows import Status
from sandbox.client import Reply, Tab
from sandbox.parts import parts_of
from sandbox.snowflake import shard_of
from tests.e2e.evening import Evening
from tests.e2e.running_bot import (
    RunningBot,
    another,
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.e2e.sharded import world_on
from tests.e2e.test_house_players import told
from tests.waits import until

# One process takes the shards of another over, and nobody who presses notices.

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


@pytest.mark.soak  # tests/cluster/test_ownership.py asks it in one process
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


@pytest.mark.soak  # tests/cluster/test_ownership.py asks it in one process
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


# Two processes share a database: presses come to either, and one goes on where the other died.


@asynccontextmanager
async def two(
    path: Path, address: str, module: str = HASTY
) -> AsyncIterator[tuple[RunningBot, RunningBot]]:
    """Run two processes: the first hears of the server, the second of direct messages."""
    async with running_bot(
        path, module, memory=world_on(1, 2), DATABASE_URL=address, NIMBUS_LOG="INFO",
        NIMBUS_SHARDS="1/2",
    ) as held:  # fmt: skip
        await held.until(lambda: held.why_red() is None)
        other = await another(held, NIMBUS_SHARDS="0/2")
        try:
            await other.until(lambda: other.why_red() is None)
            yield held, other
            assert "Traceback" not in held.log() + other.log()
        except BaseException as error:
            error.add_note(f"The other process's log:\n{other.log()}")
            raise
        finally:
            await other.kill()


@pytest.mark.soak  # so do those of a table whose process is killed
async def test_moves_that_come_to_another_process_are_shown_by_the_tables_home(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address) as (held, _):
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        moves = await play_in_dm(tab, random.Random(3), is_over)
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert moves >= sum(seat is not None for seat in (table.seat_of(table.row.opener_id),))


async def test_a_table_of_two_whose_process_is_killed_goes_on_in_the_other(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address) as (held, other):
        # Of two, for their hands are in direct messages, whose shard lives on; who plays alone has
        # theirs in the server, and presses there go to the shard of the dead process.
        tabs = await opened(held, ("Ada", "Ben"), options={"deals": "1"})
        playing = asyncio.gather(*(play_in_dm(tab, random.Random(3), is_over) for tab in tabs))
        await held.until_stored(lambda row: row.moves > 4)
        await held.kill()
        await other.until(lambda: "go on here" in other.log())
        await asyncio.wait_for(playing, 120)
        assert (await state_equals_log(other)).row.status is Status.OVER


@pytest.mark.soak
async def test_a_process_that_stood_still_gives_way_and_begins_anew(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address, "bot") as (held, other):
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        playing = asyncio.create_task(play_in_dm(tab, random.Random(3), is_over))
        await held.until_stored(lambda row: row.moves > 4)
        assert held.process is not None
        held.process.send_signal(signal.SIGSTOP)
        await other.until(lambda: "go on here" in other.log())
        held.process.send_signal(signal.SIGCONT)
        await held.until(lambda: "begins anew" in held.log())
        await asyncio.wait_for(playing, 120)
        assert (await state_equals_log(other)).row.status is Status.OVER
        boards = [found for found in tab.messages("tables") if not found["flags"] & 64]
        assert len(boards) == 1


MIDNIGHT = "tests.e2e.midnight"

SIGN_UP = "Not this time"


def signs_up(message: Any) -> bool:
    return any(part.get("label") == SIGN_UP for part in parts_of(message))


def reminds(message: Any) -> bool:
    return "evening begins" in told(message) and "<@" in told(message)


async def until_kept(held: RunningBot, is_so: Callable[[Appointment], bool]) -> None:
    """Wait until this is true of the weekly evening as it is stored."""
    async with held.store() as store:

        async def found() -> bool:
            (one,) = await EveningStore(store.database).appointments()
            return is_so(one)

        await until(found)


async def moved_on(held: RunningBot, when: float) -> RunningBot:
    """Begin one more process for the shards of one that was killed, whose time is later."""
    data = Path(tempfile.mkdtemp(prefix="later-", dir=held.data))
    (data / "ahead").write_text(str(when - time.time()))
    fresh = replace(held, data=data, process=None, tabs=[])
    await fresh.wake()
    return fresh


async def signed_up(held: RunningBot) -> Tab:
    """Set up a weekly evening and have four people sign up for the first; gives a tab."""
    tabs = [await held.tab(name) for name in ("Ada", "Ben", "Cleo", "Dmitri")]
    ada = tabs[0]
    await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
    shown = await ada.command("tables", "evening weekly")
    assert shown.message is not None
    form = await ada.click(shown.message, label="New weekly evening")
    filled = {"games": ["nimbly"], "rounds": ["1"], "turn": ["600"]}
    done = await ada.submit_modal(form, when="tomorrow 20:30", zone="Berlin", **filled)
    assert done.ok, done.reason
    for tab in tabs:
        (lobby,) = await tab.wait_for(lambda tab: [*filter(signs_up, tab.messages("tables"))])
        assert (await tab.click(lobby, label="I'm in")).ok
    await held.until_stored(lambda row: len(row.members) == len(tabs))
    return ada


async def test_a_weekly_evening_opens_reminds_and_begins_once_whichever_process_leads(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address, MIDNIGHT) as (held, other):
        ada = await signed_up(held)
        row = await held.row()
        assert row is not None
        begins = row.terms.begins or 0.0
        await held.kill()
        await other.until(lambda: "this process leads" in other.log())
        (other.data / "ahead").write_text(str(begins - SOON + 1 - time.time()))
        await ada.wait_for(lambda tab: any(map(reminds, tab.messages("tables"))))
        assert [sum(map(what, ada.messages("tables"))) for what in (signs_up, reminds)] == [1, 1]
        await until_kept(other, lambda one: one.reminder is not None)
        await other.kill()
        last = await moved_on(held, begins + 1)
        try:
            await last.until_stored(lambda row: row.status is Status.PLAYING)
            await until_kept(last, lambda one: (one.next_at, one.opened) == (begins + WEEK, 1))
            async with last.store() as store:
                kept = EveningStore(store.database)
                assert await kept.to_do(0.0) == [row.id]
                assert len(await store.series.matches(f"evening {row.id} 1")) == 2
            # The reminder is taken back.
            await ada.wait_for(lambda tab: not any(map(reminds, tab.messages("tables"))))
            assert "Traceback" not in last.log()
        finally:
            await last.kill()
        bodies = [one.body for one in held.sandbox.requests if isinstance(one.body, dict)]
        assert sum(str(body.get("nonce")).endswith("-soon") for body in bodies) == 1


# A process serves the shards it is told to, and identifies them as fast as Discord lets it.


async def test_presses_in_direct_messages_arrive_at_another_shard_than_their_table(
    tmp_path: Path,
) -> None:
    world = world_on(1, 2)
    async with running_bot(tmp_path, HASTY, memory=world, NIMBUS_SHARDS="0-1/2") as held:
        (guild_id,) = world.guilds
        assert shard_of(guild_id, 2) == 1
        await held.until(lambda: held.why_red() is None)
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        page = (await tab.command("tables", "help")).message
        assert page is not None
        assert (await tab.click(page, label="More…")).ok
        await tab.wait_for(lambda tab: "All commands" in str(tab.newest(page)))
        assert (await tab.click(tab.newest(page), label="About")).ok
        await tab.wait_for(lambda tab: "on shard 1 of 2" in str(tab.newest(page)))
        await play_in_dm(tab, random.Random(3), is_over)
        assert [(found.shard, found.shards) for found in held.sandbox.gateway.sessions] == [
            (0, 2), (1, 2),
        ]  # fmt: skip
        await state_equals_log(held)


async def test_as_many_shards_are_served_as_discord_recommends_in_buckets(tmp_path: Path) -> None:
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        # In five seconds each of these buckets may identify once: fewer would take longer.
        held.sandbox.faults.shards = held.sandbox.faults.max_concurrency = 3
        await held.wake()
        await held.until(lambda: held.why_red() is None)
        assert sorted(found.shard for found in held.sandbox.gateway.sessions) == [0, 1, 2]
        assert "no connection" not in held.log()
        assert "connecting anew" not in held.log()


async def test_of_two_processes_one_hears_the_server_and_the_other_the_presses_in_messages(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(
        tmp_path, HASTY, memory=world_on(1, 2), DATABASE_URL=address, NIMBUS_SHARDS="0/2"
    ) as direct:
        server = await another(direct, NIMBUS_SHARDS="1/2")
        try:
            await direct.until(lambda: direct.why_red() is None)
            await server.until(lambda: server.why_red() is None)
            evening = Evening(direct, think=0.1)
            await evening.open("cloud_nine", ("Ada", "Ben"), deals="1")
            await evening.open("cloud_nine", ("Cleo",), deals="1")
            await evening.play()
            await direct.tabs[-1].wait_for(is_over)
            await evening.lost_nothing()
            assert direct.process is not None
            assert direct.process.returncode is None
            assert "Traceback" not in direct.log() + server.log()
        finally:
            await server.kill()
