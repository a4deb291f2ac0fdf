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
LIKE: tuple[int, ...] = (*BIT[:JOKER], JOKERS, JOKERS)
"""For each card the set of all that look like it."""

ALL_RANKS = (1 << SUIT_SIZE) - 1
"""The set of all thirteen ranks, of any suit."""
COUNT: tuple[int, ...] = tuple(ranks.bit_count() for ranks in range(ALL_RANKS + 1))
"""The number of ranks in each set of ranks."""

_CHUNK = 11
_LOW = (1 << _CHUNK) - 1

T = TypeVar("T")


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of the cards as bits; a card of any pack is the number of its bit.

    >>> faces_in(mask_of([37, 0, 53]))
    ('JK', 'KH', '2C')
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def lowest(cards: int) -> int:
    """Return the lowest card of a set: of two jokers the first.

    >>> lowest(JOKERS) == JOKER
    True
    """
    return (cards & -cards).bit_length() - 1


def with_card(sets: Sequence[int], seat: int, card: int) -> tuple[int, ...]:
    """Return one set of cards a seat, with a card put into the set of `seat`."""
    return (*sets[: seat - 1], sets[seat - 1] | BIT[card], *sets[seat:])


def without_card(sets: Sequence[int], seat: int, card: int) -> tuple[int, ...]:
    """Return one set of cards a seat, with a card taken out of the set of `seat`."""
    return (*sets[: seat - 1], sets[seat - 1] & ~BIT[card], *sets[seat:])


def lister(values: Sequence[T], *, once: bool = False) -> Callable[[int], tuple[T, ...]]:
    """Make a function that lists `values[card]` for each card of a set, highest card first.

    With `once` two jokers of equal value are listed once. The function looks up five tables, each
    of all sets of eleven cards, instead of walking over the bits.
    """
    t0, t1, t2, t3, t4 = (
        _all_lists(values[low : low + _CHUNK], once=once) for low in range(0, PACK_SIZE, _CHUNK)
    )

    def listed(mask: int) -> tuple[T, ...]:
        return (
            t4[mask >> 44]
            + t3[mask >> 33 & _LOW]
            + t2[mask >> 22 & _LOW]
            + t1[mask >> 11 & _LOW]
            + t0[mask & _LOW]
        )

    return listed


def _all_lists(values: Sequence[T], *, once: bool) -> list[tuple[T, ...]]:
    """List the values of every set of these few cards, indexed by the set's bits."""
    lists: list[tuple[T, ...]] = [()]
    for value in values:
        lists += [listed if once and value in listed else (value, *listed) for listed in lists]
    return lists


faces_in = lister(FACES)
"""The cards of a set as players see them."""

identities_in = lister(IDENTITIES)
"""The cards of a set with the jokers told apart."""


def mask_of_faces(faces: Iterable[str]) -> int:
    """Return the set of cards spelled by identity or face; a second `JK` is the second joker.

    >>> identities_in(mask_of_faces(["2C", "JK", "JK"]))
    ('JK2', 'JK1', '2C')
    """
    mask = 0
    for face in faces:
        card = CARD_OF_IDENTITY[face] if face in CARD_OF_IDENTITY else CARD_OF_FACE[face]
        mask |= BIT[card + 1] if mask & BIT[card] else BIT[card]
    return mask


# Parts shared by games of tricks: how strong a card is by the suit led and by trumps.

NO_TRUMPS = len(SUITS)
"""Stands for trumps where there are none; otherwise the number of a suit, 0…3."""


def suit_of(card: int) -> int:
    """Return the number of a natural card's suit: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // SUIT_SIZE


def _strength(card: int, led: int, trumps: int) -> int:
    rank = card % SUIT_SIZE
    if suit_of(card) == trumps:
        return rank + 2 * SUIT_SIZE
    return rank + SUIT_SIZE if suit_of(card) == led else rank


STRENGTH = tuple(
    tuple(tuple(_strength(card, led, trumps) for card in range(JOKER)) for led in range(len(SUITS)))
    for trumps in range(NO_TRUMPS + 1)
)
"""How strong each natural card is, by trumps and the suit led.

Any trump beats any other card, any card of the suit led beats the rest, and a rank a lower rank.
"""
