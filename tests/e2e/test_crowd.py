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
from tests.e2e.running_bot import RunningBot, board, running_bot, settings, state_equals_log
from tests.e2e.test_hints import told
from tests.e2e.test_kills import play_on
from tests.e2e.test_threads import boxes, thread_of

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
    """Return whether the thread has a board a table and the standing."""
    thread = thread_of(tab)
    return thread is not None and len(boxes(tab, thread)) == 3


def is_told(tab: Tab) -> bool:
    """Return whether the result of the evening stands in its thread."""
    thread = thread_of(tab)
    return thread is not None and any("the result of" in told(m) for m in boxes(tab, thread))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("after", [0.0, 0.02, 0.1, 0.5])
async def test_a_kill_at_the_start_leaves_a_lobby_or_all_tables(
    tmp_path: Path, after: float
) -> None:
    async with running_bot(tmp_path, threads=True) as held:
        tabs = await lobby_of(held)
        start = asyncio.create_task(tabs[0].click(board(tabs[0]), label="Start"))
        await asyncio.sleep(after)
        await held.kill()
        async with held.store() as store:
            found, row = await tables_of(store), await store.match(MatchId(1))
        assert row is not None
        assert (row.status, len(found)) in {(Status.LOBBY, 0), (Status.PLAYING, 2)}
        await held.wake()
        await tabs[0].wait_for(lambda tab: tab.bot_online)
        for _ in range(20):
            if all_shown(tabs[0]):
                break
            # Nobody heard a press while the bot was away; a second one begins nothing more.
            with suppress(ActionRefused, TimeoutError, KeyError):
                await tabs[0].click(board(tabs[0]), label="Start")
            with suppress(TimeoutError):
                await tabs[0].wait_for(all_shown, timeout=1.0)
        await tabs[0].wait_for(all_shown)
        start.cancel()  # nobody may ever answer it
        await asyncio.gather(start, return_exceptions=True)


@pytest.mark.timeout(300)
async def test_an_evening_is_played_out_through_kills(tmp_path: Path) -> None:
    async with running_bot(tmp_path, threads=True) as held:
        tabs = await lobby_of(held)
        assert (await tabs[0].click(board(tabs[0]), label="Start")).ok
        await tabs[0].wait_for(all_shown)
        players = [
            asyncio.create_task(play_on(tab, random.Random(n), is_told))
            for n, tab in enumerate(tabs)
        ]
        for pause in (0.5, 1.0, 1.5):
            await asyncio.sleep(pause)
            await held.kill()
            for number in (1, 2):
                await state_equals_log(held, number)
            await held.wake()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*players), 200)
        await tabs[0].wait_for(lambda tab: is_told(tab) and all_shown(tab))
        async with asyncio.timeout(20), held.store() as store:
            kept = EveningStore(store.database)
            while await kept.to_do(0.0):  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.1)
            evening = await kept.get(1)
            assert evening is not None
            assert evening.shown == TOLD
            rows = await tables_of(store)
        assert [row.status for row in rows] == [Status.OVER, Status.OVER]
