import itertools
from functools import partial

import pytest

from bench.timing import Timing, interleave, speed_ratio, table, time_ratio

FAST = Timing("fast", 10, (1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0))
SLOW = Timing("slow", 10, (2.0, 2.0, 4.0, 2.0, 2.0, 2.0, 2.0))


def test_candidates_take_turns_in_every_round() -> None:
    ran: list[str] = []
    timings = interleave({name: partial(_note, ran, name) for name in "abc"}, warm_up=0)
    rounds = [ran[start : start + 3] for start in range(0, len(ran), 3)]
    assert all(set(names) == {"a", "b", "c"} for names in rounds)
    assert {names[0] for names in rounds} == {"a", "b", "c"}
    assert all(len(timing.rounds) == 7 for timing in timings.values())


def _note(ran: list[str], name: str) -> int:
    ran.append(name)
    return 1


def test_fewer_than_seven_rounds_are_no_benchmark() -> None:
    with pytest.raises(ValueError, match="at least 7"):
        interleave({"a": lambda: 1}, rounds=6)


def test_a_candidate_does_the_same_work_each_round() -> None:
    counts = itertools.count(1)
    with pytest.raises(ValueError, match="operations"):
        interleave({"a": lambda: next(counts)})


def test_figures_are_medians_of_one_operation() -> None:
    assert (FAST.seconds, FAST.fastest, FAST.slowest, FAST.rate) == (0.1, 0.1, 0.2, 10)


def test_ratios_are_taken_round_by_round() -> None:
    ratio = speed_ratio(FAST, SLOW)
    assert (ratio.median, ratio.low, ratio.high) == (2, 1, 4)
    assert time_ratio(SLOW, FAST).median == 2
    assert str(ratio) == "2x (1 to 4)"


def test_a_table_has_a_line_a_candidate() -> None:
    assert table({"fast": FAST, "slow": SLOW}, unit="move").splitlines() == [
        "fast  100 ms a move (100 ms to 200 ms)  10/s  [7 rounds]",
        "slow  200 ms a move (200 ms to 400 ms)  5/s  [7 rounds]",
    ]
