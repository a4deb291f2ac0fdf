"""Three people at three tabs, the bot in its own process."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from bot.store.rows import Status
from tests.e2e.running_bot import is_over, opened, play_in_dm, running_bot, state_equals_log
from tests.store.samples import ask


async def test_three_clients_play_a_whole_game_at_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        pressed = await asyncio.gather(
            *(play_in_dm(tab, random.Random(seat), is_over) for seat, tab in enumerate(tabs))
        )
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert sum(pressed) == table.row.moves
        file = held.data / "nimbus.sqlite3"
        await held.until(lambda: ask(file, "SELECT verdict FROM ending") != [(None,)])
        assert ask(file, "SELECT verdict FROM ending") == [("counts",)]
        assert ask(file, "SELECT count(*) FROM rating_change") == [(3,)]
        assert held.log() == ""
