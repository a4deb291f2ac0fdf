"""Sequential halving: what is tried how often, and in which order moves come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from engine.players.sequential_halving import halved

WORTH = {"a": 1, "b": 5, "c": 3, "d": 2, "e": 4}


def run(moves: str, budget: int) -> tuple[list[str], Counter[str]]:
    tries: Counter[str] = Counter()

    def best_first(alive: Sequence[str]) -> list[str]:
        return sorted(alive, key=lambda move: -WORTH[move])

    return halved([*moves], budget, tries.update, best_first), tries


def test_the_best_come_first_whenever_they_were_dropped() -> None:
    best, tries = run("abcde", 300)
    assert best == ["b", "e", "c", "d", "a"]
    assert tries["b"] == tries["e"] > tries["c"] > tries["d"] == tries["a"]


@pytest.mark.parametrize("moves", ["abcde", "abc", "ab", "a"])
@pytest.mark.parametrize("budget", [30, 100, 301])
def test_no_more_is_tried_than_the_budget_has(moves: str, budget: int) -> None:
    best, tries = run(moves, budget)
    assert sorted(best) == sorted(moves)
    assert budget / 2 < tries.total() <= budget


def test_everything_is_tried_however_small_the_budget() -> None:
    best, tries = run("abcde", 0)
    assert best[0] == "b"
    assert min(tries[move] for move in "abcde") == 1
