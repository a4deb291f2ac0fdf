"""Standard errors of trials, against the plain formulas where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from engine.analysis.paired import BATCHES, Comparison
from engine.players.trials import MeanTrials, Value

WORTH = {"a": 0.3, "b": 0.25, "c": 0.25}


class Noisy(MeanTrials):
    """Moves of a known worth, whose trials share some of their chance and differ in some."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, ...]] = []

    def tried(self, codes: Sequence[str], random: Random) -> list[Value]:
        common = random.gauss(0, 0.3)
        shares = [WORTH[code] + common + random.gauss(0, 0.1) for code in codes]
        self.seen.append(tuple(shares))
        return [Value(100 * share, share) for share in shares]


class Certain(Noisy):
    is_certain = True


def test_the_error_of_a_mean_is_that_of_its_trials() -> None:
    trials = Noisy()
    gap = Comparison(trials, ("a", "b"), Random(1), BATCHES).gap("a", "b")
    differences = [a - b for a, b in trials.seen]
    assert len(differences) == gap.trials == BATCHES
    assert gap.share == pytest.approx(fmean(differences))
    assert gap.share_error == pytest.approx(stdev(differences) / sqrt(BATCHES))
    assert gap.points_error == pytest.approx(100 * gap.share_error)


def test_times_are_rounded_up_to_whole_batches() -> None:
    assert Comparison(Noisy(), ("a", "b"), Random(1), 33).times == 2 * BATCHES
    assert Comparison(Noisy(), ("a", "b"), Random(1), 5).times == 5
    assert Comparison(Certain(), ("a", "b"), Random(1), 500).times == 1


def test_a_gap_of_nothing_is_found_clear_as_seldom_as_two_errors_promise() -> None:
    found = [
        Comparison(Noisy(), ("b", "c"), Random(look), BATCHES).gap("b", "c") for look in range(400)
    ]
    assert 2 <= sum(gap.is_clear() for gap in found) <= 20
    assert not any(gap.is_clear(5.0) for gap in found)


def test_a_real_gap_is_found_and_unbiased() -> None:
    found = [
        Comparison(Noisy(), ("a", "b"), Random(look), BATCHES).gap("a", "b") for look in range(100)
    ]
    assert fmean(gap.share for gap in found) == pytest.approx(0.05, abs=0.01)
    assert sum(gap.is_clear() for gap in found) > 25


def test_a_move_is_no_better_than_itself() -> None:
    gap = Comparison(Noisy(), ("a", "b"), Random(1), BATCHES).gap("a", "a")
    assert (gap.share, gap.share_error, gap.points) == (0, 0, 0)
    assert not gap.is_clear()
