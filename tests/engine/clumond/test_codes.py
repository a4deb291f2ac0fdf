"""Codes and how far off a number of tricks is: C4."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from engine.cards import mask_of_faces
from engine.games.clumond.settling import DISTANCE, asks_of, code_of, codes_of, meanings
from engine.games.clumond.state import PACK
from engine.games.clumond.view import Ask
from tests.engine.clumond.positions import HIGH, LOW, MIDDLE, PASSES, keeping, played, seen, table


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("AD KD QD", 0),
        ("AC KC QC", 9),
        ("AC AH AD", 5),
        ("AC AS 2S", 5),
        ("AH 2H AS", 5),
        ("2C 3H 4S", 6),
        ("2S 3S 4S", 3),
    ],
)
def test_c4_club_3_heart_2_spade_1_diamond_0(cards: str, code: int) -> None:
    assert code_of(mask_of_faces(cards.split())) == code


def test_c4_a_code_of_0_to_3_also_means_10_to_13() -> None:
    assert [meanings(code) for code in range(4)] == [(0, 10), (1, 11), (2, 12), (3, 13)]
    assert [meanings(code) for code in range(4, 10)] == [(code,) for code in range(4, 10)]


@pytest.mark.parametrize(
    ("code", "tricks", "off"),
    [(2, 8, 4), (5, 13, 8), (0, 10, 0), (3, 13, 0), (3, 12, 1), (1, 6, 5), (9, 0, 9), (0, 5, 5)],
)
def test_c4_the_distance_is_to_the_nearer_meaning(code: int, tricks: int, off: int) -> None:
    assert DISTANCE[code][tricks] == off


def test_c4_codes_of_a_hand_are_those_of_any_three_of_its_cards() -> None:
    random = Random(4)
    for size in (3, 4, 5, 9, 16):
        hand = random.sample(PACK, size)
        every = {code_of(mask_of_faces(three)) for three in combinations(hand, 3)}
        assert codes_of(mask_of_faces(hand)) == tuple(sorted(every))


def test_asks_say_which_tricks_a_code_means_and_how_many_more_it_takes() -> None:
    assert asks_of(mask_of_faces(["AD", "KD", "QD", "AC"]), 4, 7) == (
        Ask(0, (10,), (6,)),
        Ask(3, (), ()),
    )
    assert asks_of(mask_of_faces(["AC", "AH", "AD"]), 5, 0) == (Ask(5, (5,), (0,)),)
    assert asks_of(mask_of_faces(["AC", "AD", "KD"]), 3, 10)[0] == Ask(3, (3, 13), (0, 10))


def test_a_seat_sees_its_own_asks_and_nobody_elses() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    assert [ask.code for ask in seen(course, 1).asks] == list(range(10))
    assert seen(course).asks == ()


def test_asks_shrink_as_the_hand_does() -> None:
    course = played(table("AC AH AS AD " + NO_CLUBS), *PASSES, "1 play AC")
    assert max(ask.code for ask in seen(course, 1).asks) == 6
    assert all(ask.code < 10 for ask in seen(keeping(course), 1).asks)


def test_asks_are_of_the_cards_left_when_a_suit_that_was_led_is_followed() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    while seen(course).deal == 1:
        for seat in range(1, 4):
            view = seen(course, seat)
            hand, has_played = view.hand or (), any(p.seat == seat for p in view.trick.cards)
            led = "" if has_played or not view.trick.cards else view.trick.cards[0].card[1]
            follows = [card for card in hand if card[1] == led]
            codes = {code for c in follows or [""] for code in codes_of(_without(hand, c))}
            assert [ask.code for ask in view.asks] == sorted(codes)
        course = course.then(course.to_act()[0], course.legal(course.to_act()[0])[-1])


def _without(hand: Sequence[str], card: str) -> int:
    return mask_of_faces([each for each in hand if each != card])


NO_CLUBS = "KH QH JH 9H KS QS JS 9S KD QD JD 9D"
