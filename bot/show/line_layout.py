"""The line: what the channel shows of a table that plays in a thread, and the thread's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ui

from bot.names import bold_names
from bot.show.finished_layout import outcome_of, score_text, winner_text
from bot.store.rows import Status
from bot.ui.parts import container
from engine.game import by_place

if TYPE_CHECKING:
    from bot.show.frame import BoardFrame
    from bot.store.rows import MatchRow
    from render.api import Words


def thread_name(row: MatchRow, say: Words) -> str:
    """Name the thread of a match after its game and number."""
    return say("thread.name", game=say(f"game.{row.game}"), number=row.id)[:100]


def line_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays what, with the way there; at the end what came of it."""
    row = board.row
    told = {"game": say(f"game.{row.game}"), "number": row.id, "thread": f"<#{row.thread_id}>"}
    if row.status is Status.OVER:
        names, outcome = bold_names(row, say), outcome_of(board)
        scores = " · ".join(
            say("line.score", name=names[seat - 1],
                score=score_text(board, outcome.scores[seat - 1], say))
            for _, seat in by_place(outcome.scores, outcome.winners)
        )  # fmt: skip
        text = say("line.over", result=winner_text(board, names, say), scores=scores, **told)
    elif row.status is Status.CLOSED:
        text = say("line.closed", **told)
    else:
        text = say("line.playing", names=_listed(bold_names(row, say, ()), say), **told)
    return container(ui.TextDisplay(text))


def _listed(names: tuple[str, ...], say: Words) -> str:
    """List names as a sentence does."""
    first, last = ", ".join(names[:-1]), names[-1]
    return say("list.and").join(filter(None, (first, last)))
