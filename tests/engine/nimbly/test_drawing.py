"""Drawing cards from the open ends: J2 and J4."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.cards import mask_of_faces
from engine.course import Course
from engine.game import IllegalMove, SharedRefusal
from engine.games.nimbly.moves import DRAWS, Refusal, code, draws_from, taken
from engine.games.nimbly.view import CardsDrawn, LastDraw
from engine.seats import Seat
from tests.engine.nimbly.positions import first_moves, played, seen, table, told

OPEN = ("6C 7C 8C", "6D 7D 8D", "6H 7H 8H")


def test_j2_there_are_nineteen_ways_to_draw_one_two_or_three_cards() -> None:
    codes = table().legal(Seat(1))
    assert len(codes) == 19
    assert codes[:4] == ("draw A", "draw B", "draw C", "draw AA")
    assert codes[-1] == "draw CCC"


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


def test_j2_nobody_draws_none_and_nobody_more_than_three() -> None:
    for spelling in ("draw", "draw ", "draw AAAA", "draw BA", "draw D", "draw a"):
        with pytest.raises(IllegalMove, match=SharedRefusal.UNREADABLE):
            played(table(), f"1 {spelling}")


def test_j2_nobody_holds_more_than_nine() -> None:
    course = held_eight()
    assert course.legal(Seat(1)) == ("draw A", "draw B", "draw C")
    with pytest.raises(IllegalMove, match=Refusal.HAND_FULL):
        played(course, "1 draw AB")


def held_eight() -> Course:
    """Let seat 1 hold eight cards and the others three, with seat 1 to move."""
    course = table(seats=4)
    for rows in ("AAA", "BBB", "AB"):
        course = played(course, f"1 draw {rows}", "2 draw C", "3 draw C", "4 draw C")
    return course


def test_j2_a_player_with_nine_is_skipped() -> None:
    course = table()
    for rows in ("AAA", "AAA", "AAA"):
        course = played(course, f"1 draw {rows}", "2 draw B", "3 draw C")
    assert seen(course).hand_counts == (9, 3, 3)
    assert seen(course).to_act == (2,)
    assert seen(played(course, "2 draw BBB", "3 draw C")).to_act == (2,)


def test_j2_the_last_one_draws_on_alone() -> None:
    course = table()
    for rows in ("A", "A", "A"):
        course = played(course, f"1 draw {rows}", "2 draw BBB", "3 draw CCC")
    course = played(course, "1 draw A", "1 draw A")
    assert seen(course).to_act == (1,)
    assert seen(course).hand_counts == (5, 9, 9)


def test_j2_a_row_gives_no_more_than_it_has() -> None:
    course = table()
    for _ in range(2):
        course = played(course, "1 draw AAA", "2 draw BBB", "3 draw CCC")
    course = played(course, "1 draw AA")
    assert [len(row) for row in seen(course).rows] == [1, 3, 3]
    with pytest.raises(IllegalMove, match=Refusal.ROW_SHORT):
        played(course, "2 draw AAB")
    assert not [move for move in course.legal(Seat(2)) if "AA" in move]


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


def test_j2_the_rows_hold_exactly_what_is_still_needed() -> None:
    course = table(seats=5)
    while course.to_act():
        view = seen(course)
        assert sum(map(len, view.rows)) == sum(9 - count for count in view.hand_counts)
        course = played(course, f"{course.to_act()[0]} {course.legal(course.to_act()[0])[-1]}")


def test_j4_the_table_shows_the_last_moves_cards_and_no_earlier_ones() -> None:
    course = played(table(*OPEN), "1 draw AAB", "2 draw C")
    view = seen(course)
    assert view.last_draw == LastDraw(Seat(2), "C", ("8H",))
    for seat in (None, 2, 3):
        shown = str(seen(course, seat))
        assert not [card for card in ("8C", "7C", "8D") if card in shown]


def test_j4_everybody_hears_what_is_taken_and_the_taker_keeps_it_in_sight() -> None:
    course = played(table(*OPEN), "1 draw AAB", "2 draw C")
    for seat in (None, Seat(3)):
        drawn = [event for _, event in course.heard(seat) if isinstance(event, CardsDrawn)]
        assert [event.cards for event in drawn] == [("8C", "7C", "8D"), ("8H",)]
    hand = seen(course, 1).hand
    assert hand is not None
    assert mask_of_faces(hand.cards) == mask_of_faces(["8C", "7C", "8D"])


def test_j4_counts_are_open() -> None:
    view = seen(played(table(), "1 draw AAB", "2 draw C"), 3)
    assert view.hand_counts == (3, 1, 0)


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


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2 draw A", "not_your_turn"),
        ("0 draw A", "not_your_turn"),
        ("9 draw A", "not_your_turn"),
        ("1 play KH", "unreadable"),
    ],
)
def test_each_illegal_move_is_refused_for_its_own_reason(move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        played(table(), move)
    assert refused.value.reason == reason


@pytest.mark.parametrize("seat", [0, 1, 4])
def test_nobody_moves_when_the_game_is_over(seat: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        played(first_moves(table()), f"{seat} draw A")
    assert refused.value.reason == "game_over"


def test_spellings_are_rows_in_order_one_letter_a_card() -> None:
    assert {code(draw) for draw in DRAWS if len(draw.rows) == 2} == {
        f"draw {rows}" for rows in ("AA", "AB", "AC", "BB", "BC", "CC")
    }
