"""Hints as people read them: the warning, the best moves with their reasons, and who took one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.names import bold_names, plain_names
from bot.presenters import PRESENTERS
from bot.presenters.reasons import percent
from bot.ui.controls import button
from bot.ui.parts import container, rows

if TYPE_CHECKING:
    from bot.play.hints import Hint
    from bot.store.rows import MatchId, MatchRow
    from engine.game import View
    from engine.players.robot import RankedMove
    from render.api import Words


def warning_layout(match_id: MatchId, say: Words) -> ui.LayoutView:
    """Lay out what a hint costs, with the button that shows it."""
    label = say("hint.button.show")
    showing = button(f"h:{match_id}", label, discord.ButtonStyle.primary)
    return container(ui.TextDisplay(say("hint.warning")), *rows([showing]))


def hint_layout(hint: Hint, say: Words) -> ui.LayoutView:
    """Lay out the best moves, each with its reasons."""
    if hint.is_forced:
        (code,) = hint.table.legal(hint.seat)
        return container(ui.TextDisplay(say("hint.only", move=_labels(hint, say)[code])))
    labels = _labels(hint, say)
    moves = [
        say("hint.move", number=number, move=labels[move.code], reasons=reasons(hint, move, say))
        for number, move in enumerate(hint.best, start=1)
    ]
    return container(
        ui.TextDisplay(say("hint.title")),
        ui.TextDisplay("\n".join(moves)),
        ui.TextDisplay(say("hint.what")),
    )


def reasons(hint: Hint, move: RankedMove, say: Words) -> str:
    """Say why a move is good, as a part of a sentence."""
    return reasons_of(hint.table.row.game, hint.table.view(hint.seat), move, say)


def reasons_of(game: str, view: View, move: RankedMove, say: Words) -> str:
    """Say why a move of the view's seat is good, as a part of a sentence."""
    told = [say("reason.wins", percent=percent(move.share))] if move.share else []
    told += PRESENTERS[game].reasons(view, move, say)
    return "; ".join(told)


def hinted_text(row: MatchRow, say: Words) -> str:
    """Say who asked for a hint and what comes of it; "" if nobody did."""
    named = zip(row.members, bold_names(row, say, ()), strict=True)
    names = [name for member, name in named if member.hinted]
    if not names:
        return ""
    named_all = say("list.and").join(names)
    if not row.rated:
        # Of old, a hint made a match count for nobody.
        return say("hint.unrated", names=named_all)
    return say("hint.noted", n=len(names), names=named_all)


def _labels(hint: Hint, say: Words) -> dict[str, str]:
    presenter, view = PRESENTERS[hint.table.row.game], hint.table.view(hint.seat)
    controls = presenter.controls(view, say, plain_names(hint.table.row, say))
    return {control.code: control.label for control in controls}
