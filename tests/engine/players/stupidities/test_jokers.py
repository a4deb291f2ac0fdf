"""Jokers led in Cloud Nine, and what that costs: a habit that trials judge, for no world is alike.

A joker that is led is second and mostly lost to the winner (N2, N3, N5), ten points and more. Now
and then it is right, so this is no pattern; it is stupid where trials say clearly that another lead
wins more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine.analysis.paired import Comparison
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.players.levels import HOUSE_PLAYERS
from engine.players.trying import TRYING
from tests.engine.players.stupidities.pattern import Question
from tests.engine.players.stupidities.positions import decisions

JOKER = "play JK"

CLEAR = 3.0
"""How many standard errors a cost must be."""


def leads(positions: int) -> Iterator[Question]:
    """Look at this many positions and give those in which a joker may be led, or another card."""
    for question in map(Question.at, islice(decisions("cloud_nine"), positions)):
        view = question.view
        if isinstance(view, CloudNineView) and view.phase is Phase.PLAY and not view.trick.cards:
            yield from (question,) if JOKER in question.legal else ()


def cost(question: Question, times: int) -> float:
    """Return what leading a joker costs for sure, in shares of the win, against the best lead.

    This many trials find that lead, and as many again tell the gap; 0 where that is not clear.
    """
    trials = TRYING["cloud_nine"].trials(question.view, question.heard, Random(2))
    first = Comparison(trials, question.legal, Random(3), times)
    best = max(question.legal, key=lambda code: first.expected(code).share)
    if best == JOKER:
        return 0.0
    gap = Comparison(trials, (best, JOKER), Random(4), times).gap(best, JOKER)
    return gap.share if gap.is_clear(CLEAR) else 0.0


def test_joker_leads_are_found_and_one_of_them_costs_something() -> None:
    questions = list(islice(leads(600), 4))
    assert len(questions) == 4
    assert max(cost(question, times=24) for question in questions) > 0


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hard_player_leads_no_joker_where_that_clearly_costs_a_twentieth_of_the_win() -> None:
    choose = HOUSE_PLAYERS["cloud_nine"]["hard"].choose
    for asked in islice(leads(2000), 12):
        if choose(asked.view, asked.heard, asked.legal, Random(1)) == JOKER:
            assert cost(asked, times=96) < 0.05
