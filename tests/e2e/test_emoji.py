"""The application's emoji over the wire: uploaded once, waited for, done without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bench.world import all_emoji
from sandbox import Request
from sandbox.client import Tab
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    moves_in_dm,
    opened,
    private_messages,
    running_bot,
)

WHERE = r"^/applications/\d+/emojis"


async def test_a_first_start_uploads_all_and_a_second_one_only_looks(tmp_path: Path) -> None:
    async with running_bot(tmp_path, emoji=False) as held:
        await until_all_are_there(held)
        assert [item.method for item in calls(held)] == ["GET"] + ["POST"] * len(all_emoji())
        assert {item.name: item.data for item in held.sandbox.memory.emojis.values()} == all_emoji()
        await held.kill()
        before = len(calls(held))
        await held.wake()
        (ada,) = await opened(held, ("Ada",))
        assert all(part["emoji"] for part in await hand(ada))
        assert [item.method for item in calls(held)[before:]] == ["GET"]


async def test_a_private_hand_comes_though_its_emoji_are_gone(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        (ada,) = await opened(held, ("Ada",))
        await hand(ada)
        await ada.wait_for(lambda tab: buttons(board(tab), "t:"))
        held.sandbox.memory.emojis.clear()
        started = len(private_messages(ada))
        assert (await ada.click(board(ada), label="My hand")).ok
        shown = await ada.wait_for(
            lambda tab: [m for m in private_messages(tab)[started:] if buttons(m, "m:")]
        )
        assert not [part for part in buttons(shown[-1], "m:") if part.get("emoji")]
        edits = [item for item in held.sandbox.requests if item.method == "PATCH"]
        tried = [item.status for item in edits if item.path.endswith("@original")]
        assert tried[-2:] == [400, 200]


def names(held: RunningBot) -> list[str]:
    return [item.name for item in held.sandbox.memory.emojis.values()]


async def until_all_are_there(held: RunningBot) -> None:
    await held.until(lambda: set(names(held)) == set(all_emoji()))


def calls(held: RunningBot) -> list[Request]:
    """Return the calls for emoji, oldest first."""
    return [item for item in held.sandbox.requests if re.search(WHERE, item.path)]


async def hand(tab: Tab) -> list[Any]:
    """Return the controls of a person's move, when it is theirs to make."""
    return list(await tab.wait_for(controls))


def controls(tab: Tab) -> list[Any]:
    found = moves_in_dm(tab)
    return found[1] if found else []
