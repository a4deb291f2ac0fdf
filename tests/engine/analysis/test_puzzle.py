"""Positions in which one move is clearly best."""

from __future__ import annotations

from random import Random

import pytest

from engine.analysis.puzzle import CLEAR, HOPE, SURE, clear_best, is_worth_it
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.seats import Seat
from tests.engine.analysis.test_judging import PAYS
from tests.engine.balloon import positions as balloon


def test_a_clearly_best_move_is_found_and_the_others_told() -> None:
    """The pilot almost surely pays: seat 1 holds no wild card, and nobody has paid a card yet."""
    found = clear_best(PAYS, Seat(1), Random, "a")
    assert found is not None
    best, other = found.choices
    assert (best.code, other.code) == ("stay", "jump")
    assert (best.behind.share, best.behind.share_error) == (0, 0)
    assert other.behind.share >= CLEAR
    assert other.behind.share > SURE * other.behind.share_error
    assert best.share - other.share == pytest.approx(other.behind.share)
    assert clear_best(PAYS, Seat(1), Random, "a") == found


def test_a_second_look_tries_the_moves_that_come_near_more_often() -> None:
    once, closely = (clear_best(PAYS, Seat(1), Random, "a", times=times) for times in (1, 3))
    assert once is not None
    assert closely is not None
    assert [each.code for each in once.choices] == [each.code for each in closely.choices]
    assert closely.choices[1].behind.trials == 3 * once.choices[1].behind.trials
    assert closely.choices[1].behind.share_error < once.choices[1].behind.share_error


@pytest.mark.parametrize(
    ("best", "second", "is_worth"),
    [
        (0.10, 0.01, False),  # all is lost
        (HOPE, 0.0, True),
        (0.98, 0.87, False),  # all is won
        (0.97, 0.87, True),
        (1.0, 0.0, True),  # all or nothing
    ],
)
def test_where_all_is_lost_or_won_anyhow_there_is_no_puzzle(
    best: float, second: float, is_worth: bool
) -> None:
    assert is_worth_it(best, second) is is_worth


def test_moves_of_equal_worth_are_no_puzzle() -> None:
    """Of cards of one suit that nothing lies between, each does what the other does (C3)."""
    course = Course.begin(GAMES["clumond"], 3, {}, Chance(bytes(32)))
    for seat in (1, 2, 3):
        course = course.then(Seat(seat), "pass")
    assert clear_best(course, course.to_act()[0], Random, "a") is None


def test_a_forced_move_is_no_puzzle() -> None:
    course = balloon.played(PAYS, "1 stay")
    fallen = balloon.table("RRRRRR", "GGGGGG", "YYYYYY", rolls=("GG",))
    forced = balloon.played(fallen, "2 stay", "3 stay")
    assert balloon.legal(forced) == ("fall",)
    assert clear_best(forced, Seat(1), Random, "a") is None
    with pytest.raises(ValueError, match="not to act"):
        clear_best(course, Seat(1), Random, "a")
