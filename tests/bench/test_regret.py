from __future__ import annotations

from bench.regret import Regret, Task, decision, losses


def test_a_decision_is_one_and_the_same_for_whoever_asks_for_it() -> None:
    task = Task("balloon", ("hard",), 32, 1)
    course = decision(task, 3)
    assert len(course.legal(course.to_act()[0])) > 1
    assert decision(task, 3) == course


def test_whoever_moves_as_the_reference_loses_nothing() -> None:
    task = Task("balloon", ("beginner", "random", "random"), 32, 1)
    lost = [losses(task, number) for number in range(6)]
    assert any(one[0] == 0 for one in lost)
    assert any(one[1] > 0 for one in lost)
    assert all(one[1] == one[2] for one in lost)


def test_hints_are_close_that_lose_a_hundredth_at_most() -> None:
    told = str(Regret("hard", (0.0, 0.01, 0.02, -0.03), 3))
    assert "15.0 of 20" in told
    assert "3 differ" in told
