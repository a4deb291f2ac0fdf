"""Hidden hands made up by the kernel."""

from __future__ import annotations

from collections import Counter
from math import exp
from random import Random

import pytest

from engine.games.clumond.imagine import revealed_by
from engine.games.clumond.state import FULL_PACK
from engine.players.clumond.evaluation import leans
from engine.players.clumond.kernel_hidden import (
    FINE,
    NO_CALL,
    ONE,
    OTHER,
    PASSED,
    Holder,
    chance_of,
    deal,
    hand_of,
    hidden_from,
    lean_of,
)
from engine.players.clumond.policy import Call
from engine.players.clumond.position import hand_from
from engine.players.compiled import Numbers, array_of
from tests.engine.clumond.positions import seen, state_of
from tests.engine.players.clumond.test_kernel import called
from tests.engine.walks import wander
from tests.soak.amounts import some


def drawn_hands(hidden: Numbers, times: int) -> list[tuple[int, int]]:
    generator, found = array_of([17, 4]), []
    for _ in range(times):
        deal(hidden, generator)
        found.append((int(hand_of(hidden, ONE)), int(hand_of(hidden, OTHER))))
    return found


@pytest.mark.parametrize("seed", some(range(15), 5))
def test_made_up_hands_are_in_keeping_with_what_was_played(seed: int) -> None:
    """C3: the sizes are right, every unseen card is there once, and who lacked a suit has none."""
    course, random = called(seed), Random(seed)
    course = wander(course, random, moves=2 * seed)
    seat = course.to_act()[0]
    view, revealed = seen(course, seat), revealed_by(course.heard(seat))
    others = [other for other in range(3) if other != seat - 1]
    own = state_of(course).hands[seat - 1]
    holders = [Holder(view.hand_counts[o], revealed.lacking[o], PASSED, 0) for o in others]
    unseen = FULL_PACK & ~revealed.played & ~own
    for hands in drawn_hands(hidden_from(unseen, holders, 1), 30):
        assert hands[0] | hands[1] == unseen
        assert not hands[0] & hands[1]
        for hand, holder in zip(hands, holders, strict=True):
            assert hand.bit_count() == holder.size
            assert not hand & holder.lacking


def test_without_calls_all_ways_to_share_are_equally_likely() -> None:
    cards = 0b111111
    holders = [Holder(2, 0, NO_CALL, 0), Holder(4, 0b1, NO_CALL, 0)]
    found = Counter(one for one, _ in drawn_hands(hidden_from(cards, holders, 1), 5000))
    assert set(found) == {0b11, 0b101, 0b1001, 0b10001, 0b100001}
    assert all(900 < times < 1100 for times in found.values())


def test_what_cannot_be_shared_out_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        hidden_from(0b11, [Holder(2, 0b1, NO_CALL, 0), Holder(0, 0, NO_CALL, 0)], 1)


@pytest.mark.parametrize("seed", some(range(5), 2))
def test_calls_are_as_likely_as_the_readable_code_says(seed: int) -> None:
    hand = state_of(called(seed)).hands[0]
    clubs, diamonds, hearts, spades = suits = hand_from(hand)
    for trumps, lean in enumerate(leans(suits)):
        assert lean_of(clubs, diamonds, hearts, spades, trumps) == pytest.approx(
            lean * FINE, abs=12
        )
        likely = Call(trumps, 0).likelihood(hand)
        assert chance_of(hand, trumps) == pytest.approx(likely, rel=exp(0.25) - 1, abs=1e-6)
    assert chance_of(hand, PASSED) == pytest.approx(Call(None, 0).likelihood(hand), abs=0.05)


def test_who_has_declared_is_given_the_cards_for_it() -> None:
    """The chain draws hands with which the call was likely more often than others."""
    unseen = FULL_PACK & ~state_of(called(1)).hands[0]
    mean = {}
    for call in (NO_CALL, 2):
        holders = [Holder(16, 0, call, 0), Holder(16, 0, NO_CALL, 0)]
        hands = [one for one, _ in drawn_hands(hidden_from(unseen, holders, 1), 4000)]
        mean[call] = sum(leans(hand_from(hand))[2] for hand in hands) / len(hands)
    assert mean[2] > mean[NO_CALL] + 0.2
