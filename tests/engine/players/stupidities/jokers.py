"""Jokers led in Cloud Nine, and what that costs: a habit that trials judge, for no world is alike.

A joker that is led is second and mostly lost to the winner (N2, N3, N5), ten points and more. Now
and then it is right, so this is no pattern; it is stupid where trials say clearly that another lead
wins more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from engine.analysis.paired import Comparison
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.players.levels import HOUSE_PLAYERS
from engine.players.trying import TRYING
from tests.engine.players.stupidities.pattern import Question
from tests.engine.players.stupidities.positions import decisions

GAME = "cloud_nine"
JOKER = "play JK"

COSTLY = 0.05
"""What a lead must cost, in shares of the win, to be called stupid."""

CLEAR = 3.0
"""How many standard errors that must be."""


def chances(positions: int, seed: int = 0) -> Iterator[Question]:
    """Look at so many positions and give those in which a joker may be led, or another card."""
    for course in islice(decisions(GAME, seed), positions):
        question = Question.at(course)
        view = question.view
        if isinstance(view, CloudNineView) and view.phase is Phase.PLAY:
            leads = not view.trick.cards
            yield from (question,) if leads and JOKER in question.legal else ()


def chosen(question: Question, level: str) -> str:
    """Return what a house player leads."""
    player = HOUSE_PLAYERS[GAME][level]
    return player.choose(question.view, question.heard, question.legal, Random(1))


def cost(question: Question, times: int) -> float:
    """Return what leading a joker costs for sure, in shares of the win, against the best lead.

    So many trials find that lead, and as many again tell the gap; 0 where that is not clear.
    """
    trials = TRYING[GAME].trials(question.view, question.heard, Random(2))
    first = Comparison(trials, question.legal, Random(3), times)
    best = max(question.legal, key=lambda code: first.expected(code).share)
    if best == JOKER:
        return 0.0
    gap = Comparison(trials, (best, JOKER), Random(4), times).gap(best, JOKER)
    return gap.share if gap.is_clear(CLEAR) else 0.0
