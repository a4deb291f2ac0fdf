"""Nimbly over the wire: people at tabs, the bot in its own process, killed in the middle."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bot.store.rows import Status
from tests.e2e.running_bot import board, is_over, opened, play_in_dm, running_bot, state_equals_log

PEOPLE = ("Ada", "Ben", "Cleo", "Dmitri")


async def test_four_clients_play_a_whole_game_through_a_restart(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, PEOPLE, "nimbly", options={"deals": "2", "par": ["false"]})
        players = [
            asyncio.create_task(play_in_dm(tab, random.Random(seat), is_over))
            for seat, tab in enumerate(tabs)
        ]
        await tabs[0].wait_for(lambda tab: "Deal 2 is on the table" in str(board(tab)), timeout=90)
        await held.kill()
        before = await state_equals_log(held)
        await held.wake()
        await asyncio.gather(*players)
        table = await state_equals_log(held)
        assert before.row.moves < table.row.moves
        assert table.row.status is Status.OVER
        assert table.view(None).deal == 2
