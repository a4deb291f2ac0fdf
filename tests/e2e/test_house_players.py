"""House players and hints over the wire: thought of in processes of their own."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from sandbox.client import Tab
from sandbox.parts import parts_of
from tests.e2e.running_bot import (
    RunningBot,
    board,
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.store.samples import ALICE, played_before
from tests.waits import until

# House players whose thinking runs in processes of its own, over the wire.

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


# A hint over the wire: thought of in a process of its own, confirmed after a restart.

HINT = "\N{ELECTRIC LIGHT BULB} Hint"


def told(message: Any) -> str:
    """Return the words of a message, of either kind; "" while there is none."""
    if message is None:
        return ""
    words = [part["content"] for part in parts_of(message) if part.get("content")]
    return "\n".join([message["content"], *words])


async def hand_in_turn(tab: Tab) -> Any:
    """Wait until there is something to press, and give that hand."""
    found = await tab.wait_for(moves_in_dm)
    assert found is not None
    return found[0]


async def ask(tab: Tab, message: Any, label: str, expected: str) -> Any:
    """Press a button, and wait until what it brought says what is expected; gives that."""
    reply = await tab.click(message, label=label)
    return await tab.wait_for(lambda _: reply.message if expected in told(reply.message) else None)


async def test_a_hint_comes_after_a_restart_and_a_thinking_process_that_hangs(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, "tests.e2e.thoughtful", NIMBUS_THINKERS="1") as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        (ada,) = [member.user_id for member in (await held.table()).row.members if member.user_id]
        async with held.store() as store:
            await played_before(store, ada, ALICE)
        warning = await ask(tab, await hand_in_turn(tab), HINT, "won't count as a win")
        assert not any(m.hinted for m in (await held.table()).row.members)
        await held.kill()
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        await ask(tab, warning, "Show the hint", "sees only what you see")
        row = (await held.table()).row
        assert (row.rated, [m.name for m in row.members if m.hinted]) == (True, ["Ada"])
        await tab.wait_for(lambda tab: "took a hint" in told(board(tab)))
        # One that ends with its work may still be there.
        await held.until(lambda: len(thinkers(held)) == 1)
        (busy,) = thinkers(held)
        os.kill(busy, signal.SIGSTOP)
        await ask(tab, await hand_in_turn(tab), HINT, "I couldn't think of a hint")
        await ask(tab, await hand_in_turn(tab), HINT, "sees only what you see")
        assert busy not in thinkers(held)
