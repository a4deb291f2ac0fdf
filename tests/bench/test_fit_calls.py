"""The fit of calls finds again what made them."""

from __future__ import annotations

from itertools import islice
from math import exp
from random import Random

import pytest

from bench.fit_calls import PASS, Called, fitted, heard, known_how_often

TRUTH = (-2.0, 3.0)


def made_up(count: int) -> list[Called]:
    """Make calls as the regression says they come about."""
    random = Random(1)
    calls = []
    for _ in range(count):
        leans = [random.gauss(-0.4, 0.5) for _ in range(5)]
        weights = [exp(TRUTH[0] + TRUTH[1] * lean) for lean in leans]
        calls.append(Called(leans, random.choices([PASS, *range(5)], [1, *weights])[0]))
    return calls


def test_the_numbers_that_made_calls_are_found_again() -> None:
    calls = made_up(4000)
    constant, leaning, loss = fitted(calls)
    assert constant == pytest.approx(TRUTH[0], abs=0.2)
    assert leaning == pytest.approx(TRUTH[1], abs=0.2)
    assert loss < known_how_often(calls) - 0.05


def test_house_players_are_heard_without_end() -> None:
    calls = [*islice(heard("quick", 1), 30)]
    assert len(calls) == 30
    assert {len(call.leans) for call in calls} == {5}
    assert PASS in {call.trumps for call in calls}
