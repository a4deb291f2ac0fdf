"""The chance that a pilot can pay, against counting every hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.games.balloon.cards import (
    FULL_PACK,
    IDENTITIES,
    NEEDS,
    OF_FACE,
    covers,
    odds_of,
    paying_hands,
)
from engine.games.balloon.state import State
from engine.games.balloon.view import FACES, WILD, Odds
from engine.seats import Seat
from tests.engine.balloon.positions import GAME, state_of, table

COUNTS = st.tuples(*[st.integers(0, 4)] * 4, st.integers(0, 2))
NEEDED = st.lists(st.sampled_from("RGPY-"), min_size=2, max_size=4)


@given(COUNTS, NEEDED, st.integers(0, 6))
def test_paying_hands_are_counted_as_one_by_one(
    unseen: tuple[int, ...], dice: list[str], cards: int
) -> None:
    needs = [dice.count(colour) for colour in "RGPY"]
    heap = [face for face, count in zip(FACES, unseen, strict=True) for _ in range(count)]
    found = sum(
        WILD in hand or all(hand.count(c) >= n for c, n in zip("RGPY", needs, strict=True))
        for hand in combinations(heap, cards)
    )
    assert paying_hands(unseen, needs, cards) == found


@given(st.sampled_from(sorted(NEEDS)), st.integers(1, 12))
def test_a_chance_is_a_fraction_in_lowest_terms(dice: str, cards: int) -> None:
    odds = odds_of(0, cards, dice)
    chance = Fraction(odds.ways, odds.total)
    assert 0 < chance <= 1
    assert (chance.numerator, chance.denominator) == (odds.ways, odds.total)


def test_a_blank_throw_is_certain() -> None:
    assert odds_of(0, 6, "---") == Odds(1, 1)


def test_what_is_seen_does_not_count() -> None:
    """With all wild and all red cards seen, nobody can pay red."""
    seen_cards = OF_FACE[0] | OF_FACE[-1]
    assert odds_of(seen_cards, 6, "R-") == Odds(0, 1)
    only = FULL_PACK & ~(1 << 0 | 1 << 1)
    assert odds_of(only, 1, "RR") == Odds(0, 1)
    assert odds_of(only, 2, "RR") == Odds(1, 1)


def brute(state: State, viewer: int) -> Fraction:
    """Count all hands the pilot may hold, by the cards the viewer has not seen."""
    seen_cards = state.hands[viewer - 1] | state.discards
    unseen = [card for card in range(len(IDENTITIES)) if not seen_cards >> card & 1]
    count = state.hands[state.pilot - 1].bit_count()
    hands = [sum(1 << card for card in hand) for hand in combinations(unseen, count)]
    paying = sum(bool(h & OF_FACE[-1]) or covers(h, NEEDS[state.dice]) for h in hands)
    return Fraction(paying, len(hands))


def test_a_seat_is_told_the_chance_from_the_cards_it_has_not_seen() -> None:
    course = table("RRRGGG", "WWPPPP", "", rolls=("RG",))
    state = state_of(course)
    # A pilot of two cards keeps the count of all hands small.
    small = state._replace(hands=(0b11, *state.hands[1:]))
    for viewer in (2, 3):
        odds = GAME.view(small, Seat(viewer)).odds
        assert odds is not None
        assert Fraction(odds.ways, odds.total) == brute(small, viewer)
