"""The winner of a trick, the second, and those with an equal claim to it (N1-N4)."""

from __future__ import annotations

from engine.cards import JOKER, SUIT_SIZE
from engine.tricks import NO_TRUMPS, STRENGTH

_STRENGTH = STRENGTH[NO_TRUMPS]
_INDICES = {0, 1, 2}


def ranked(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Rank a complete trick: return the indices 0…2 of the cards of winner, second and loser.

    Cards are in the order played. Only the winner's index is returned when the other two have equal
    claims to be second (N4).

    >>> from engine.cards import CARD_OF_FACE as card
    >>> ranked((card["2H"], card["AS"], card["3H"]))
    (2, 0, 1)
    >>> ranked((card["5H"], card["AS"], card["AC"]))
    (0,)
    """
    first, second, third = cards
    if first >= JOKER or second >= JOKER or third >= JOKER:
        return _ranked_with_jokers(cards)
    strength = _STRENGTH[first // SUIT_SIZE]
    a, b, c = strength[first], strength[second], strength[third]
    if b == c:
        # Equal strength is equal rank off the suit led, so the leader has won (N4).
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
    naturals = [index for index, card in enumerate(cards) if card < JOKER]
    if len(naturals) == 1:
        # Two jokers: the natural card wins (N3), and both have an equal claim to be second (N4).
        return (naturals[0],)
    leads, answers = naturals
    (joker,) = _INDICES - {leads, answers}
    strength = _STRENGTH[cards[leads] // SUIT_SIZE]
    if strength[cards[answers]] > strength[cards[leads]]:
        return (answers, joker, leads)
    return (leads, joker, answers)
