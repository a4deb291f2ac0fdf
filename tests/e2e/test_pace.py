"""A table at Discord's pace: what players see is as new as the limits allow."""

from __future__ import annotations

import random
import re
from pathlib import Path

from tests.e2e.running_bot import RunningBot, moment, moves_in_dm, opened, play_in_dm, running_bot

ENOUGH = 6
"""Moves after which nobody plays on."""


def pictured(held: RunningBot, kind: str) -> list[int]:
    """Return after how many moves each edit of a board or of hands was painted, in order."""
    edits = [item for item in held.sandbox.requests if item.method == "PATCH"]
    names = [name for item in edits for name in item.files]
    return [int(found[1]) for name in names if (found := re.fullmatch(rf"{kind}-(\d+).png", name))]


async def test_what_is_shown_is_ever_newer_and_nothing_is_refused(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        (tab,) = await opened(held, ("Ada",))
        held.sandbox.faults.pace = True

        def is_enough(_: object) -> bool:
            found = moves_in_dm(tab)
            return found is not None and int(moment(found).split(":")[1]) >= ENOUGH

        await play_in_dm(tab, random.Random(1), is_enough)
        newest = (await held.until_stored(lambda row: row.moves >= ENOUGH)).moves
        await held.until(lambda: pictured(held, "table")[-1] == newest)
        assert {item.status for item in held.sandbox.requests} <= {0, 200, 204}
        for kind in ("table", "hand"):
            shown = pictured(held, kind)
            assert shown == sorted(set(shown))
