"""A game that somebody plays in the terminal by what is spoken."""

from __future__ import annotations

from pathlib import Path

from tests.by_ear.grammar import text
from tests.by_ear.playing import by_ear
from tests.by_ear.terminal import NOTHING, WHICH, listen

MOVES = 3


async def test_a_game_is_played_in_the_terminal_by_what_is_said(tmp_path: Path) -> None:
    spoken: list[str] = []
    typed = iter(["start", f"/look question: {text('look.button.seats')}", "play", "fly"])
    left = iter([True] * MOVES)

    async def read() -> str | None:
        if (words := next(typed, None)) is not None:
            return words
        pages = "\n".join(spoken).split("[to me]")
        (*_, offered) = [page for page in pages if "(button)" in page]
        return offered.partition("(button) ")[2].splitlines()[0] if next(left, None) else None

    async with by_ear(tmp_path) as (held, ear):
        await listen(held, ear, "cloud_nine", read, spoken.append)
        assert (await held.table()).row.moves >= MOVES
    assert any("Ada (you)" in line for line in spoken)
    assert [line.partition(" Play")[0] for line in spoken if WHICH in line] == [WHICH]
    assert spoken.count(NOTHING) == 1
    assert sum(line.startswith("> press") for line in spoken) == 1 + MOVES
