"""Which card wins a trick (C3), and how a trick is shown."""

from __future__ import annotations

from engine.cards import FACES, JOKER, SUIT_SIZE, SUITS
from engine.games.clumond.state import NO_TRUMPS, NOBODY, ROUND, SUIT_OF, Tricking
from engine.games.clumond.view import Played, Trick

_TRUMPS, _FOLLOWS, _NOTHING = 2 * SUIT_SIZE, SUIT_SIZE, -1


def _strength(card: int, led: int, trumps: int) -> int:
    if SUIT_OF[card] == trumps:
        return _TRUMPS + card % SUIT_SIZE
    return _FOLLOWS + card % SUIT_SIZE if SUIT_OF[card] == led else _NOTHING


STRENGTH = tuple(
    tuple(
        tuple(_strength(card, SUIT_OF[led], trumps) for card in range(JOKER))
        for led in range(JOKER)
    )
    for trumps in range(len(SUITS) + 1)
)
"""How strong a card is, by trumps and the card led: trumps, then the suit led, then nothing."""


def winning(cards: tuple[int, ...], trumps: int) -> int:
    """Return the place (0…2, in the order played) of the card that wins a complete trick."""
    first, second, third = cards
    strength = STRENGTH[trumps][first]
    a, b, c = strength[first], strength[second], strength[third]
    if a > b:
        return 0 if a > c else 2
    return 1 if b > c else 2


def shown(trick: Tricking) -> Trick:
    """Show a trick."""
    cards = tuple(
        [
            Played(seat, FACES[card])
            for seat, card in zip(ROUND[trick.leader], trick.cards, strict=False)
        ]
    )
    return Trick(
        trick.number, trick.leader, cards, None if trick.winner == NOBODY else trick.winner
    )


assert len(STRENGTH) == NO_TRUMPS + 1  # noqa: S101 - two constants that must agree
