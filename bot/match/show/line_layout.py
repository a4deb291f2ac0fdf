"""The line: what the channel shows of a table that plays in a thread, and the thread's name."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.parts import container, jump_link, rows, table_button
from bot.match.clock.pausing import LOCKED, is_paused_for
from bot.match.kind import kind_of
from bot.match.names import bold_names
from bot.match.show.finished_layout import go_on_buttons, outcome_of, score_text, winner_text
from bot.match.show.frame import BoardFrame
from bot.match.show.veiled_layout import veiled_text
from bot.store.rows import MatchRow, Status
from engine.game import by_place
from engine.seats import Seat
from render.api import All, Words


def thread_name(row: MatchRow, say: Words) -> str:
    """Name the thread of a match after its game and number; several share one without a number."""
    if row.terms.rounds:
        key, number = "thread.name.evening", row.series.split(" ")[1]
    else:
        key, number = (
            "thread.name.together" if kind_of(row).together else "thread.name",
            str(row.id),
        )
    return say(key, game=say(f"game.{row.game}"), number=number)


def line_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays what, with the way there and to one's hand.

    At the end it tells what came of the game, and how to go on.
    """
    row = board.row
    told = {"game": say(f"game.{row.game}"), "number": row.number, "link": jump_link(row, None)}
    if kind_of(row).is_veiled and row.status is not Status.PLAYING:
        text = veiled_text(board, say)
    elif row.status is Status.OVER:
        names, outcome = bold_names(row, say), outcome_of(board)
        placed = [seat for _, seat in by_place(outcome.scores, outcome.winners)]
        scores = " · ".join(_score(board, seat, names[seat - 1], say) for seat in placed)
        text = say("line.over", result=winner_text(board, names, say), scores=scores, **told)
    elif is_paused_for(row, LOCKED):
        text = say("line.locked", **told)
    elif row.status is Status.CLOSED:
        text = say("line.closed", **told)
    else:
        text = say("line.playing", names=All(bold_names(row, say, ())), **told)
    is_over = row.status in (Status.OVER, Status.CLOSED)
    # Nobody has to open the thread to see their hand, as where the table is in the channel.
    hand = table_button(row, "hand", say("board.button.hand"), discord.ButtonStyle.success)
    buttons = go_on_buttons(board, say) if is_over else [hand]
    return container(ui.TextDisplay(text), *rows(buttons))


def _score(board: BoardFrame, seat: Seat, name: str, say: Words) -> str:
    points = score_text(board, outcome_of(board).scores[seat - 1], say)
    line = say("line.score", name=name, score=points)
    return line if board.notes is None else board.notes.short(seat, line, say)
