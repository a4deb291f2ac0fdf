"""Questions before a move is made, by the coach or as its person wishes, and the coach's praise."""

from __future__ import annotations

from discord import ui

from bot.discord.parts import button, container, rows
from bot.match.house.coach import Word
from bot.match.names import bold_names, move_name
from bot.match.table import Table, seat_of
from bot.presenters import PRESENTERS
from bot.presenters.cards import percent
from bot.store.rows import MatchRow
from render.api import Words


def doubt_layout(word: Word, say: Words) -> ui.LayoutView:
    """Lay out what a move gives away and why, with a button for each way to go on."""
    row, view, found = word.table.row, word.table.view(word.seat), word.advice
    presenter, names = PRESENTERS[row.game], bold_names(row, say)
    better, worse = (
        presenter.named_again(view, code, say, names) for code in (found.best, found.rival)
    )
    best, rival = (move_name(row, view, code, say) for code in (found.best, found.rival))
    wins, less = map(percent, found.shares)
    told = say("coach.doubt", best=best, move=rival, wins=wins, less=less)
    why = presenter.why(found.reasons, better, worse, say, names)
    text = "\n".join(filter(None, (told, why)))
    return _asking(row, word.code, text, say("coach.button.same"), say)


def _asking(row: MatchRow, code: str, text: str, label: str, say: Words) -> ui.LayoutView:
    """Lay out a question about a move: to make it, or to take another."""
    to = f"c:{row.id}"
    another = button(to, say("coach.button.another"))
    return container(
        ui.TextDisplay(text), *rows([button(f"{to}:{row.moves}:{code}", label), another])
    )


def confirm_layout(
    table: Table, user_id: int, moves: int, code: str, say: Words
) -> ui.LayoutView | None:
    """Lay out the question whether a move is meant; None where it cannot be made, or no other."""
    seat = seat_of(table.row, user_id)
    if seat is None or seat not in table.to_act() or table.row.moves != moves:
        return None
    legal = table.legal(seat)
    if code not in legal or len(legal) < 2:
        return None
    named = move_name(table.row, table.view(seat), code, say)
    return _asking(table.row, code, say("coach.confirm", move=named), say("coach.button.play"), say)


def praise_layout(word: Word, say: Words) -> ui.LayoutView:
    """Lay out that a move was a fine one."""
    named = move_name(word.table.row, word.table.view(word.seat), word.code, say)
    return container(ui.TextDisplay(say("coach.praise", move=named)))
