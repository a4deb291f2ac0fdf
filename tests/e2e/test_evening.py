"""An evening of seven over the wire: one leaves, one comes late, the bot is killed in between."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot.evenings.store import TOLD, EveningStore
from bot.store.rows import MatchRow, Status
from sandbox import Memory
from sandbox.client import Tab
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    private_messages,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_crowd import nothing_to_do
from tests.e2e.test_hints import told
from tests.e2e.test_kills import play_on
from tests.e2e.test_threads import boxes, thread_of

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
        assert (await late.click(board(late), custom_id="evening:1:join")).ok
        await held.until(lambda: late_is_in(held))
        asked = await leaver.click(board(leaver), custom_id="evening:1:leave")
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
