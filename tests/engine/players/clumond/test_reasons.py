"""What is said for a card of Clumond."""

from __future__ import annotations

from random import Random

import pytest

from engine.course import Course
from engine.players.clumond.reasons import ClumondCases
from engine.players.reasons import Compared
from tests.engine.clumond.positions import HIGH, LOW, PASSES, played, seen, table


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
