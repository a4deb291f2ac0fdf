from __future__ import annotations

import pytest

from bench.calibration import DECLARED, FEWEST, WIN, Guess, binned, gap, miss, play_game
from bench.ladder import Pairing


def guesses(estimate: float, outcomes: list[float], per_deal: int = 1) -> list[Guess]:
    return [Guess(WIN, n // per_deal, estimate, outcome) for n, outcome in enumerate(outcomes)]


def test_alike_estimates_are_put_beside_what_came_of_them() -> None:
    found = binned([*guesses(0.25, [0.0, 1.0, 0.0, 0.0] * 5), *guesses(0.85, [1.0] * 20)])
    assert [one.number for one in found] == [20, 20]
    assert [one.estimate for one in found] == pytest.approx([0.25, 0.85])
    assert [one.outcome for one in found] == pytest.approx([0.25, 1.0])
    assert miss(found) == pytest.approx(0.075)
    assert gap(found) == pytest.approx(0.15)


def test_few_estimates_tell_nothing() -> None:
    assert not binned(guesses(0.5, [1.0] * (FEWEST - 1)))


def test_many_decisions_of_one_deal_count_as_one_try() -> None:
    outcomes = [0.0] * 20 + [1.0] * 20
    (alone,), (together,) = (
        binned(guesses(0.5, outcomes)),
        binned(guesses(0.5, outcomes, per_deal=10)),
    )
    assert together.error > 3 * alone.error


def test_a_game_tells_what_was_expected_at_every_decision() -> None:
    pairing = Pairing("nimbly", ("normal", "beginner", "beginner"), 2)
    told = list(play_game(pairing, 1, 1))
    assert 1 < len(told) <= 9
    assert len({guess.outcome for guess in told}) == 1
    assert {guess.kind for guess in told} == {WIN}
    assert all(0 <= guess.estimate <= 1 for guess in told)


@pytest.mark.whole
def test_each_declaration_is_told_with_what_came_of_it() -> None:
    pairing = Pairing("clumond", ("normal", "beginner", "beginner"), 2)
    declared = [g for g in play_game(pairing, 1, 0) if g.kind == DECLARED]
    assert declared
    assert {guess.outcome for guess in declared} <= {0.0, 1.0}
