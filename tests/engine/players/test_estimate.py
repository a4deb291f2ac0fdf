"""Sequential halving: what is tried how often, and in which order moves come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from engine.players.estimate import halved, ranked_by_halves
from engine.players.robot import RankedMove

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


def ranked(worth: Sequence[float], kindness: float, seed: int) -> tuple[RankedMove, ...]:
    """Rank moves named 0, 1, …, in states that are kinder or not to all of them alike."""
    random = Random(seed)
    tried: dict[str, list[float]] = {str(move): [] for move in range(len(worth))}

    def attempt(alive: Sequence[str]) -> None:
        state = random.gauss(0, kindness)
        for code in alive:
            tried[code].append(0.5 + worth[int(code)] + state + random.gauss(0, 0.02))

    def estimate(alive: Sequence[str]) -> list[RankedMove]:
        means = {code: fmean(tried[code]) for code in alive}
        return [
            RankedMove(c, 100 * m, m, (("seat 2", 1 - m), ("size", m))) for c, m in means.items()
        ]

    return ranked_by_halves([*tried], 40, attempt, estimate)


def test_what_was_dropped_in_kinder_states_promises_no_more_than_what_was_kept() -> None:
    for seed in range(200):
        moves = ranked((0, 0.01, 0.02, 0.03, 0.04), 0.1, seed)
        assert all(one.share >= other.share for one, other in pairwise(moves))
        for move in moves:
            told = dict(move.facts)
            assert move.points == pytest.approx(100 * move.share)
            assert told["seat 2"] == pytest.approx(1 - move.share)


def test_the_difference_told_is_that_in_the_states_in_which_both_were_tried() -> None:
    worth = (0, 0.03, 0.06, 0.09)
    gaps = []
    for seed in range(100):
        shares = {move.code: move.share for move in ranked(worth, 0.1, seed)}
        gaps.append(shares["3"] - shares["0"])
    # Between means over different states it would vary by more than a tenth.
    assert fmean(gaps) == pytest.approx(0.09, abs=0.01)
    assert max(gaps) - min(gaps) < 0.1


def test_what_never_won_is_told_as_that() -> None:
    def estimate(alive: Sequence[str]) -> list[RankedMove]:
        return [RankedMove(code, share=0.4 if code == "a" else 0.0) for code in alive]

    moves = ranked_by_halves("abc", 9, lambda _: None, estimate)
    assert [move.share for move in moves] == [0.4, 0.0, 0.0]
