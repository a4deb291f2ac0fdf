"""What is said for a card of Clumond."""

from __future__ import annotations

from random import Random

import pytest

from engine.course import Course
from engine.players.clumond.reasons import ClumondCases
from engine.players.reasons import SHARE, Compared
from tests.engine.clumond.positions import HIGH, LOW, PASSES, played, seen, table
from tests.engine.players.clumond.test_kernel import called
from tests.engine.walks import wander


@pytest.mark.parametrize(
    ("course", "words"),
    [
        (played(table(HIGH, LOW), *PASSES), {"hits", "helps"}),
        (played(table(LOW, "", HIGH), "1 declare NT", "2 play 6C", "3 play AC"), {"hits"}),
    ],
)
def test_only_where_nobody_has_declared_numbers_of_others_count(
    course: Course, words: set[str]
) -> None:
    """Who has declared alone pays or is paid (C6)."""
    cases = ClumondCases(seen(course, 1), course.heard(course.to_act()[0]), Random(1))
    found = Compared([{"hits 0": 1.0}] * 9, [{"hits 1": 1.0}] * 9)
    codes = seen(course, 1).legal
    arguments = cases.arguments(codes[0], codes[1], found)
    assert {each.reason.key for each in arguments} == words


@pytest.mark.parametrize("moves", [4, 20, 38])
def test_a_case_is_a_hand_played_to_its_end(moves: int) -> None:
    """Thirteen tricks, one of them under way, and three cards left (C3, C4)."""
    course = wander(called(5), Random(5), moves=moves)
    seat = course.to_act()[0]
    view = seen(course, seat)
    cases = ClumondCases(view, course.heard(seat), Random(1))
    for code, case in zip(view.legal, cases.observed(view.legal, Random(1)), strict=True):
        assert sum(case[f"tricks {player}"] for player in range(3)) == 13
        assert sum(case[f"takes {player}"] for player in range(3)) == 1
        kept = {name for name in case if name.startswith("keeps ")}
        assert len(kept) == 3
        assert f"keeps {code.split()[1]}" not in kept
        assert 0 <= case[SHARE] <= 1
