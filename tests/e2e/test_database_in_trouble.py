"""A database that fails, vanishes or breaks while people play."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.client import UNWRITTEN
from sandbox.client import Tab
from tests.e2e.running_bot import (
    ROOT,
    RunningBot,
    moves_in_dm,
    opened,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_database_at_the_start import IOERR, refused
from tests.waits import until

HASTY = "tests.e2e.hasty"
NOT_SAVED = "I can't save anything right now, so nothing changed."


def in_hand(tab: Tab) -> tuple[Any, list[Any]]:
    """Return the newest hand with controls, which must be there."""
    found = moves_in_dm(tab)
    assert found is not None
    return found


def whispered(tab: Tab, words: str) -> list[Any]:
    """Return the private messages that say this, wherever they stand."""
    shown = [*tab.messages("tables"), *tab.dm_messages()]
    return [m for m in shown if m["flags"] & 64 and words in (m.get("content") or "")]


async def logged(held: RunningBot, words: str) -> str:
    """Wait until the bot has logged something."""
    await held.until(lambda: words in held.log())
    return held.log()


async def is_healthy(held: RunningBot) -> bool:
    """Ask the health check."""
    environment = {**os.environ, "NIMBUS_DATA": str(held.data)}
    check = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.host.health", cwd=ROOT, env=environment,
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    return await check.wait() == 0


async def well(held: RunningBot) -> None:
    """Wait until health is green."""
    await until(partial(is_healthy, held))


def leave_room(held: RunningBot, size: int) -> None:
    """Let no file that the bot writes grow beyond a size."""
    assert held.process is not None
    most = resource.RLIM_INFINITY
    resource.prlimit(held.process.pid, resource.RLIMIT_FSIZE, (size, most))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
async def test_without_space_nothing_is_lost_players_are_told_and_health_is_red(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, HASTY) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        await well(held)
        before = (await held.table()).row
        leave_room(held, (tmp_path / "nimbus.sqlite3-wal").stat().st_size)
        message, choices = in_hand(tab)
        for _ in range(2):
            assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
        await tab.wait_for(lambda tab: len(whispered(tab, NOT_SAVED)) == 2)
        assert (await held.table()).row.moves == before.moves
        log = await logged(held, f"health is red: {UNWRITTEN}: disk I/O error")
        assert "Traceback" not in log
        (tmp_path / "health").unlink(missing_ok=True)  # the mark of before counts for a while
        assert not await is_healthy(held)
        leave_room(held, resource.RLIM_INFINITY)
        log = await logged(held, f"health is no longer red: {UNWRITTEN}")
        assert log.count(UNWRITTEN) == 2
        await well(held)
        assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
        await held.until_stored(lambda row: row.moves != before.moves)
        await state_equals_log(held)
        assert "Ada" not in held.log()


async def test_a_file_that_vanishes_stops_the_bot_and_put_back_nothing_is_lost(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, HASTY) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        before = (await held.table()).row
        path, away = tmp_path / "nimbus.sqlite3", tmp_path / "elsewhere"
        path.rename(away)
        assert await held.ended() == IOERR
        lines = [line for line in held.log().splitlines() if f"{path} is gone while" in line]
        assert len(lines) == 1
        assert " CRITICAL " in lines[0]
        assert "Traceback" not in held.log()
        status, sentence = await refused(held.sandbox, path)
        assert (status, "Put it back" in sentence) == (IOERR, True)
        away.rename(path)
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert (await state_equals_log(held)).row.moves == before.moves
