from __future__ import annotations

from itertools import islice

import pytest

from tests.engine.players.stupidities.jokers import JOKER, chances, chosen, cost


def test_joker_leads_are_found_and_one_of_them_costs_something() -> None:
    questions = list(islice(chances(600), 4))
    assert len(questions) == 4
    assert all(JOKER in question.legal for question in questions)
    assert max(cost(question, times=24) for question in questions) > 0


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hard_player_leads_no_joker_where_that_clearly_costs_a_twentieth_of_the_win() -> None:
    led = [q for q in islice(chances(2000), 12) if chosen(q, "hard") == JOKER]
    assert all(cost(question, times=96) < 0.05 for question in led)
