"""The benchmarks measure what they say, and are run as docs/performance.md shows."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from functools import partial
from random import Random
from statistics import fmean

import pytest

from bench.beginners import BEGINNERS
from bench.calibration import DECLARED, FEWEST, WIN, Guess, binned, gap, miss
from bench.calibration import play_game as guesses_of
from bench.ladder import BEGINNER, Pairing, play_deal, play_game, steps
from bench.processes import Spent
from bench.timing import Timing, interleave, speed_ratio, table, time_ratio
from engine.players.levels import HOUSE_PLAYERS, levels_of
from tests.engine.walks import beginnings, walk
from tests.soak.amounts import later
from tests.source_tree import ROOT, modules

HERE = [later(key) if key == "clumond" else key for key in BEGINNERS]
"""Its hundreds of moves take longer than those of all others."""


@pytest.mark.parametrize("key", HERE)
def test_a_beginner_answers_every_question_with_a_legal_move(key: str) -> None:
    asked = 0
    for beginning in (one for one in beginnings(2) if one.key == key):
        for course, seat, _ in walk(beginning):
            if seat and len(legal := course.legal(seat)) > 1:
                view, heard = course.view(seat), course.heard(seat)
                assert BEGINNERS[key].choose(view, heard, legal, Random(1)) in legal
                asked += 1
    assert asked > 30


@pytest.mark.parametrize("key", HERE)
def test_beginners_among_themselves_win_what_is_fair(key: str) -> None:
    """Nothing of theirs is left to chance, so in all seats of a deal everybody wins alike."""
    pairing = Pairing(key, ("beginner",) * 3, 1)
    assert [round(play_deal(pairing, number).share, 9) for number in (1, 2)] == [0.333333333] * 2


@pytest.mark.parametrize("key", HERE)
def test_a_beginner_beats_players_who_know_nothing(key: str) -> None:
    pairing = Pairing(key, ("beginner", "random", "random"), 1)
    assert fmean(play_game(pairing, number, number % 3).share for number in range(12)) > 0.4


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
    told = list(guesses_of(pairing, 1, 1))
    assert 1 < len(told) <= 9
    assert len({guess.outcome for guess in told}) == 1
    assert {guess.kind for guess in told} == {WIN}
    assert all(0 <= guess.estimate <= 1 for guess in told)


@pytest.mark.whole
def test_each_declaration_is_told_with_what_came_of_it() -> None:
    pairing = Pairing("clumond", ("normal", "beginner", "beginner"), 2)
    declared = [g for g in guesses_of(pairing, 1, 0) if g.kind == DECLARED]
    assert declared
    assert {guess.outcome for guess in declared} <= {0.0, 1.0}


# What docs/performance.md shows is what `make bench` and `make fleet` run, and what there is.

TOOLS = {"noting", "puzzles", "samples"}
"""Modules of bench that are run and measure nothing."""

TARGETS = ("bench", "fleet")


def shown() -> set[str]:
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    return set(re.findall(r"python -m bench\.(\w+)", text))


def run() -> set[str]:
    """Return what the targets of the Makefile run, by name or as one of FIGURES."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    recipes = [
        re.findall(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[0] for target in TARGETS
    ]
    figures = re.findall(r"^FIGURES = (.+)$", makefile, re.MULTILINE)[0].split()
    assert "for part in $(FIGURES)" in recipes[0]
    return {*figures, *re.findall(r"\$\(RUN\) bench\.(\w+)", " ".join(recipes))}


def there() -> set[str]:
    """Return the modules of bench that are programs."""
    found = [module for module in modules("bench") if "__main__" in module.source]
    return {module.name.removeprefix("bench.") for module in found}


def test_make_runs_every_benchmark_that_the_document_shows() -> None:
    assert run() == shown()


def test_every_benchmark_is_shown() -> None:
    assert there() - TOOLS == shown()
    assert there() > TOOLS


@pytest.mark.parametrize("game", BEGINNERS)
def test_every_rung_of_the_ladder_stands_on_the_one_below(game: str) -> None:
    climbers, rungs = [pairing.levels for pairing in steps(game, 1)], levels_of(game)[1:]
    below = (BEGINNER, *rungs[:-1])
    assert climbers == [(one, two, two) for one, two in zip(rungs, below, strict=True)]


def test_house_players_of_a_table_know_who_else_sits_there() -> None:
    beginner, one, other = Pairing("clumond", ("hard", "easy", "beginner"), 1).table(1)
    own = HOUSE_PLAYERS["clumond"]
    assert (one, other) != (own["hard"], own["easy"])
    assert beginner is BEGINNERS["clumond"]


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


def test_what_a_process_has_spent_still_counts_once_it_has_ended() -> None:
    busy = "import time\nwhile time.process_time() < 0.2: pass\nprint(flush=True)\ninput()"
    program = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {busy!r}])
print(flush=True)
input()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as own:
        assert own.stdin is not None
        assert own.stdout is not None
        own.stdout.readline()
        before = Spent.now([own.pid])
        own.stdin.write(b"\n")
        own.stdout.readline()
        spent = Spent.now([own.pid]).since(before)
        own.stdin.write(b"\n")
    assert before.helpers > 0.1
    assert spent.helpers > -0.05  # beside more than 0.1 that would be missing
