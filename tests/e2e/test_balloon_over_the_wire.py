"""Cloud 9, the balloon game: people at tabs, the bot in its own process, killed in the middle."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from tests.e2e.running_bot import (
    RunningBot,
    board,
    is_over,
    moves_in_dm,
    play_in_dm,
    running_bot,
    settings,
    state_equals_log,
)
from tests.e2e.test_hints import told


async def opened(held: RunningBot, names: tuple[str, ...], target: int) -> list[Any]:
    """Open a balloon table that is played to a target, with everybody aboard."""
    tabs = [await held.tab(name) for name in names]
    first = tabs[0]
    await first.wait_for(lambda tab: tab.bot_online and tab.commands)
    reply = await first.command("tables", "play", game="balloon")
    assert reply.message is not None, reply.reason
    form = await first.click(await settings(first, reply.message), label="Options")
    given = {"redeal": ["true"], "odds": ["true"], "two": ["false"]}
    assert (await first.submit_modal(form, target=str(target), **given)).ok
    for tab in tabs[1:]:
        assert (await tab.click(await tab.wait_for(board), label="Join")).ok
    assert (await first.click(reply.message, label="Start")).ok
    return tabs


@pytest.mark.soak  # it is played by ear over the wire, and another game through kills
async def test_three_people_fly_to_the_end_though_the_bot_is_killed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), target=20)
        players = [
            asyncio.create_task(play_in_dm(tab, random.Random(seat), is_over))
            for seat, tab in enumerate(tabs)
        ]
        await tabs[0].wait_for(moves_in_dm)
        await held.until_stored(lambda row: row.moves)
        await state_equals_log(held)
        await held.kill()
        before = (await state_equals_log(held)).row.moves
        await held.wake()
        await asyncio.gather(*players)
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert table.row.moves > before
        assert max(table.view(None).scores) >= 20
        await tabs[0].wait_for(lambda tab: "win" in told(board(tab)))
