"""Answers to what players of Nimbly ask."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import groupby
from types import MappingProxyType

from bot.presenters.answering import Answers, named, nine_said, sentence
from bot.presenters.cards import lying_said
from bot.presenters.naming import Names, each_has, name_of
from engine.games.nimbly.view import CARDS_A_MOVE, ROWS, LastDraw, NimblyView
from render.api import Words

BEST = 6
"""As many draws are told with what they make, the best; of the others only the most."""

MOST = 27
"""As many cards of all rows, those of three players, are told at once."""


def _hand(view: NimblyView, say: Words, _names: Names) -> str:
    return nine_said(view.hand, say) if view.hand is not None else ""


def _rows(view: NimblyView, say: Words, _names: Names) -> str:
    """Say each row from its open end; of very many cards only those that a draw can reach."""
    is_whole = sum(map(len, view.rows)) <= MOST
    told = (
        say(
            "nimbly.look.end",
            row=row,
            cards=lying_said(cards[::-1][: None if is_whole else CARDS_A_MOVE], say),
        )
        for row, cards in zip(ROWS, view.rows, strict=False)
        if cards
    )
    return " ".join([say("nimbly.look.all" if is_whole else "nimbly.look.ends"), *told])


def _row(row: str, view: NimblyView, say: Words, _names: Names) -> str:
    """Say all cards of a row, from its open end."""
    cards = view.rows[ROWS.index(row)]
    if not cards:
        return say("nimbly.look.no_row", row=row)
    return say("nimbly.look.row", row=row, n=len(cards), cards=named(reversed(cards), say))


def _draws(view: NimblyView, say: Words, _names: Names) -> str:
    """Say what the best draws make, and how much the others at most."""
    made = [(each.makes.meld.score, each.code) for each in view.prospects if each.makes]
    if not made:
        return say("nimbly.look.no_draws")
    best = sorted(made, key=lambda draw: -draw[0])
    told = sentence(
        (
            say("look.one_makes", what=" ".join(code.partition(" ")[2]), score=score)
            for score, code in best[:BEST]
        ),
        say,
    )
    rest = best[BEST:]
    return f"{told} {say('nimbly.look.others', n=len(rest), score=rest[0][0])}" if rest else told


def _last_draw(view: NimblyView, say: Words, names: Names) -> str:
    """Say the cards of the last move, which alone are known (J4), and how many each holds."""
    drawn = view.last_draw
    told = (
        say("nimbly.look.no_draw")
        if drawn is None
        else say(
            "nimbly.look.drew",
            name=name_of(names, drawn.seat), cards=[*_drawn(drawn, say)],
        )
    )  # fmt: skip
    return f"{told} {say('nimbly.look.held', held=each_has(view.hand_counts, names, say))}"


def _rules(view: NimblyView, say: Words, _names: Names) -> str:
    told = say("nimbly.look.rules")
    return f"{told} {say('nimbly.look.rules_par')}" if view.par else told


def _drawn(drawn: LastDraw, say: Words) -> Iterable[str]:
    """Say the cards of each row that somebody drew from."""
    for row, found in groupby(zip(drawn.rows, drawn.cards, strict=True), key=lambda one: one[0]):
        cards = lying_said([card for _, card in found], say)
        yield say("nimbly.look.from", cards=cards, row=row)


ANSWERS: Answers = MappingProxyType({
    "hand": _hand,
    "rows": _rows,
    **{f"row_{row.lower()}": partial(_row, row) for row in ROWS},
    "draws": _draws,
    "last_draw": _last_draw,
    "rules": _rules,
})  # fmt: skip
