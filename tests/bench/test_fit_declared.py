"""The fit of what comes of declarations finds again what it is given."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from bench.fit_declared import LEAST, Declaration, added, declarations, fitted, told
from engine.players.clumond.weights import AMONG, SEARCHED

WEIGHTS = (0.5, 1.2, 0.8)


def made_up(count: int) -> list[Declaration]:
    random, found = Random(1), []
    for _ in range(count):
        each = Declaration(random.uniform(-1, 1), random.uniform(-2, 2), is_made=False)
        found.append(each._replace(is_made=random.random() < each.estimate(WEIGHTS)))
    return found


def test_the_numbers_that_made_the_declarations_are_found_again() -> None:
    assert fitted(made_up(6000)) == pytest.approx(WEIGHTS, abs=0.15)


def test_estimates_stand_beside_what_was_made() -> None:
    given = [Declaration(0.0, 0.0, is_made=made) for made in (True, False, True)]
    assert [*told(given, (0.0, 1.0, 1.0))] == ["  0.5 to 0.6: 3 at 0.50, 2 made"]


def test_declarations_are_played_out() -> None:
    first = next(declarations("easy", 30, 5))
    assert first.lean >= LEAST


def test_what_rivals_add_is_found_again() -> None:
    random, found = Random(2), []
    for _ in range(4000):
        each = Declaration(random.uniform(-1, 1), random.uniform(-2, 2), is_made=False)
        odds = AMONG * log(each.estimate(SEARCHED) / (1 - each.estimate(SEARCHED)))
        found.append(each._replace(is_made=random.random() < 1 / (1 + exp(-odds - 0.7))))
    assert added(found) == pytest.approx(0.7, abs=0.1)
