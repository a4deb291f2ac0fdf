"""Codes: what three cards spell, and how far a number of tricks is from that (C4)."""

from __future__ import annotations

from itertools import product

from engine.games.clumond.state import SUIT_MASKS, TRICKS
from engine.games.clumond.view import Ask

LEFT_OVER = 3
"""Cards left after the last trick."""

WORTH = (3, 0, 2, 1)
"""What a card of each suit counts: club 3, diamond 0, heart 2, spade 1."""

HIGHEST = LEFT_OVER * max(WORTH)


def meanings(code: int) -> tuple[int, ...]:
    """Return the numbers of tricks a code means: itself, and for 0…3 ten more."""
    return tuple(tricks for tricks in (code, code + 10) if tricks <= TRICKS)


DISTANCE = tuple(
    tuple(min(abs(tricks - meant) for meant in meanings(code)) for tricks in range(TRICKS + 1))
    for code in range(HIGHEST + 1)
)
"""How far each number of tricks is from the nearest meaning of each code."""


def _spellable(counts: tuple[int, ...]) -> tuple[int, ...]:
    """List the codes of all ways to keep three cards, so many of each suit being there."""
    ways = product(*(range(count + 1) for count in counts))
    codes = {
        sum(worth * kept for worth, kept in zip(WORTH, way, strict=True))
        for way in ways
        if sum(way) == LEFT_OVER
    }
    return tuple(sorted(codes))


_SPELLABLE = {
    counts: _spellable(counts) for counts in product(range(LEFT_OVER + 1), repeat=len(WORTH))
}


def counts_of(mask: int) -> tuple[int, ...]:
    """Count a set's cards by suit."""
    return tuple([(mask & suit).bit_count() for suit in SUIT_MASKS])


def code_of(left: int) -> int:
    """Return the code that three cards spell."""
    clubs, diamonds, hearts, spades = counts_of(left)
    club, diamond, heart, spade = WORTH
    return club * clubs + diamond * diamonds + heart * hearts + spade * spades


def codes_of(hand: int) -> tuple[int, ...]:
    """Return the codes that any three cards of a hand spell, in ascending order."""
    return _SPELLABLE[tuple([min(count, LEFT_OVER) for count in counts_of(hand)])]


def asks_of(hand: int, won: int, to_come: int) -> tuple[Ask, ...]:
    """Say what each code still possible asks of a seat that has won so many tricks."""
    return tuple([_ask(code, won, to_come) for code in codes_of(hand)])


def _ask(code: int, won: int, to_come: int) -> Ask:
    tricks = tuple([meant for meant in meanings(code) if won <= meant <= won + to_come])
    return Ask(code, tricks, tuple([meant - won for meant in tricks]))
