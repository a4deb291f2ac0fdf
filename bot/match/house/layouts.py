"""A hint, the warning before it, and the coach's question, as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord import ui

from bot.discord.parts import button, container, rows
from bot.match.house.hints import Hint, Word
from bot.match.table.names import bold_names, move_name
from bot.match.table.state import Table, may_count, seat_of
from bot.presenters import PRESENTERS
from bot.presenters.cards import graded, percent
from bot.store.rows import MatchRow, Status
from engine.analysis.scale import Grade, grade_of
from engine.players.estimate import compared
from engine.players.robot import UNSURE, RankedMove
from engine.seats import Seat
from render.api import All, OneOf, Words, capital

# Hints as people read them: the warning, the best move and why, and who took one.

WORTH_NAMING = 2
"""The smallest difference in the chance to win, in per cents, that is told."""


def warning_layout(row: MatchRow, say: Words, *, rated: bool) -> ui.LayoutView:
    """Lay out what a hint costs, with the button that shows it."""
    lines = (say("hint.warning"), say("rating.last") if rated else "")
    label = say("hint.button.show")
    showing = button(f"h:{row.id}", label, discord.ButtonStyle.primary)
    return container(ui.TextDisplay(" ".join(filter(None, lines))), *rows([showing]))


def unthought_layout(say: Words) -> ui.LayoutView:
    """Lay out that nobody could think of a hint; the hand's own button asks again."""
    return container(ui.TextDisplay(say("refused.no_thought")))


def hint_layout(hint: Hint, say: Words) -> ui.LayoutView:
    """Lay out the best move, and why it is better than the next ones."""
    if hint.is_forced:
        (code,) = hint.table.legal(hint.seat)
        return container(ui.TextDisplay(say("hint.only", move=_named(hint, code, say))))
    best, *others = hint.best
    lines = [say("hint.title", move=capital(_named(hint, best.code, say)))]
    if _is_thought(hint):
        lines.append(say("hint.wins", percent=_wins(best)))
    equal = list[str]()
    for alike in _alike(others):
        moves, why = _why_not(hint, alike, say)
        less = _by_how_much(hint, alike[0], say)
        if why or less:
            key = "hint.why" if less else "hint.even"
            lines.append(say(key, move=OneOf(moves), why=why or less))
        else:
            equal += moves
    if equal:
        lines.append(capital(say("hint.level", n=len(equal), moves=All(equal))))
    return container(ui.TextDisplay("\n".join([*lines, say("hint.what")])))


def _alike(moves: Iterable[RankedMove]) -> Iterable[Sequence[RankedMove]]:
    """Return the moves that are worse for the same reasons together, each other by itself."""
    alike = dict[object, list[RankedMove]]()
    for move in moves:
        said = frozenset(move.reasons + move.merits)
        alike.setdefault(said or move.code, []).append(move)
    return alike.values()


def _why_not(hint: Hint, moves: Sequence[RankedMove], say: Words) -> tuple[Sequence[str], str]:
    """Name other moves, and say what speaks for them, and why the best one is better, if known."""
    best, view = hint.best[0], hint.table.view(hint.seat)
    presenter, names = PRESENTERS[hint.table.row.game], bold_names(hint.table.row, say)
    better, *worse = (presenter.named_again(view, each.code, say, names) for each in (best, *moves))
    rival = worse[0] if len(worse) == 1 else OneOf(worse)
    for_them = presenter.why(moves[0].merits, rival, better, say, names)
    for_best = presenter.why(moves[0].reasons, better, rival, say, names)
    named = [presenter.named(view, each.code, say, names) for each in moves]
    return named, " ".join(filter(None, (for_them, for_best)))


def _by_how_much(hint: Hint, move: RankedMove, say: Words) -> str:
    """Say by how much the best move is better; "" if that is too little."""
    if UNSURE in dict(move.facts) or not _is_thought(hint):
        return say("hint.rough")
    less = _wins(hint.best[0]) - _wins(move)
    return say("hint.less", percent=less) if less >= WORTH_NAMING else ""


def _wins(move: RankedMove) -> int:
    """Return the chance to win in whole per cents, as exact as the order is."""
    return percent(compared(move.share))


def _is_thought(hint: Hint) -> bool:
    """Return whether chances to win are known: if all are 0, no chance is shown."""
    return any(move.share for move in hint.best)


def hinted_text(row: MatchRow, say: Words, winners: Sequence[Seat] = ()) -> str:
    """Say who asked for a hint and what comes of it; "" if nobody did, or nothing does.

    After the game that is only told of its `winners`: to others it makes a difference in ratings.
    """
    named = enumerate(zip(row.members, bold_names(row, say, ()), strict=True), start=1)
    told = winners or range(1, len(row.members) + 1)
    names = [
        name
        for seat, (member, name) in named
        if member.hinted and member.user_id is not None and seat in told
    ]
    if not names or not may_count(row):
        return ""
    key = "hint.noted" if row.status is Status.PLAYING else "hint.noted_over"
    return say(key, n=len(names), names=All(names))


def _named(hint: Hint, code: str, say: Words) -> str:
    return move_name(hint.table.row, hint.table.view(hint.seat), code, say)


# Questions before a move is made, by the coach or as its person wishes, and the coach's praise.


def doubt_layout(word: Word, say: Words) -> ui.LayoutView:
    """Lay out what a move gives away and why, with a button for each way to go on."""
    row, view, found = word.table.row, word.table.view(word.seat), word.advice
    presenter, names = PRESENTERS[row.game], bold_names(row, say)
    better, worse = (
        presenter.named_again(view, code, say, names) for code in (found.best, found.rival)
    )
    best, rival = (move_name(row, view, code, say) for code in (found.best, found.rival))
    wins, less = map(percent, found.shares)
    grade = graded(grade_of(found.gap.share), say)
    told = say("coach.doubt", grade=grade, best=best, move=rival, wins=wins, less=less)
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
    named = capital(move_name(table.row, table.view(seat), code, say))
    return _asking(table.row, code, say("coach.confirm", move=named), say("coach.button.play"), say)


def praise_layout(word: Word, say: Words) -> ui.LayoutView:
    """Lay out that a move was a fine one."""
    named = move_name(word.table.row, word.table.view(word.seat), word.code, say)
    return container(ui.TextDisplay(say("coach.praise", grade=graded(Grade.GOOD, say), move=named)))
