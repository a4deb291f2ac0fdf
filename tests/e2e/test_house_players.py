"""House players whose thinking runs in processes of its own, over the wire."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest

from bot.store.rows import Status
from tests.e2e.running_bot import (
    RunningBot,
    is_over,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.waits import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="children are found in /proc")


def servers(held: RunningBot) -> list[int]:
    """Return the processes that the bot has started: those from which others are forked."""
    assert held.process is not None
    return children(held.process.pid)


def thinkers(held: RunningBot) -> list[int]:
    """Return the processes that were forked for the bot; of kernels there are none here."""
    return [pid for server in servers(held) for pid in children(server)]


def children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def killed_at_work(held: RunningBot) -> int:
    """Kill the first process that thinks, as soon as there is one."""
    found = await until(lambda: thinkers(held))
    os.kill(found[0], signal.SIGKILL)
    return found[0]


@pytest.mark.soak  # tests/match/house asks it of each of its parts
async def test_a_game_goes_on_when_a_thinking_process_dies_and_none_outlives_the_bot(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, NIMBUS_THINKERS="1") as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        dead, _ = await asyncio.gather(
            killed_at_work(held), play_in_dm(tab, random.Random(1), is_over)
        )
        assert (await state_equals_log(held)).row.status is Status.OVER
        last = thinkers(held)
        assert dead not in last
        assert last
        last += servers(held)
        process = held.process
        await held.kill(signal.SIGTERM)
        assert process is not None
        assert process.returncode == 0
        await held.until(lambda: not any(map(is_alive, last)))  # the system takes a moment
