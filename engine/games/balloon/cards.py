"""The balloon pack and what a throw costs: cards as small numbers, sets of cards as bits.

A card is 0...75: 18 each of red, green, purple and yellow, then 4 wild. Its identity (`R07`, `W2`) is
what shuffles and stored states use; its face (`R`, `W`) is what players see.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.games.balloon.view import COLOURS, WILD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DIE = "RGPY--"
"""The six faces of a die: one of each colour, two blank."""

OF_A_COLOUR = 18
WILDS = 4

IDENTITIES: tuple[str, ...] = (
    *(f"{colour}{number:02}" for colour in COLOURS for number in range(1, OF_A_COLOUR + 1)),
    *(f"{WILD}{number}" for number in range(1, WILDS + 1)),
)
PACK_SIZE = len(IDENTITIES)
NUMBER: dict[str, int] = {identity: card for card, identity in enumerate(IDENTITIES)}
FULL_PACK = (1 << PACK_SIZE) - 1

_COLOUR = (1 << OF_A_COLOUR) - 1
OF_FACE: tuple[int, ...] = (
    *(_COLOUR << OF_A_COLOUR * place for place in range(len(COLOURS))),
    ((1 << WILDS) - 1) << OF_A_COLOUR * len(COLOURS),
)
"""The set of all cards of each face, in the order of FACES."""

WILD_CARDS = OF_FACE[-1]

Needs = tuple[tuple[int, int], ...]
"""What a throw costs: for each colour thrown all cards of it and how many of them are to be paid."""


def _needs(dice: tuple[str, ...]) -> Needs:
    counts = [(OF_FACE[place], dice.count(colour)) for place, colour in enumerate(COLOURS)]
    return tuple((cards, count) for cards, count in counts if count)


NEEDS: dict[str, Needs] = {
    "".join(dice): _needs(dice) for number in (2, 3, 4) for dice in product(DIE[:5], repeat=number)
}
"""The cost of every throw (B3); () is an all-blank throw."""


def covers(hand: int, needs: Needs) -> bool:
    """Return whether a hand holds the colours of a throw (B3); wild cards do not count."""
    for cards, count in needs:  # noqa: SIM110 - all() costs twice the time of this
        if (hand & cards).bit_count() < count:
            return False
    return True


def payment(hand: int, needs: Needs) -> int:
    """Return the cards that pay for a throw from a hand that covers it: the lowest of each colour."""
    paid = 0
    for cards, count in needs:
        left = hand & cards
        for _ in range(count):
            card = left & -left
            paid |= card
            left ^= card
    return paid


def cards_in(mask: int) -> Iterator[int]:
    """List the cards of a set, the lowest first."""
    while mask:
        card = mask & -mask
        yield card.bit_length() - 1
        mask ^= card


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of the cards as bits."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def identities_in(mask: int) -> tuple[str, ...]:
    """Spell the cards of a set by identity."""
    return tuple(IDENTITIES[card] for card in cards_in(mask))


def faces_in(mask: int) -> tuple[str, ...]:
    """Spell the cards of a set as players see them, colours together."""
    return tuple(IDENTITIES[card][0] for card in cards_in(mask))


def count_faces(mask: int) -> tuple[int, ...]:
    """Count the cards of each face in a set, in the order of FACES."""
    return tuple((mask & cards).bit_count() for cards in OF_FACE)
