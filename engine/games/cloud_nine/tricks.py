"""Who wins a trick, who is second, who has an equal claim to it (N1-N4)."""

from __future__ import annotations

from itertools import permutations

from engine.cards import JOKER, PACK_SIZE, SUIT_SIZE
from engine.games.cloud_nine.state import NOBODY, ROUND, SEATS

_FOLLOWS = SUIT_SIZE
_JOKER_STRENGTH = 0

STRENGTH: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        _JOKER_STRENGTH
        if card >= JOKER
        else card % SUIT_SIZE + (_FOLLOWS if card // SUIT_SIZE == led else 0)
        for card in range(PACK_SIZE)
    )
    for led in range(4)
)
"""How strong a card is by the suit led: any that followed beats any that did not (N1)."""

RANKINGS = tuple(
    {
        places: tuple(ROUND[leader][place] for place in places)
        for length in (1, 3)
        for places in permutations(range(3), length)
    }
    for leader in (NOBODY, *SEATS)
)
"""For each leader the seats that sit at places in the order played."""


def ranked(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Rank a complete trick: the places 0…2, in the order played, of winner, second and loser.

    Only the winner's place is given when the other two have equal claims to be second (N4).
    """
    first, second, third = cards
    if first >= JOKER or second >= JOKER or third >= JOKER:
        return _ranked_with_jokers(cards)
    strength = STRENGTH[first // SUIT_SIZE]
    a, b, c = strength[first], strength[second], strength[third]
    if b == c:
        # Equal strength is equal rank off the suit led, so the leader has won.
        return (0,)
    if a > b:
        if b > c:
            return (0, 1, 2)
        return (0, 2, 1) if a > c else (2, 0, 1)
    if a > c:
        return (1, 0, 2)
    return (1, 2, 0) if b > c else (2, 1, 0)


def _ranked_with_jokers(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Rank a trick with one or two jokers (N2, N3): the first natural card sets the suit led."""
    naturals = [place for place, card in enumerate(cards) if card < JOKER]
    if len(naturals) == 1:
        return (naturals[0],)
    joker = 3 - sum(naturals)
    leads, answers = naturals
    strength = STRENGTH[cards[leads] // SUIT_SIZE]
    if strength[cards[answers]] > strength[cards[leads]]:
        return (answers, joker, leads)
    return (leads, joker, answers)
