"""A hint over the wire: thought of in a process of its own, confirmed after a restart."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from sandbox.client import Tab
from sandbox.parts import parts_of
from tests.e2e.running_bot import board, moves_in_dm, opened, running_bot
from tests.e2e.test_house_players import pytestmark as on_linux
from tests.e2e.test_house_players import thinkers

pytestmark = on_linux

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
        warning = await ask(tab, await hand_in_turn(tab), HINT, "you can't win this game")
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
