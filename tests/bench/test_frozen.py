"""The frozen house players are those of version 1, whatever becomes of the present ones."""

from __future__ import annotations

from random import Random

import pytest

from bench.frozen.levels import FROZEN, VERSION
from engine.games import GAMES
from tests.engine.players.golden import stored
from tests.engine.walks import Beginning, walk
from tests.source_tree import modules

SEATS, QUESTIONS = 3, 5


@pytest.mark.parametrize("key", GAMES)
def test_they_give_the_golden_answers_of_their_version(key: str) -> None:
    asked = []
    for seed in (1, 2):
        walked = walk(Beginning(key, SEATS, {}, seed))
        asked += [s for s in walked if s.seat and len(s.course.legal(s.seat)) > 1]
    golden = stored()[key][str(VERSION)]
    given: dict[str, list[str]] = {level: [] for level in golden}
    for number, (course, seat, _) in enumerate(Random(3).sample(asked, QUESTIONS)):
        assert seat is not None
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        for level, answers in given.items():
            ranked = FROZEN[key][level].rank(view, heard, legal, Random(number))
            answers.append(" > ".join(move.code for move in ranked))
    assert given == golden


def test_no_change_of_the_present_players_reaches_them() -> None:
    found = [m for m in modules("bench") if m.is_within("bench.frozen")]
    assert found
    assert not [m for m in found for line in m.imports() if line.is_within("engine.players")]
    assert not [str(m) for m in found if not m.source.startswith('"""Frozen')]
