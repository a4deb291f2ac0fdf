"""More people than seats, over the wire: the process is killed as it deals, and as they play."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest

from bot.evenings.store import TOLD, EveningStore
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Status
from sandbox.client import ActionRefused, Tab
from tests.e2e.running_bot import (
    RunningBot,
    anything_new,
    board,
    running_bot,
    settings,
    state_equals_log,
)
from tests.e2e.test_hints import told
from tests.e2e.test_kills import play_on
from tests.e2e.test_threads import boxes, thread_of
from tests.waits import until

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
    return all(any("the result of 5 people" in told(m) for m in place) for place in places)


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
            await first.click(board(first), label="Start")
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
