"""The standard pack: cards as small numbers inside states, spelled at every border.

A card is 0…53: `suit * 13 + rank` with suits clubs, diamonds, hearts, spades and ranks two to ace;
the jokers are 52 and 53. A set of cards is an int with bit `card` set. Sets are listed from the
highest card down: jokers, then spades, hearts, diamonds, clubs, each from the ace.

Two spellings: the *identity* tells the jokers apart (`JK1`, `JK2`) and is what shuffles and stored
states use; the *face* does not (`JK`) and is what players see and moves say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_SIZE = len(RANKS)
ACE = SUIT_SIZE - 1

IDENTITIES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "JK1", "JK2")
PACK_SIZE = len(IDENTITIES)
JOKER = 52
"""The lowest joker; every card from here on is a joker."""

FACES: tuple[str, ...] = (*IDENTITIES[:JOKER], "JK", "JK")
CARD_OF_IDENTITY: dict[str, int] = {name: card for card, name in enumerate(IDENTITIES)}
CARD_OF_FACE: dict[str, int] = {name: card for card, name in reversed([*enumerate(FACES)])}
"""Faces to cards; `JK` is the lowest joker."""

BIT: tuple[int, ...] = tuple(1 << card for card in range(PACK_SIZE))
FULL_PACK = (1 << PACK_SIZE) - 1
JOKERS = BIT[52] | BIT[53]

_CHUNK = 9
_CHUNKS = PACK_SIZE // _CHUNK
_LOW = (1 << _CHUNK) - 1

T = TypeVar("T")


def mask_of(cards: Iterable[int]) -> int:
    """Give the set of the cards as bits."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def lister(values: Sequence[T], *, once: bool = False) -> Callable[[int], tuple[T, ...]]:
    """Make a function that lists `values[card]` for each card of a set, highest card first.

    With `once` two jokers of equal value are listed once. Built from tables of nine bits: six
    look-ups instead of a walk over the bits.
    """
    t0, t1, t2, t3, t4, t5 = (
        [_listed(values[low : low + _CHUNK], chunk, once=once) for chunk in range(_LOW + 1)]
        for low in range(0, PACK_SIZE, _CHUNK)
    )

    def listed(mask: int) -> tuple[T, ...]:
        return (
            t5[mask >> 45]
            + t4[mask >> 36 & _LOW]
            + t3[mask >> 27 & _LOW]
            + t2[mask >> 18 & _LOW]
            + t1[mask >> 9 & _LOW]
            + t0[mask & _LOW]
        )

    return listed


def _listed(values: Sequence[T], chunk: int, *, once: bool) -> tuple[T, ...]:
    chosen = [values[bit] for bit in reversed(range(_CHUNK)) if chunk >> bit & 1]
    return tuple(dict.fromkeys(chosen) if once else chosen)


cards_in = lister(range(PACK_SIZE))
"""The cards of a set as numbers."""

faces_in = lister(FACES)
"""The cards of a set as players see them."""

identities_in = lister(IDENTITIES)
"""The cards of a set with the jokers told apart."""


def mask_of_faces(faces: Iterable[str]) -> int:
    """Give the set of cards spelled by identity or face; a second `JK` is the second joker."""
    mask = 0
    for face in faces:
        card = CARD_OF_IDENTITY[face] if face in CARD_OF_IDENTITY else CARD_OF_FACE[face]
        mask |= BIT[card + 1] if mask & BIT[card] else BIT[card]
    return mask


def lowest_like(card: int, mask: int) -> int | None:
    """Find the lowest-numbered card of a set that looks like `card`; None if there is none."""
    if card < JOKER:
        return card if mask >> card & 1 else None
    return next((joker for joker in (52, 53) if mask >> joker & 1), None)
