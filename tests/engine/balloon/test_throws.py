"""The throw, the passengers and the pilot's answer: B1 to B7."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.game import IllegalMove
from engine.games.balloon.cards import DIE, IDENTITIES
from engine.games.balloon.view import (
    DICE,
    VALUES,
    Fallen,
    Jumped,
)
from engine.seats import Seat
from tests.engine.balloon.positions import (
    BLANKS,
    SEED,
    fly,
    legal,
    played,
    seen,
    table,
    told,
)


def refused(course: Course, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        played(course, move)
    return error.value.reason


def test_the_pack_has_eighteen_of_each_colour_and_four_wild() -> None:
    faces = [identity[0] for identity in IDENTITIES]
    assert len(IDENTITIES) == 76
    assert [faces.count(face) for face in "RGPYW"] == [18, 18, 18, 18, 4]
    assert {"R01", "R18", "G01", "P10", "Y18", "W1", "W4"} <= set(IDENTITIES)


def test_clouds_are_worth_and_ask_for_dice_as_printed() -> None:
    assert VALUES[1:] == (1, 2, 4, 6, 9, 12, 15, 20, 25)
    assert DICE[1:9] == (2, 2, 2, 3, 3, 3, 4, 4)


def test_b1_throws_are_counted_over_the_whole_game_and_made_as_the_record_says() -> None:
    course = table("", "", "")
    assert "".join(seen(course).dice) == Chance(SEED).roll("balloon", 1, 2, DIE)
    after = fly(course, way=legal(played(course, "2 stay", "3 stay"))[0])
    dice = DICE[seen(after).cloud]
    assert "".join(seen(after).dice) == Chance(SEED).roll("balloon", 2, dice, DIE)


def test_b1_every_cloud_has_its_dice() -> None:
    course = table("", "", "", rolls=BLANKS, target=200)
    thrown = [len(seen(course).dice)]
    for _ in range(7):
        course = fly(course)
        thrown.append(len(seen(course).dice))
    assert thrown == [2, 2, 2, 3, 3, 3, 4, 4]


@pytest.mark.parametrize("cloud", range(1, 9))
def test_b2_a_jumper_scores_the_value_of_the_cloud_at_once(cloud: int) -> None:
    course = table("", "", "", rolls=BLANKS, target=200)
    for _ in range(cloud - 1):
        course = fly(course)
    who = seen(course).to_act[0]
    course = played(course, f"{who} jump")
    assert told(course) == (Jumped(who, cloud, VALUES[cloud]),)
    assert seen(course).scores[who - 1] == VALUES[cloud]
    assert seen(course).jumps[who - 1] == cloud


def test_b4_a_falling_pilot_shows_nothing_whatever_they_hold() -> None:
    """The same events and the same public view with a wild card in the hand and without."""
    rolls = ("RR", "GG")
    with_wild = table("WYYYYY", "", "", rolls=rolls, pile="RRR")
    without = table("PYYYYY", "", "", rolls=rolls, pile="RRR")
    falls = [played(course, "2 stay", "3 stay", "1 fall") for course in (with_wild, without)]
    assert told(falls[0]) == told(falls[1])
    assert seen(falls[0]) == seen(falls[1])
    assert told(falls[0])[0] == Fallen(Seat(1), 1, ("R", "R"))


def test_b4_no_other_view_tells_what_the_pilot_may_do() -> None:
    ask = [
        played(table(hand, "GGGGGG", "PPPPPP", rolls=("RR",)), "2 stay", "3 stay")
        for hand in ("WRYYYY", "YYYYYY", "RRYYYY")
    ]
    for seat in (None, 2, 3):
        views = [seen(course, seat) for course in ask]
        assert views[0] == views[1] == views[2]
