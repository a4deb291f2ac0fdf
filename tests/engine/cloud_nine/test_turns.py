"""Who wins and who is second: N1-N4."""

from __future__ import annotations

from itertools import permutations

from engine.cards import IDENTITIES, JOKER, RANKS
from engine.games.cloud_nine.turns import Refusal, ranked


def test_every_trick_is_ranked_by_the_letter_of_the_rules() -> None:
    few = [card for card in range(54) if card >= JOKER or card % 13 in {0, 1, 7, 12}]
    for cards in permutations(few, 3):
        assert ranked(cards) == plainly_ranked([IDENTITIES[card] for card in cards])


def plainly_ranked(cards: list[str]) -> tuple[int, ...]:
    """Rank a trick by N1-N4 read one after the other; only the winner where claims are equal."""
    jokers = [place for place, card in enumerate(cards) if card.startswith("JK")]
    naturals = [place for place in range(3) if place not in jokers]
    led = cards[naturals[0]][1]
    followed = [place for place in naturals if cards[place][1] == led]
    winner = max(followed, key=lambda place: RANKS.index(cards[place][0]))
    others = [place for place in range(3) if place != winner]
    claims = [claim(cards[place], led) for place in others]
    if claims[0] == claims[1]:
        return (winner,)
    second = others[claims.index(max(claims))]
    return (winner, second, 3 - winner - second)


def claim(card: str, led: str) -> tuple[bool, bool, int]:
    """Say how good a claim to second place is: a joker, then following suit, then rank."""
    joker = card.startswith("JK")
    return (joker, card[1] == led, 0 if joker else RANKS.index(card[0]))


def test_reasons_of_refusal_are_short_keys() -> None:
    assert all(reason == reason.lower() and " " not in reason for reason in Refusal)
