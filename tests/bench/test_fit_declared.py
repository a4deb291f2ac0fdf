"""The fit of what comes of declarations finds again what it is given."""

from __future__ import annotations

from random import Random

import pytest

from bench.fit_declared import LEAST, Declaration, declarations, fitted, told

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
