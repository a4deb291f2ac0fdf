"""Kernels: the same compiled and not, kept where there is room, and kept apart from older ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from engine.players import kernels

if TYPE_CHECKING:
    from pathlib import Path

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
from tests.engine.players.clumond.test_tree_search import asked, ranked
from tests.engine.players.nimbly.searching import late
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
