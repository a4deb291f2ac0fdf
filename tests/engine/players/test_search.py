"""The search that any game can have: what it tries how often, by kernels compiled or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from engine.games import GAMES
from engine.players import kernels
from engine.players.estimate import halved, ranked_by_halves
from engine.players.robot import HousePlayer, RandomRobot, RankedMove
from engine.players.search import Ending, Searcher, hope
from engine.seats import Seat
from tests.engine.cloud_nine.positions import GAME, seen, table
from tests.engine.walks import Beginning

if TYPE_CHECKING:
    from pathlib import Path


# The search that any game can have.


def test_a_game_won_counts_whole_and_a_lead_by_how_usual_it_is() -> None:
    assert hope(Ending(10, -3, 1.0), 5) == 1.0
    assert hope(Ending(10, 0, None), 5) == 0.5
    assert 0.5 < hope(Ending(10, 3, None), 30) < hope(Ending(10, 3, None), 3) < 1


def test_more_budget_is_more_simulations() -> None:
    counting = CountingGame()
    view = seen(table(), 1)
    made = []
    for budget in (0, 50, 500):
        counting.imagined = 0
        Searcher(counting).rank(view, (), view.legal, Random(1), budget)
        made.append(counting.imagined)
    assert 0 < made[0] < made[1] < made[2]


class CountingGame(type(GAME)):  # type: ignore[misc] # the class of the one game at hand
    """Counts the positions made up."""

    imagined = 0

    def imaginer(self, *asked):  # type: ignore[no-untyped-def] # hands on what it is given
        imagine = super().imaginer(*asked)

        def counted(random: Random) -> object:
            self.imagined += 1
            return imagine(random)

        return counted


def test_the_searcher_beats_random_players() -> None:
    """Searching, even a little, makes more points than not looking at all."""
    searcher = HousePlayer(Searcher(GAMES["cloud_nine"]), 60)
    scores = [_points(searcher, seed) for seed in range(3)]
    assert sum(mine > max(others) for mine, *others in scores) >= 2


def _points(player: HousePlayer, seed: int) -> tuple[int, ...]:
    course = Beginning("cloud_nine", 3, {"deals": 1}, seed).course()
    random, other = Random(seed), HousePlayer(RandomRobot(), 0)
    while acting := course.to_act():
        seat = acting[0]
        mover = player if seat == Seat(1) else other
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        course = course.then(seat, mover.choose(view, heard, legal, random))
    return course.view(None).scores


# Sequential halving: what is tried how often, and in which order moves come out.

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


# Kernels: the same compiled and not, kept where there is room, and kept apart from older ones.

WITHOUT = """
import sys
sys.modules["numba"] = None
"""

ASK = """
import json
from random import Random
from engine.games import GAMES
from engine.players import compiled
from engine.players.balloon import robots as balloon
from engine.players.nimbly import robots
from tests.engine.players.test_clumond_search import asked, ranked
from tests.engine.nimbly.positions import late
from tests.engine.walks import Beginning, answer

told = [compiled.IS_COMPILED]
for seats, cards, seed in ((3, 8, 1), (3, 27, 2), (3, 15, 2), (4, 7, 3), (5, 7, 4), (5, 30, 4)):
    course = late(seats, cards, seed)
    (seat,) = course.to_act()
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    for level in ("hard", "expert"):
        player = robots.HOUSE_PLAYERS[level]
        told.append(player.robot.rank(view, heard, legal, Random(seed), 150))
for course in asked():
    told.append([str(move) for move in ranked(course)])
course, random = Beginning("balloon", 3, {}, 1).course(), Random(1)
for step in range(40):
    (seat,) = course.to_act()
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    if len(legal) > 1 and step % 4 == 0:
        told.append(balloon.HOUSE_PLAYERS["hard"].robot.rank(view, heard, legal, Random(step), 10))
    course = course.then(seat, answer(balloon.HOUSE_PLAYERS["quick"], course, random))
print(json.dumps(told))
"""


PLAY = """
import sys
from random import Random
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.kernels import KERNELS, WITHOUT
from engine.players.levels import HOUSE_PLAYERS

needing = []
for name, players in HOUSE_PLAYERS.items():
    for level, player in players.items():
        if level in ("hard", "expert") or name in KERNELS and level not in WITHOUT[name]:
            continue
        game, random = GAMES[name], Random(7)
        options = {option.key: option.default for option in game.info.options}
        course = Course.begin(game, 3, options, Chance(bytes(32)))
        for _ in range(400):
            if not (acting := course.to_act()):
                break
            seat = acting[0]
            view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
            code = player.choose(view, heard, legal, random) if len(legal) > 1 else legal[0]
            course = course.then(seat, code)
        if "engine.players.compiled" in sys.modules:
            needing.append((name, level))
print(needing)
"""


@pytest.mark.whole
def test_levels_that_are_said_to_play_without_kernels_load_none() -> None:
    """Nor does any level of a game that has none; `hard` of those is left out as it takes long."""
    assert asked(PLAY).communicate(timeout=250)[0] == "[]\n"


def asked(program: str, hash_seed: str = "1") -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.whole
def test_the_same_question_has_the_same_answer_compiled_or_not() -> None:
    pytest.importorskip("numba")
    processes = [asked(ASK), asked(WITHOUT + ASK)]
    compiled, plain = [json.loads(each.communicate(timeout=250)[0]) for each in processes]
    assert (compiled.pop(0), plain.pop(0)) == (True, False)
    assert compiled == plain


def test_kernels_hand_over_no_arrays_and_count_no_references() -> None:
    """That made up nine tenths of the time of small kernels."""
    pytest.importorskip("numba")
    from engine.players import compiled  # noqa: PLC0415 - loads the compiler

    options = getattr(compiled.drawn, "targetoptions")  # noqa: B009 - untyped
    assert (options["_nrt"], options["forceinline"]) == (False, True)


def test_kernels_are_kept_in_the_first_place_that_can_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "a file, no directory"
    taken.touch()
    monkeypatch.setattr(kernels, "HOMES", [taken, tmp_path / "data"])
    found = kernels.directory()
    assert found is not None
    assert found.parent == tmp_path / "data"
    assert kernels.directory() == found
    monkeypatch.setattr(kernels, "HOMES", [taken])
    assert kernels.directory() is None


def test_kernels_of_old_versions_are_deleted_some_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "HOMES", [tmp_path])
    monkeypatch.setattr(kernels, "KERNELS", {})
    old, new = tmp_path / "kernels-old", tmp_path / "kernels-new"
    for each in (old, new):
        each.mkdir()
        (each / kernels.USED).touch()
    long_ago = (new / kernels.USED).stat().st_mtime - kernels.KEPT - 60
    os.utime(old / kernels.USED, (long_ago, long_ago))
    kernels.get_ready()
    used = kernels.directory()
    assert used is not None
    assert {each.name for each in tmp_path.iterdir()} == {new.name, used.name}


def test_kernels_are_there_once_all_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever compiles them may be killed in between; the next then goes on."""
    monkeypatch.setattr(kernels, "HOMES", [tmp_path])
    used = kernels.directory()
    assert used is not None
    (used / "one.nbc").touch()
    assert kernels.kept() is None
    monkeypatch.setattr(kernels, "KERNELS", {})
    kernels.get_ready()
    assert kernels.kept() == used


def test_kernels_of_another_processor_are_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An image or a disk may come from another machine; how fast it runs now is no difference."""
    monkeypatch.setattr(kernels, "HOMES", [tmp_path])
    monkeypatch.setattr(kernels, "_PROCESSOR", tmp_path / "cpuinfo")
    found = []
    for speed, flags in ((1, "sse2"), (2, "sse2"), (2, "sse2 avx2")):
        told = f"processor: 0\ncpu MHz : {speed}\nflags\t: {flags}\n\nprocessor: 1\n"
        (tmp_path / "cpuinfo").write_text(told)
        found.append(kernels.directory())
    assert found[0] == found[1] != found[2]


def test_kernels_of_other_sources_are_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "HOMES", [tmp_path / "kept"])
    before = kernels.directory()
    (tmp_path / "cards.py").write_text("# another pack")
    monkeypatch.setattr(kernels, "_ENGINE", tmp_path)
    assert kernels.directory() != before
