"""Making up hidden hands: everything seen and every void is respected (C3, C9)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.cards import BIT, CARD_OF_IDENTITY, mask_of, mask_of_faces
from engine.course import Course
from engine.games.clumond.imagine import sharer
from engine.games.clumond.state import FULL_PACK, SUIT_MASKS, State
from engine.seats import Seat
from tests.engine.clumond.positions import GAME, HIGH, LOW, MIDDLE, PASSES, played, seen, table

CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS
NO_HEARTS = "AS KS QS JS 9S 8S 7S 6S 5S 4S 3S 2S AD KD QD JD"


def imagined(course: Course, seat: int | None, random: Random) -> State:
    who = None if seat is None else Seat(seat)
    state = GAME.imaginer(course.view(who), course.heard(who))(random)
    assert isinstance(state, State)
    return state


def test_who_failed_to_follow_is_never_given_a_card_of_that_suit() -> None:
    course = played(table("AH KH", NO_HEARTS), *PASSES, "1 play AH", "2 play JD")
    for seed in range(50):
        for seat in (None, 1, 3):
            assert not imagined(course, seat, Random(seed)).hands[1] & HEARTS


def test_a_void_is_remembered_when_its_trick_has_left_the_table() -> None:
    course = played(
        table("AH KH AC", NO_HEARTS), *PASSES, "1 play AH", "2 play JD", "3 play 9H",
        "1 play KH", "2 play QD", "3 play 8H",
    )  # fmt: skip
    seat = course.to_act()[0]
    course = course.then(seat, "play AC")
    assert not any(imagined(course, 1, Random(n)).hands[1] & HEARTS for n in range(50))


def test_cards_played_are_in_no_imagined_hand() -> None:
    course = played(
        table(HIGH, MIDDLE, LOW), *PASSES, "1 play AH", "2 play 9H", "3 play 5H",
        "1 play AS", "2 play 9S", "3 play 5S",
    )  # fmt: skip
    gone = mask_of_faces(["AH", "9H", "5H", "AS", "9S", "5S"])
    for seat in (None, 1, 2, 3):
        state = imagined(course, seat, Random(1))
        assert sum(state.hands) == FULL_PACK & ~gone


def test_voids_and_cards_of_the_last_hand_are_forgotten() -> None:
    course = played(table("AH KH", NO_HEARTS), *PASSES, "1 play AH", "2 play JD")
    while seen(course).deal == 1:
        course = course.then(course.to_act()[0], course.legal(course.to_act()[0])[0])
    hands = [imagined(course, 1, Random(seed)).hands for seed in range(20)]
    assert any(second & HEARTS for _, second, _ in hands)
    assert all(sum(three) == FULL_PACK for three in hands)


def test_what_can_be_where_is_there_about_as_often() -> None:
    course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    random = Random(2)
    held = Counter(
        bool(imagined(course, 1, random).hands[1] & BIT[CARD_OF_IDENTITY["5C"]]) for _ in range(600)
    )
    assert 240 < held[True] < 360


def test_two_hands_share_alike_what_either_may_hold() -> None:
    random, share = Random(3), sharer(mask_of(range(4)), [2, 2], [BIT[0], 0])
    ways = Counter(share(random)[0] for _ in range(3000))
    assert set(ways) == {mask_of(pair) for pair in ((1, 2), (1, 3), (2, 3))}
    assert all(850 < count < 1150 for count in ways.values())


def test_three_hands_with_tight_voids_are_still_shared_out() -> None:
    cards = mask_of(range(6))
    lacking = [mask_of((0, 1)), mask_of((0, 1, 2, 3)), mask_of((4, 5))]
    for seed in range(200):
        hands = sharer(cards, [2, 2, 2], lacking)(Random(seed))
        assert not any(hand & lacked for hand, lacked in zip(hands, lacking, strict=True))
        assert sum(hands) == cards
        assert [hand.bit_count() for hand in hands] == [2, 2, 2]


def test_an_impossible_sharing_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        sharer(mask_of((0, 1)), [1, 1], [BIT[0], BIT[0]])
    with pytest.raises(ValueError, match="cannot be shared"):
        sharer(mask_of((0, 1, 2)), [1, 2], [0, mask_of((0, 1))])
