"""A deal shown in the channel over the wire: painted by the workshop's process."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.e2e.running_bot import (
    board,
    buttons,
    is_over,
    opened,
    play_in_dm,
    running_bot,
)


async def test_a_finished_deal_is_shown_to_everybody(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        short: dict[str, str | list[str]] = {"deals": "1", "par": ["false"], "rows": ["3"]}
        (tab,) = await opened(held, ("Ada",), game="nimbly", options=short)
        await play_in_dm(tab, random.Random(1), is_over)
        opened_viewer = await tab.command("tables", "replay")
        viewer: Any = await tab.wait_for(
            lambda _: (
                opened_viewer.message if "rp:animate:" in str(opened_viewer.message) else None
            ),
        )
        await tab.click(viewer, label="Post the deal as an animation")
        shown: Any = await tab.wait_for(
            lambda tab: board(tab) if ".webp" in str(board(tab)) else None
        )
        assert not shown["flags"] & 64
        assert "the animation follows" not in str(shown)
        (data,) = await tab.pictures(shown)
        assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
        assert buttons(shown, "rp:open:")
