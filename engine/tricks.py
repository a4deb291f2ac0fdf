"""Parts shared by games of tricks: how strong a card is by the suit led and by trumps."""

from __future__ import annotations

from engine.cards import JOKER, SUIT_SIZE, SUITS

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
