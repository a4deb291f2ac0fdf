"""A veiled board: it shows no card, for others still play the same deals.

Its players have the whole table in their hands. The result is told when nobody plays these deals
any more.
"""

from __future__ import annotations

from discord import ui

from bot.discord.parts import container, fair_button, rows
from bot.match.clock.proposal_layout import proposal_buttons
from bot.match.kind import kind_of
from bot.match.names import bold_names
from bot.match.show.board_layout import notes_of, table_buttons, turn_of
from bot.match.show.finished_layout import go_on_buttons
from bot.match.show.frame import BoardFrame
from bot.match.show.looks import look_of, looking_back
from bot.store.rows import Status
from render.api import All, Words


def veiled_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays, how far they are and whose turn it is; no picture."""
    row = board.row
    lines = [veiled_text(board, say)]
    if row.status is not Status.PLAYING:
        look = look_of(row)
        own = look.after(row, say) if look is not None else ()
        is_withheld = board.notes is not None and board.notes.withholds
        if board.notes is not None and is_withheld:
            lines += board.notes.below(row, say)
        shown = [] if is_withheld else [*own, *looking_back(row, say)]
        return container(
            ui.TextDisplay("\n".join(lines)),
            *rows([*go_on_buttons(board, say), *shown, fair_button(row, say)]),
        )
    acting = [bold_names(row, say)[seat - 1] for seat in board.begun.to_act]
    turn = say("league.veil.turn", names=All(acting))
    lines += [turn_of(row, turn, say), *notes_of(row, say)]
    return container(
        ui.TextDisplay("\n".join(filter(None, lines))),
        *rows(proposal_buttons(row, say)), *rows(table_buttons(row, say)),
    )  # fmt: skip


def veiled_text(board: BoardFrame, say: Words) -> str:
    """Say who plays which deals, and what became of it, without a score."""
    row, look = board.row, look_of(board.row)
    names, kind = All(bold_names(row, say, ())), "league" if look is None else kind_of(row).name
    return say(
        f"veil.{kind}.{row.status}", game=say(f"game.{row.game}"), names=names, table=row.number,
        deal=board.begun.deal,
        **({} if look is None else look.values(row)),
    )  # fmt: skip
