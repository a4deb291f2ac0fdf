"""The first start: the bot is there before what house players think with is compiled."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

from bot.store.rows import MatchRow
from sandbox.client import Tab
from sandbox.parts import parts_of
from tests.e2e.running_bot import board, opened, play_in_dm, running_bot

NOTE = "moved without thinking. This game changes no rating."


def says(is_early: bool, tab: Tab) -> bool:
    """Return whether the newest board says that a house player moved by rule of thumb, or not."""
    shown: Any = board(tab)
    told = [str(part.get("content", "")) for part in parts_of(shown or {})]
    return any(NOTE in text for text in told) is is_early


def have_moved(row: MatchRow) -> bool:
    """Return whether everybody at a table has moved."""
    return row.moves > len(row.members)


async def test_the_bot_is_online_before_anything_is_compiled_and_says_how_it_plays(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, "tests.e2e.gated", NIMBUS_THINKERS="1") as held:
        for number, name in enumerate(("Ada", "Ben"), start=1):
            (tab,) = await opened(held, (name,), game="nimbly")
            playing = asyncio.create_task(play_in_dm(tab, random.Random(1), lambda _: False))
            row = await held.until_stored(have_moved, number)
            playing.cancel()
            is_early = number == 1
            assert any(member.hinted for member in row.members) is is_early
            await tab.wait_for(partial(says, is_early))
            (tmp_path / "gate").touch()
        await held.until(lambda: held.why_red() is None)
