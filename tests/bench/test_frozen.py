"""The frozen house players are those of their version, whatever becomes of the present ones."""

from __future__ import annotations

import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.frozen import COMMITS, FROZEN, ROOT, tree
from engine.games import GAMES
from tests.engine.players.golden import stored
from tests.engine.walks import Beginning, walk

if TYPE_CHECKING:
    from pathlib import Path

SEATS, QUESTIONS = 3, 5


def has_history() -> bool:
    """Return whether the commits are here: not in a shallow clone, nor where there is no git."""
    asked = [["git", "-C", str(ROOT), "cat-file", "-e", commit] for commit in COMMITS.values()]
    try:
        return not any(
            subprocess.run(each, capture_output=True, check=False).returncode for each in asked
        )
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not has_history(), reason="the project's history is not here")
@pytest.mark.parametrize(
    ("key", "name", "version"),
    # Of version 3 one game that has no kernels, which a new tree would compile.
    [*((key, "frozen", "1") for key in FROZEN), ("cloud_nine", "frozen3", "3")],
)
def test_they_give_the_golden_answers_of_their_version(key: str, name: str, version: str) -> None:
    asked = []
    for seed in (1, 2):
        walked = walk(Beginning(key, SEATS, {}, seed))
        asked += [s for s in walked if s.seat and len(s.course.legal(s.seat)) > 1]
    golden = stored()[key][version]
    given: dict[str, list[str]] = {level: [] for level in golden}
    for number, (course, seat, _) in enumerate(Random(3).sample(asked, QUESTIONS)):
        assert seat is not None
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        for level, answers in given.items():
            ranked = FROZEN[key][f"{name}:{level}"].rank(view, heard, legal, Random(number))
            answers.append(" > ".join(ranked))
    assert given == golden


@pytest.mark.skipif(not has_history(), reason="the project's history is not here")
def test_one_who_thinks_uses_up_the_chance_of_who_asks() -> None:
    course = Beginning("nimbly", SEATS, {}, 1).course()
    seat = course.to_act()[0]
    random = Random(1)
    code = FROZEN["nimbly"]["frozen:hard"].choose(
        course.view(seat), course.heard(seat), course.legal(seat), random
    )
    assert code in course.legal(seat)
    assert random.getstate() != Random(1).getstate()


def test_they_play_every_game_of_then_and_none_that_came_later() -> None:
    assert len(FROZEN) == 4
    assert FROZEN.keys() <= {key for key in GAMES if "1" in stored()[key]}


def test_where_there_is_no_history_one_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is none here"):
        tree(1, tmp_path)
    assert not [*tmp_path.iterdir()]
