"""The clock of a game is changed in play, through the whole bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.sim.evening import evening, texts
from tests.sim.test_clock_evening import started
from tests.sim.test_pause_evening import answer

FORM = {"terms.clock": ["90+180"], "terms.hints": ["true"]}


async def proposed(held: Any) -> Any:
    """Let Ada propose a change; gives what she is told."""
    form = await held["Ada"].click(held.board(), label="Clock")
    return await held["Ada"].submit_modal(form, FORM)


async def test_a_proposal_ends_by_a_no_and_is_in_force_when_all_agree(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await started(held, "Ada", "Ben", "Cleo")
        await proposed(held)
        board = held.board()
        assert "not at this table" in answer(await held["Dora"].click(board, label="Agree"))
        assert "not at this table" in answer(await held["Dora"].click(board, label="More…"))
        await held["Cleo"].click(board, label="No")
        assert "suggests" not in texts(held.board())
        assert (await held.table()).row.terms.clock == 60
        assert "I've asked the others" in answer(await proposed(held))
        assert "**Ada** suggests" in texts(held.board())
        await held["Ben"].click(held.board(), label="Agree")
        assert "Still to agree: **Cleo**" in texts(held.board())
        await held["Cleo"].click(held.board(), label="Agree")
        assert "suggests" not in texts(held.board())
        assert "then 3:00 extra" in texts(held.board())
        name, _ = await held.turn()
        assert "then 3:00 extra" in texts(held.hand(name))


async def test_who_plays_alone_changes_it_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await started(held, "Ada")
        told = answer(await proposed(held))
        assert "90 seconds, then 3 minutes extra" in told
        assert "then 3:00 extra" in texts(held.board())
