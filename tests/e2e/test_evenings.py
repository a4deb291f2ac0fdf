"""Evenings over the wire: more people than seats, two servers, and kills in between."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.evenings.store import TOLD, EveningStore
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Status
from sandbox import Memory
from sandbox.client import ActionRefused, Reply, Tab
from tests.e2e.running_bot import (
    RunningBot,
    anything_new,
    board,
    buttons,
    private_messages,
    running_bot,
    settings,
    state_equals_log,
)
from tests.e2e.test_house_players import told
from tests.e2e.test_kills import play_on
from tests.e2e.test_threads import boxes, thread_of
from tests.waits import PATIENCE, until

# More people than seats, over the wire: the process is killed as it deals, and as they play.

FIVE = ("Ada", "Ben", "Cleo", "Dmitri", "小林 Mei")


async def lobby_of(held: RunningBot) -> list[Tab]:
    """Open a lobby of one deal with five people in it; gives their tabs."""
    tabs = [await held.tab(name) for name in FIVE]
    first = tabs[0]
    await first.wait_for(lambda tab: tab.bot_online and tab.commands)
    await first.command("tables", "play", game="cloud_nine")
    for tab in tabs[1:]:
        assert (await tab.click(await tab.wait_for(board), label="Join")).ok
    form = await first.click(await settings(first, board(first)), label="Options")
    assert (await first.submit_modal(form, deals="1")).ok
    await held.until_stored(lambda row: len(row.members) == 5 and row.options["deals"] == 1)
    return tabs


async def tables_of(store: Store) -> list[MatchRow]:
    found = await store.series.matches("evening 1 1")
    return [row for row in found if isinstance(row, MatchRow)]


def all_shown(tab: Tab) -> bool:
    """Return whether the thread has a board a table, and the lobby has become the live board."""
    thread = thread_of(tab)
    return (
        thread is not None
        and len(boxes(tab, thread)) >= 2
        and "5 people, the same cards at every table" in told(board(tab))
    )


def is_told(tab: Tab) -> bool:
    """Return whether the result of the evening stands in its thread, and in its board."""
    thread = thread_of(tab)
    places = ([] if thread is None else boxes(tab, thread), [board(tab)])
    return all(any("the result for 5 players" in told(m) for m in place) for place in places)


async def nothing_to_do(kept: EveningStore) -> None:
    """Wait until the bot has done all there is to do of evenings."""

    async def is_done() -> bool:
        return not await kept.to_do(0.0)

    await until(is_done)


async def start_through_a_kill(held: RunningBot, first: Tab, after: float) -> None:
    """Press Start, and kill the bot then: it leaves a lobby or all tables. Go on from there."""
    start = asyncio.create_task(first.click(board(first), label="Start"))
    await asyncio.sleep(after)
    await held.kill()
    async with held.store() as store:
        found, row = await tables_of(store), await store.match(MatchId(1))
        people = await EveningStore(store.database).people(1)
    assert row is not None
    assert (row.status, len(found), len(people)) in {
        (Status.LOBBY, 0, 0), (Status.PLAYING, 2, 5),
    }  # fmt: skip
    await held.wake()
    await first.wait_for(lambda tab: tab.bot_online)
    for _ in range(20):
        if all_shown(first):
            break
        # Nobody heard a press while the bot was away; a second one begins nothing more.
        with suppress(ActionRefused, TimeoutError, KeyError):
            await first.click(board(first), label="Start", at_once=True)
        await anything_new(first)
    await first.wait_for(all_shown)
    start.cancel()  # nobody may ever answer it
    await asyncio.gather(start, return_exceptions=True)


@pytest.mark.soak  # an evening of two rounds is played through a kill in any case
@pytest.mark.parametrize(
    ("after", "pauses"),
    [(0.05, (0.7,)), *((after, (0.5, 1.0, 1.5)) for after in (0.0, 0.02, 0.1, 0.5))],
)
async def test_an_evening_is_played_out_through_kills(
    tmp_path: Path, after: float, pauses: tuple[float, ...]
) -> None:
    async with running_bot(tmp_path, threads=True) as held:
        tabs = await lobby_of(held)
        await start_through_a_kill(held, tabs[0], after)
        players = [
            asyncio.create_task(play_on(tab, random.Random(n), is_told))
            for n, tab in enumerate(tabs)
        ]
        for pause in pauses:
            await asyncio.sleep(pause)
            await held.kill()
            for number in (1, 2):
                await state_equals_log(held, number)
            await held.wake()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*players), 200)
        await tabs[0].wait_for(is_told)
        assert len(boxes(tabs[0], thread_of(tabs[0]) or pytest.fail("no thread"))) == 3
        async with held.store() as store:
            kept = EveningStore(store.database)
            await nothing_to_do(kept)
            (shown,), rows = await kept.boards(1), await tables_of(store)
            places = [one.place for one in await kept.people(1)]
        assert shown.shown == TOLD
        assert [row.status for row in rows] == [Status.OVER, Status.OVER]
        assert None not in places


# Two servers play one evening, over the wire; the process is killed as they play.

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


def is_result_told(tab: Tab) -> bool:
    """Return whether the result stands where a person is."""
    place = channel_of(tab)
    return any("the result for 4 players" in told(message) for message in boxes(tab, place))


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
            asyncio.create_task(play_on(tab, random.Random(n), is_result_told))
            for n, tab in enumerate(tabs)
        ]
        await held.until_stored(lambda row: row.moves, 2)
        await held.kill()
        await held.wake()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*players), 100)
        for tab in tabs:
            await tab.wait_for(is_result_told)


def _code(tab: Tab) -> str | None:
    """Return the code that a person was given."""
    said = "\n".join(told(message) for message in tab.messages("tables") if message["flags"] & 64)
    found = re.search("`([2-9A-Z]{8})`", said)
    return None if found is None else found[1]


# An evening of seven over the wire: one leaves, one comes late, the bot is killed in between.

PEOPLE = ("Ada", "Ben", "Cleo", "Dmitri", "Emil", "Fay", "Gita")
*SIX, LATE = PEOPLE


async def test_one_leaves_one_comes_late_and_the_bot_is_killed_between_two_rounds(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, threads=True, memory=Memory.populate(PEOPLE)) as held:
        tabs = await begun(held)
        *stay, leaver = tabs
        late = await held.tab(LATE)
        await late.wait_for(lambda tab: buttons(board(tab) or {}, "evening:1:join"))
        await pressed(late, "evening:1:join")
        await held.until(lambda: late_is_in(held))
        asked = await pressed(leaver, "evening:1:leave")
        question: Any = await leaver.wait_for(
            lambda _: asked.message if "evening:1:gone" in str(asked.message) else None
        )
        assert (await leaver.click(question, custom_id="evening:1:gone")).ok
        await played(stay, says("Round 1 of 2 is over"))
        await held.kill()
        assert len(await tables(held, 1)) == 2
        await held.wake()
        await stay[0].wait_for(lambda tab: tab.bot_online)
        await next_round(stay[0])
        await played([*stay, late], is_over)
        rows = await tables(held, 2)
        assert {row.status for row in rows} == {Status.OVER}
        seated = {one.name for row in rows for one in row.members if one.user_id is not None}
        assert seated == {"Ada", "Ben", "Cleo", "Dmitri", "Emil", "Gita"}
        await ended(held)


async def pressed(tab: Tab, custom_id: str) -> Reply:
    """Press a button of the newest board, again where that has just changed, as a person would."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await tab.wait_for(lambda tab: buttons(board(tab) or {"components": []}, custom_id))
            with suppress(ActionRefused, KeyError):
                reply = await tab.click(board(tab), custom_id=custom_id, at_once=True)
                assert reply.ok, reply.reason
                return reply


async def begun(held: RunningBot) -> list[Tab]:
    """Open an evening of two rounds of a deal with six people, and start it; gives their tabs."""
    tabs = [await held.tab(name) for name in SIX]
    first = tabs[0]
    await first.wait_for(lambda tab: tab.bot_online and tab.commands)
    await first.command("tables", "evening open", game="nimbly", rounds=2, deals=1)
    for tab in tabs[1:]:
        assert (await tab.click(await tab.wait_for(board), label="Join")).ok
    await held.until_stored(lambda row: len(row.members) == len(SIX))
    assert (await first.click(board(first), label="Start")).ok
    return tabs


async def played(tabs: Sequence[Tab], until: Callable[[Tab], bool]) -> None:
    """Have these people play until each sees something."""
    players = [play_on(tab, random.Random(n), until) for n, tab in enumerate(tabs)]
    await asyncio.gather(*players)


def says(words: str) -> Callable[[Tab], bool]:
    """Return a function that tells whether the thread of the evening says something."""

    def is_said(tab: Tab) -> bool:
        thread = thread_of(tab)
        return thread is not None and any(words in told(m) for m in boxes(tab, thread))

    return is_said


def late_is_in(held: RunningBot) -> bool:
    """Return whether who came late was added to the thread."""
    memory = held.sandbox.memory
    (late,) = (one.id for one in memory.people.values() if one.name == LATE)
    threads = [one.thread for one in memory.channels.values() if one.thread is not None]
    return any(late in thread.members for thread in threads)


def is_over(tab: Tab) -> bool:
    """Return whether the board of the evening says that it is over: it offers another one."""
    return bool(buttons(board(tab), "again:1"))


async def next_round(host: Tab) -> None:
    """Have the host begin the next round."""
    assert (await host.click(board(host), custom_id="evening:1:direct")).ok

    def panel(tab: Tab) -> Any:
        return next((m for m in private_messages(tab) if buttons(m, "evening:1:skip")), None)

    assert (await host.click(await host.wait_for(panel), custom_id="evening:1:skip")).ok


async def tables(held: RunningBot, number: int) -> list[MatchRow]:
    """Return the tables of a round; their states are what their logs replay to."""
    async with held.store() as store:
        found = await store.series.matches(f"evening 1 {number}")
    rows = [row for row in found if isinstance(row, MatchRow)]
    return [(await state_equals_log(held, row.id)).row for row in rows]


async def ended(held: RunningBot) -> None:
    """Wait until nothing is left to do, and check who has which place."""
    async with held.store() as store:
        kept = EveningStore(store.database)
        await nothing_to_do(kept)
        evening, people = await kept.get(1), await kept.people(1)
        assert [one.shown for one in await kept.boards(1)] == [TOLD]
    assert evening is not None
    assert (evening.ended is not None, evening.round) == (True, 2)
    by_name = {one.name: one for one in people}
    assert (by_name["Fay"].gone, by_name["Gita"].since) == (1, 2)
    assert sorted(by_name) == sorted(PEOPLE)
    assert {one.name for one in people if one.place is None} == {"Fay"}  # who chose nothing
