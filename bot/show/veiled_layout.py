"""The board of a table of a league: it shows no card, for others still play the same deals.

Its players have the whole table in their hands. What came of it is told when the week is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.play.leagues.week import week_of
from bot.play.names import bold_names
from bot.show.board_layout import notes_of, table_buttons, turn_of
from bot.store.rows import Status
from bot.ui.controls import button, fair_button
from bot.ui.parts import container, rows
from bot.ui.proposal import proposal_buttons
from bot.ui.replay import replay_button
from bot.ui.review import review_button

if TYPE_CHECKING:
    from bot.show.frame import BoardFrame
    from render.api import Words


def veiled_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays a league's deals, how far they are and whose turn it is; no picture."""
    row = board.row
    lines = [veiled_text(board, say)]
    if row.status is not Status.PLAYING:
        of = week_of(row.series)
        shown: list[ui.Item[Any]] = []
        if of is not None:
            shown.append(button(f"league:{of.league}", say("league.button.standing")))
        shown += [review_button(row, say), replay_button(row, say)]
        record = button(f"record:{row.id}", say("final.button.record"))
        return container(
            ui.TextDisplay("\n".join(lines)), *rows([*shown, record, fair_button(row, say)])
        )
    acting = [bold_names(row, say)[seat - 1] for seat in board.begun.to_act]
    turn = say("league.veil.turn", names=say("list.and").join(acting))
    lines += [turn_of(row, turn, say), *notes_of(row, say)]
    return container(
        ui.TextDisplay("\n".join(filter(None, lines))),
        *rows(proposal_buttons(row, say)), *rows(table_buttons(row, say)),
    )  # fmt: skip


def veiled_text(board: BoardFrame, say: Words) -> str:
    """Say who plays which deals, and what became of it, without a score."""
    row, of = board.row, week_of(board.row.series)
    number, week = (of.league, of.week) if of is not None else (0, 0)
    key = {Status.OVER: "league.veil.over", Status.CLOSED: "league.veil.closed"}.get(
        row.status, "league.veil.playing"
    )
    names = listed(bold_names(row, say, ()), say)
    return say(
        key, game=say(f"game.{row.game}"), number=number, week=week, names=names,
        table=row.id, deal=board.begun.deal,
    )  # fmt: skip


def listed(names: tuple[str, ...], say: Words) -> str:
    """List names as a sentence does."""
    first, last = ", ".join(names[:-1]), names[-1]
    return say("list.and").join(filter(None, (first, last)))
