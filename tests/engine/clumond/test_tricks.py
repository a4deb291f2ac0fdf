"""Thirteen tricks: C3."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.cards import CARD_OF_IDENTITY, RANKS
from engine.games.clumond.state import PACK
from engine.games.clumond.turns import winning
from engine.seats import Seat
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    played,
    result_of,
    seen,
    table,
    told,
)


@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_c3_the_declarers_left_leads_so_that_they_play_last(declarer: int) -> None:
    course = played(table(), *PASSES[: declarer - 1], f"{declarer} declare NT")
    for _ in range(2):
        seat = course.to_act()[0]
        assert seat != declarer
        course = course.then(seat, course.legal(seat)[0])
    assert course.to_act() == (declarer,)


def test_c3_every_trick_is_won_by_the_letter_of_the_rules() -> None:
    few = [card for card in PACK if card[0] in "259A"]
    for cards in permutations(few, 3):
        numbers = tuple(CARD_OF_IDENTITY[card] for card in cards)
        for number, trumps in enumerate(("C", "D", "H", "S", "")):
            assert cards[winning(numbers, number)] == plainly_won(cards, trumps)


def plainly_won(cards: tuple[str, ...], trumps: str) -> str:
    """Find the card that wins by C3 read word by word."""
    trumped = [card for card in cards if card[1] == trumps]
    followed = [card for card in cards if card[1] == cards[0][1]]
    return max(trumped or followed, key=lambda card: RANKS.index(card[0]))


def test_c9_the_three_cards_left_are_secret_until_the_last_trick_is_done() -> None:
    before = course = played(table(HIGH, MIDDLE, LOW), *PASSES)
    while seen(course).deal == 1:
        before, course = (
            course,
            course.then(course.to_act()[0], course.legal(course.to_act()[0])[0]),
        )
    left = set(result_of(course).left[0])
    assert len(left) == 3
    assert not left & words_of(
        str(seen(before)) + str(seen(before, 2)) + str(before.heard(Seat(2)))
    )
    assert left <= words_of(str(seen(course)))
    assert left <= words_of(str(told(course)))


def words_of(text: str) -> set[str]:
    return {word.strip("'(),") for word in text.replace("=", " ").split()}
