"""Clumond at three tabs, the bot in its own process, killed in the middle."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.store.rows import Status
from tests.e2e.running_bot import (
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)

SHORT: dict[str, str | list[str]] = {"deals": "3", "ante": "4", "scoring": ["chips"]}


@pytest.mark.soak
@pytest.mark.timeout(240)
async def test_three_clients_play_to_the_end_and_a_kill_loses_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), "clumond", options=SHORT)
        players = [
            asyncio.create_task(play_in_dm(tab, random.Random(seat), is_over))
            for seat, tab in enumerate(tabs)
        ]
        async with asyncio.timeout(60):
            await tabs[0].wait_for(lambda tab: len(tab.dm_messages()) > 1 and moves_in_dm(tab))
        await held.kill()
        before = (await state_equals_log(held)).row.moves
        await held.wake()
        await asyncio.gather(*players)
        table = await state_equals_log(held)
        assert before < table.row.moves
        assert table.row.status is Status.OVER
        assert (table.view(None).deal, table.row.options["ante"]) == (3, 4)
