"""What calls tell of the cards behind them (C2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.cards import BIT, NO_TRUMPS, PACK_SIZE, mask_of_faces
from engine.course import Course
from engine.games.clumond.imagine import hands_imaginer, revealed_by
from engine.games.clumond.state import FULL_PACK, SUIT_MASKS
from engine.players.clumond.policy import PASS, Call, calls, weighted_imaginer
from engine.players.clumond.position import Hand, Position
from engine.seats import Seat
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    keeping,
    played,
    seen,
    state_of,
    table,
)
from tests.engine.walks import Beginning

CLUBS, SPADES = 0, 3
ALL_CALLS = (PASS, *range(NO_TRUMPS + 1))


def likelihood(hand: str, trumps: int | None, before: str = "") -> float:
    """Return the chance of a call for a hand of which the cards `before` are played."""
    left = mask_of_faces(hand.split()) & ~mask_of_faces(before.split())
    return Call(trumps, mask_of_faces(before.split())).likelihood(left)


@pytest.mark.parametrize("hand", [HIGH, MIDDLE, LOW])
def test_some_call_is_made_for_sure(hand: str) -> None:
    assert sum(likelihood(hand, trumps) for trumps in ALL_CALLS) == pytest.approx(1)


def test_who_declares_is_likely_to_hold_what_makes_it() -> None:
    spades = "AS KS QS JS 9S 8S 7S AC KC AH KH 2D 3D 4D 5D 6D"
    assert likelihood(spades, SPADES) > 0.5 > likelihood(spades, PASS)
    assert likelihood(spades, SPADES) > 2 * likelihood(spades, CLUBS)
    assert likelihood(LOW, PASS) > 0.9


def test_cards_played_since_belong_to_the_hand_that_called() -> None:
    assert likelihood(HIGH, CLUBS, before="AC KC QS JH") == likelihood(HIGH, CLUBS)


def test_calls_are_known_by_place_and_those_of_the_last_hand_forgotten() -> None:
    course = played(table("AC", "KC", "3C"), "1 pass", "2 declare S", "3 play 3C", "1 play AC")
    ace = mask_of_faces(["AC"])
    assert calls(course.heard(Seat(3))) == {0: Call(PASS, ace), 1: Call(SPADES, 0)}
    assert calls(keeping(course).heard(Seat(3))) == {}


def declared(seed: int = 1) -> Course:
    """Seat 2 declares spades; seat 3 leads."""
    return played(Beginning("clumond", 3, {}, seed).course(), "1 pass", "2 declare S")


def test_a_declarer_is_imagined_long_in_their_trumps() -> None:
    course, random = declared(), Random(1)

    def trumps_of_declarer(*, listens: bool) -> float:
        imagine = (weighted_imaginer if listens else hands_imaginer)(
            seen(course, 3), course.heard(Seat(3))
        )
        return sum((imagine(random)[1] & SUIT_MASKS[SPADES]).bit_count() for _ in range(800)) / 800

    assert trumps_of_declarer(listens=True) > trumps_of_declarer(listens=False) + 0.5


def test_passes_are_heeded_too() -> None:
    """Who passed is not likely to hold all the aces."""
    course, random = played(table("", "", MIDDLE), *PASSES[:2]), Random(2)

    def aces_in_one_hand(*, listens: bool) -> float:
        imagine = (weighted_imaginer if listens else hands_imaginer)(
            seen(course, 3), course.heard(Seat(3))
        )
        known = Position.of(state_of(course))
        positions = [known.with_hands(imagine(random)) for _ in range(3000)]
        return sum(_has_all_aces(w.hands[0]) or _has_all_aces(w.hands[1]) for w in positions) / 3000

    assert aces_in_one_hand(listens=True) < 0.7 * aces_in_one_hand(listens=False)


def _has_all_aces(hand: Hand) -> bool:
    return all(ranks >> 12 for ranks in hand)


def test_sharings_are_as_frequent_as_the_calls_make_them_likely() -> None:
    """Counted against every sharing there is, late in a hand."""
    course, random = declared(), Random(3)
    while seen(course).to_act != (1,) or seen(course).hand_counts[0] > 4:
        seat = course.to_act()[0]
        course = course.then(seat, random.choice(course.legal(seat)))
    imagine = weighted_imaginer(seen(course, 1), course.heard(Seat(1)))
    found: Counter[int] = Counter()
    for _ in range(6000):
        found[imagine(random)[1]] += 1
    likely = _every_sharing(course)
    assert len(likely) > 20
    for hand, chance in likely.items():
        assert found[hand] / 6000 == pytest.approx(chance, abs=0.05)
    assert max(likely.values()) > 2 * min(likely.values())


def _every_sharing(course: Course) -> dict[int, float]:
    """Return each hand seat 2 may have for all that seat 1 knows, and its chance."""
    view, heard = seen(course, 1), course.heard(Seat(1))
    known, called = revealed_by(heard), calls(heard)
    unseen = FULL_PACK & ~known.played & ~mask_of_faces(view.hand or ())
    cards = [card for card in range(PACK_SIZE) if unseen & BIT[card]]
    likely = {}
    for held in combinations(cards, view.hand_counts[1]):
        second = sum(BIT[card] for card in held)
        third = unseen ^ second
        if not second & known.lacking[1] and not third & known.lacking[2]:
            likely[second] = called[1].likelihood(second)
    whole = sum(likely.values())
    return {hand: chance / whole for hand, chance in likely.items()}
