"""What is thought of the others at a table, and what that makes of the numbers of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.players.clumond.opponents import BEGINNER, EVERYBODY, KINDS, PEOPLE, SEEN, Opponents
from engine.players.manner import PERSON
from tests.engine.clumond.positions import HIGH, PASSES, keeping, played, seen, table

if TYPE_CHECKING:
    from engine.course import Course
    from engine.players.manner import Company

LEVELS = ("easy", "normal", "hard")


def others(company: Company, course: Course | None = None) -> Opponents:
    course = course or table()
    seat = course.to_act()[0]
    return Opponents.of(seen(course, seat), course.heard(seat), company)


def told(company: Company, course: Course | None = None) -> list[float]:
    """Return the chances and shares of some numbers found, the higher the weaker the others are."""
    of = others(company, course)
    return [of.declared(0.0, 5, 10), of.made(5, 10), of.stopped(5, 10), of.in_the_end(0.4)]


def test_more_is_expected_against_weaker_players() -> None:
    for chances in zip(*[told((level, level)) for level in LEVELS], strict=True):
        assert list(chances) == sorted(set(chances), reverse=True)


def test_a_person_may_be_anybody() -> None:
    weak, person, strong = (told((name, name)) for name in (BEGINNER, PERSON, "hard"))
    assert all(a > b > c for a, b, c in zip(weak, person, strong, strict=True))


def test_both_of_them_count() -> None:
    weak, mixed, strong = (
        told(names) for names in (("easy", "easy"), ("hard", "easy"), ("hard", "hard"))
    )
    assert mixed == told(("easy", "hard"))
    assert all(a > b > c for a, b, c in zip(weak, mixed, strong, strict=True))


def test_nobody_is_worse_than_a_beginner() -> None:
    assert told(("random", "random")) == told((BEGINNER, BEGINNER))


def test_chances_of_what_is_seen_of_a_kind_are_some() -> None:
    assert sum(PEOPLE.values()) == pytest.approx(1)
    for choice in (
        {"led high", "led low"},
        {"passed", "declared"},
        {"own made", "own missed"},
        {"other made", "other missed"},
        {"hit", "off", "far off"},
    ):
        for kind in PEOPLE:
            assert sum(SEEN[each][kind] for each in choice) == pytest.approx(1)
    assert set(PEOPLE) < set(KINDS)


def test_people_who_declare_are_no_beginners_and_who_pass_may_be() -> None:
    course = table()
    passed, declared = (played(course, f"1 {call}") for call in ("pass", "declare S"))
    before = others(EVERYBODY, course).kinds[0][0]
    assert others(EVERYBODY, passed).kinds[0][0] > before > others(EVERYBODY, declared).kinds[0][0]


def test_who_leads_aces_and_kings_first_is_rather_a_beginner() -> None:
    course = played(table(HIGH), *PASSES)
    high, low = (played(course, f"1 play {card}") for card in ("AS", "JS"))
    assert others(EVERYBODY, high).kinds[0][0] > others(EVERYBODY, low).kinds[0][0]


def test_only_people_are_judged_by_what_they_did() -> None:
    course = played(table(), "1 declare S")
    assert others(("hard", PERSON), course).kinds == others(("hard", PERSON)).kinds
    assert others(("hard", "hard"), course).kinds[0][0] == PEOPLE[BEGINNER]


def test_how_hands_came_out_is_remembered() -> None:
    """Who is far off is rather a beginner; so is who lets a declaration through."""
    course = keeping(played(table(HIGH), *PASSES))
    missed = keeping(played(table(HIGH), "1 declare NT"), "AC", "KC", "QC")
    weights = [others(EVERYBODY, each).kinds[0][0] for each in (course, missed)]
    assert seen(course).deal == seen(missed).deal == 2
    assert weights[0] != weights[1]


def test_what_is_certain_stays_so() -> None:
    of = others(EVERYBODY)
    assert (of.made(0, 9), of.made(9, 9), of.stopped(0, 9), of.stopped(9, 9)) == (0, 1, 0, 1)


def test_a_better_move_keeps_being_better() -> None:
    of = others(EVERYBODY)
    for number in (of.made, of.stopped):
        chances = [number(times, 100) for times in range(101)]
        assert chances == sorted(set(chances))
    for share in (of.undeclared, of.in_the_end):
        shares = [share(part / 100) for part in range(101)]
        assert shares == sorted(set(shares))


def test_hands_to_come_count_for_the_stronger_player_and_none_in_the_last() -> None:
    first, last = others(("easy", "easy")), others(("easy", "easy"), table(deals=1))
    assert first.in_the_end(1 / 3) > last.in_the_end(1 / 3) == pytest.approx(1 / 3)
