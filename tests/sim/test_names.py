"""A table goes on whatever its people are called."""

from __future__ import annotations

from pathlib import Path

from render.api import MAX_ALT
from tests.render.hostile import utf16
from tests.sim.evening import evening, raw_components

PLAQUE = "\ufdfd"
CROWNS = "\U0001f451" * 32


async def test_a_name_no_font_can_draw_does_not_stop_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path, names=("Ada", PLAQUE, CROWNS)) as held:
        board = await held.start("Ada", PLAQUE, CROWNS)
        assert [file.filename for file in board.attachments] == ["table-0.png"]
        alts = [item["description"] for item in _pictures(board)]
        assert "Seat " in alts[0]
        assert 0 < utf16(alts[0]) <= MAX_ALT
        for name in ("Ada", PLAQUE, CROWNS):
            assert held.hand(name).attachments


def _pictures(message: object) -> list[dict[str, str]]:
    galleries = [part for part in raw_components(message) if part["type"] == 12]
    return [item for gallery in galleries for item in gallery["items"]]
