"""The course of a game: what it knows when it was followed from the start, and when not."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course, Trail
from engine.events import as_seen_by
from engine.games import GAMES
from engine.seats import Seat


def test_a_trail_grows_at_its_end_and_the_shorter_one_stays_as_it_is() -> None:
    short = Trail("ab")
    long = short.then("c").then("d")
    assert ([*short], [*long]) == (["a", "b"], ["a", "b", "c", "d"])
    assert (len(short), short[-1], long[-1], long[1:3]) == (2, "b", "d", ("b", "c"))


def test_trails_that_part_do_not_meet_again() -> None:
    start = Trail("a")
    one, other = start.then("b"), start.then("c")
    assert ([*one.then("d")], [*other.then("e")]) == (["a", "b", "d"], ["a", "c", "e"])
    assert [*start] == ["a"]


def test_a_trail_that_grows_copies_nothing() -> None:
    trail = Trail("a")
    assert trail.then("b")._shared is trail._shared


def test_trails_are_equal_by_what_they_hold() -> None:
    assert Trail("ab") == Trail("a").then("b")
    assert hash(Trail("ab")) == hash(Trail("a").then("b"))
    assert Trail("ab") != Trail("ac")
    assert Trail("ab") != ("a", "b")
    assert repr(Trail("ab")) == "Trail(['a', 'b'])"


def test_nothing_stands_beyond_the_end_of_a_trail() -> None:
    short = Trail("a")
    short.then("b")
    for at in (1, -2):
        with pytest.raises(IndexError):
            short[at]


BEGUN = Course.begin(GAMES["nimbly"], 3, {}, Chance(bytes(32)))


def test_a_move_leaves_the_course_before_it_as_it_was() -> None:
    (seat,) = BEGUN.to_act()
    after = BEGUN.then(seat, BEGUN.legal(seat)[0])
    assert (len(BEGUN.happened), len(after.happened)) == (1, 2)
    assert after.heard(seat)[-1].move == 1


def test_a_game_taken_up_goes_on_alike_but_does_not_know_what_was_heard() -> None:
    taken_up = Course.taken_up(BEGUN.game, BEGUN.state)
    (seat,) = taken_up.to_act()
    code = taken_up.legal(seat)[0]
    after = taken_up.then(seat, code)
    assert after.state == BEGUN.then(seat, code).state
    for course in (taken_up, after):
        with pytest.raises(ValueError, match="not known"):
            course.heard(Seat(1))


@pytest.mark.parametrize("key", GAMES)
def test_what_everybody_was_told_is_what_a_spectator_hears_of_all_that_happened(key: str) -> None:
    game = GAMES[key]
    course = Course.begin(game, max(game.info.seats), {}, Chance(bytes(32)))
    for _ in range(12):
        seat, *_ = course.to_act()
        course = course.then(seat, course.legal(seat)[0])
    assert list(course.told) == [as_seen_by(None, events) for events in course.happened]
    assert len(course.told) == 13
    assert not Course.taken_up(game, course.state).told
