"""Drawing cards from the open ends: J2 and J4."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine.cards import mask_of_faces
from engine.chance import Chance
from engine.course import Course
from engine.game import BadOptions, SharedRefusal
from engine.games.nimbly.state import pack
from engine.games.nimbly.turns import BY_CODE, DRAWS, draws_from, taken
from engine.games.nimbly.view import CardsDrawn
from engine.seats import Seat
from tests.engine.nimbly.positions import GAME, SEED, played, seen, state_of, table, told

OPEN = ("6C 7C 8C", "6D 7D 8D", "6H 7H 8H")


@pytest.mark.parametrize(
    ("move", "cards"),
    [
        ("draw A", "8C"),
        ("draw AA", "8C 7C"),
        ("draw AB", "8C 8D"),
        ("draw AAB", "8C 7C 8D"),
        ("draw ACC", "8C 8H 7H"),
        ("draw ABC", "8C 8D 8H"),
        ("draw CCC", "8H 7H 6H"),
    ],
)
def test_j2_cards_come_from_the_open_ends_in_any_split(move: str, cards: str) -> None:
    course = played(table(*OPEN), f"1 {move}")
    before, after = seen(table(*OPEN)).rows, seen(course).rows
    assert told(course) == (CardsDrawn(Seat(1), move[5:], tuple(cards.split()), len(move) - 5),)
    for row, was, letter in zip(after, before, "ABC", strict=True):
        assert row == was[: len(was) - move.count(letter)]


def test_j2_the_moves_of_every_length_of_rows_are_those_the_rule_allows() -> None:
    for lengths in product(range(5), repeat=3):
        rows = tuple(tuple(range(10 * i, 10 * i + length)) for i, length in enumerate(lengths))
        for most in range(10):
            expected = {
                draw.rows
                for draw in DRAWS
                if len(draw.rows) <= min(3, most)
                and all(draw.rows.count(r) <= n for r, n in zip("ABC", lengths, strict=True))
            }
            found = draws_from(rows, most)
            assert {draw.rows for draw in found} == expected
            assert all(len(taken(rows, draw)) == len(draw.rows) for draw in found)


@pytest.mark.parametrize("rows", [3, 5])
def test_j1_five_play_with_three_rows_of_fifteen_or_five_of_nine(rows: int) -> None:
    course = Course.begin(GAME, 5, {"rows": str(rows), "deals": 2}, Chance(SEED))
    order = Chance(SEED).shuffle("nimbly", 1, pack(5))
    deck = [card for row in seen(course).rows for card in row]
    assert [len(row) for row in seen(course).rows] == [45 // rows] * rows
    assert deck == [*order[:45]]
    assert (seen(course).aside, len(course.legal(Seat(1)))) == (7, 19 if rows == 3 else 55)
    random = Random(rows)
    while course.to_act():
        view, seat = seen(course), course.to_act()[0]
        assert sum(map(len, view.rows)) == sum(9 - count for count in view.hand_counts)
        assert GAME.dump(GAME.load(GAME.dump(course.state))) == GAME.dump(course.state)
        course = course.then(seat, random.choice(course.legal(seat)))
    assert len(seen(course).deal_scores) == 2


def test_j2_nothing_is_drawn_from_a_row_that_is_not_there() -> None:
    course = table(seats=5)
    assert GAME.refusal(state_of(course), BY_CODE["draw D"]) == SharedRefusal.UNREADABLE
    assert "draw D" in Course.begin(GAME, 5, {"rows": "5"}, Chance(SEED)).legal(Seat(1))


@pytest.mark.parametrize("seats", [3, 4])
def test_j1_only_five_may_have_five_rows(seats: int) -> None:
    with pytest.raises(BadOptions, match="not_with_these_seats"):
        Course.begin(GAME, seats, {"rows": "5"}, Chance(SEED))


def test_j2_the_rows_hold_exactly_what_is_still_needed() -> None:
    course = table(seats=5)
    while course.to_act():
        view = seen(course)
        assert sum(map(len, view.rows)) == sum(9 - count for count in view.hand_counts)
        course = played(course, f"{course.to_act()[0]} {course.legal(course.to_act()[0])[-1]}")


def test_j4_everybody_hears_what_is_taken_and_the_taker_keeps_it_in_sight() -> None:
    course = played(table(*OPEN), "1 draw AAB", "2 draw C")
    for seat in (None, Seat(3)):
        drawn = [event for _, event in course.heard(seat) if isinstance(event, CardsDrawn)]
        assert [event.cards for event in drawn] == [("8C", "7C", "8D"), ("8H",)]
    hand = seen(course, 1).hand
    assert hand is not None
    assert mask_of_faces(hand.cards) == mask_of_faces(["8C", "7C", "8D"])


def test_a_seat_to_move_sees_what_each_draw_would_make() -> None:
    course = played(table(*OPEN), "1 draw AA", "2 draw B", "3 draw B")
    view = seen(course, 1)
    assert [prospect.code for prospect in view.prospects] == list(course.legal(Seat(1)))
    found = next(prospect for prospect in view.prospects if prospect.code == "draw AC")
    assert found.cards == ("6C", "8H")
    assert found.makes is not None
    assert found.makes.meld[:3] == (3, 3, 2)


def test_others_see_which_cards_each_draw_would_take_and_no_more() -> None:
    course = played(table(*OPEN), "1 draw AA", "2 draw B", "3 draw B")
    own = seen(course, 1).prospects
    for seat in (None, 2, 3):
        assert seen(course, seat).prospects == tuple(replace(p, makes=None) for p in own)


def test_prospects_are_what_the_hand_is_after_the_draw() -> None:
    course = played(table(*OPEN), "1 draw AA", "2 draw B", "3 draw B")
    for prospect in seen(course, 1).prospects:
        assert seen(played(course, f"1 {prospect.code}"), 1).hand == prospect.makes
