"""Hints as people read them: the warning, the best moves with their reasons, and who took one."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.parts import container, rows
from bot.match.house.hints import Hint
from bot.match.names import bold_names, plain_names
from bot.match.table import may_count
from bot.presenters import PRESENTERS
from bot.presenters.reasons import percent
from bot.store.rows import MatchId, MatchRow
from engine.game import View
from engine.players.estimate import compared
from engine.players.robot import REASONS, UNSURE, RankedMove, is_of_a_seat, seat_of_fact
from render.api import All, Words

WORTH_NAMING = 0.02
"""The smallest gain in the share of the win for which the gainer is named."""


def warning_layout(match_id: MatchId, say: Words, *, rated: bool) -> ui.LayoutView:
    """Lay out what a hint costs, with the button that shows it."""
    text = say("hint.warning")
    if rated:
        text = f"{text}\n{say('rating.last')}"
    label = say("hint.button.show")
    showing = button(f"h:{match_id}", label, discord.ButtonStyle.primary)
    return container(ui.TextDisplay(text), *rows([showing]))


def hint_layout(hint: Hint, say: Words) -> ui.LayoutView:
    """Lay out the best moves, each with its reasons."""
    if hint.is_forced:
        (code,) = hint.table.legal(hint.seat)
        return container(ui.TextDisplay(say("hint.only", move=_labels(hint, say)[code])))
    labels = _labels(hint, say)
    moves = [
        say("hint.move", number=at + 1, move=labels[move.code], reasons=argued(hint, at, say))
        for at, move in enumerate(hint.best)
    ]
    return container(
        ui.TextDisplay(say("hint.title")),
        ui.TextDisplay("\n".join(moves)),
        ui.TextDisplay(say("hint.what")),
    )


def argued(hint: Hint, at: int, say: Words) -> str:
    """Say why the move at this index is good, and why it is no better, as a part of a sentence."""
    game, view, move = hint.table.row.game, hint.table.view(hint.seat), hint.best[at]
    names = bold_names(hint.table.row, say)
    told = [say("reason.wins", percent=_wins(move))] if _is_thought(hint) else []
    told += PRESENTERS[game].reasons(view, move, say)
    told += [PRESENTERS[game].gives(view, move, say, names), _why_lower(hint, at, say)]
    if at and (seat := _gains(hint.best[0], move)):
        told.append(say("hint.gains", name=names[seat - 1]))
    return "; ".join(filter(None, told))


def _wins(move: RankedMove) -> int:
    """Return the chance to win in whole per cents, as exact as the order is."""
    return percent(compared(move.share))


def _is_thought(hint: Hint) -> bool:
    """Return whether chances to win are known: if all are 0, no chance is shown."""
    return any(move.share for move in hint.best)


def _why_lower(hint: Hint, at: int, say: Words) -> str:
    """Say why a move stands below others that show smaller numbers; "" if none of them does."""
    move, view, presenter = (
        hint.best[at],
        hint.table.view(hint.seat),
        PRESENTERS[hint.table.row.game],
    )
    facts, own = dict(move.facts), presenter.figures(view, move)
    if UNSURE in facts:
        return say("hint.less_close")
    smaller = [
        above
        for above in hint.best[:at]
        if any(
            own[name] > value
            for name, value in presenter.figures(view, above).items()
            if name in own
        )
    ]
    if not smaller or any(name in facts for name in REASONS):
        return ""
    is_clear = any(_wins(above) > _wins(move) for above in smaller)
    return say("hint.less_often" if is_clear else "hint.level")


def _gains(best: RankedMove, move: RankedMove) -> int:
    """Return the seat that gets most of what a move costs; 0 if none does, or it costs little."""
    cost = best.share - move.share
    before = dict(best.facts)
    gains = [
        (share - before[name], name)
        for name, share in move.facts
        if is_of_a_seat(name) and name in before
    ]
    gain, name = max(gains, default=(0.0, ""))
    return seat_of_fact(name) if cost >= WORTH_NAMING and gain > cost / 2 else 0


def reasons_of(game: str, view: View, move: RankedMove, say: Words) -> str:
    """Say why a move of the view's seat is good, as a part of a sentence."""
    told = [say("reason.wins", percent=percent(move.share))] if move.share else []
    told += PRESENTERS[game].reasons(view, move, say)
    return "; ".join(told)


def hinted_text(row: MatchRow, say: Words) -> str:
    """Say who asked for a hint and what comes of it; "" if nobody did, or nothing does."""
    named = zip(row.members, bold_names(row, say, ()), strict=True)
    names = [name for member, name in named if member.hinted]
    if not names or not may_count(row):
        return ""
    return say("hint.noted", n=len(names), names=All(names))


def _labels(hint: Hint, say: Words) -> dict[str, str]:
    presenter, view = PRESENTERS[hint.table.row.game], hint.table.view(hint.seat)
    controls = presenter.controls(view, say, plain_names(hint.table.row, say))
    return {control.code: control.label for control in controls}
