"""The chance that the pilot of Cloud 9 pays a throw: exact, and a quick estimate."""

from __future__ import annotations

from math import comb

from engine.games.balloon.cards import OF_A_COLOUR, WILDS, paying_hands
from engine.games.balloon.view import COLOURS
from engine.players.balloon.position import BITS, FIELD, PRICE, Position
from engine.players.estimate import tabled

_COLOURS = range(len(COLOURS))
_STEPS = 64
_MOST_CARDS = 24
"""An estimate counts no more cards of a hand than this."""


def _tail(share: float, cards: int, least: int) -> float:
    """Return the chance that at least `least` of this many cards are of a kind with this share."""
    most = min(least, cards + 1)
    fewer = (comb(cards, few) * share**few * (1 - share) ** (cards - few) for few in range(most))
    return tabled(max(0.0, 1 - sum(fewer)))


_TAIL = tuple(
    tuple(
        tuple(_tail(step / _STEPS, cards, least) for step in range(_STEPS + 1))
        for cards in range(_MOST_CARDS + 1)
    )
    for least in range(max(PRICE.values()) + 1)
)
"""The chance that a hand has enough of a face: by the number needed, cards, share in 64ths."""

_PARTS = {
    need: tuple(
        (BITS * index, need >> BITS * index & FIELD)
        for index in _COLOURS
        if need >> BITS * index & FIELD
    )
    for need in PRICE
}
"""The cost of each throw: for each colour its lowest bit in a packed hand, and how many."""


def about(position: Position, seat: int, bold: float) -> float:
    """Estimate `pays` in a twentieth of the time; the mean error is 0.03."""
    need = position.need
    if not need:
        return 1.0
    seen = position.hands[seat] + position.heap
    wilds = WILDS - (seen >> BITS * len(COLOURS))
    colours = (
        OF_A_COLOUR * len(COLOURS)
        - (seen & FIELD)
        - (seen >> BITS & FIELD)
        - (seen >> BITS * 2 & FIELD)
        - (seen >> BITS * 3 & FIELD)
    )
    if not colours:
        return 1.0
    cards = min(position.counts[position.pilot], _MOST_CARDS)
    plain = 1.0
    for shift, least in _PARTS[need]:
        left = OF_A_COLOUR - (seen >> shift & FIELD)
        plain *= _TAIL[least][cards][left * _STEPS // colours]
    wild = bold * _TAIL[1][cards][wilds * _STEPS // (wilds + colours)]
    return wild + (1 - wild) * plain


def pays(position: Position, seat: int, bold: float) -> float:
    """Return the chance (0…1) that the pilot pays the throw (B3), by the cards a seat has not seen.

    `bold` is the share of pilots who spend a wild card rather than fall; with 1 this is the chance
    that the pilot can pay, as the view gives it.
    """
    need = position.need
    if not need:
        return 1.0
    seen = position.hands[seat] + position.heap
    colours = [OF_A_COLOUR - (seen >> BITS * index & FIELD) for index in _COLOURS]
    needs = [need >> BITS * index & FIELD for index in _COLOURS]
    wilds, cards = WILDS - (seen >> BITS * len(COLOURS)), position.counts[position.pilot]
    hands = comb(sum(colours) + wilds, cards)
    without = comb(sum(colours), cards) / hands
    held = paying_hands((*colours, 0), needs, cards) / hands
    # Those with a wild card hold the colours about as often as those without.
    plain = held / without if without else 1.0
    return held + (1 - without) * (plain + (1 - plain) * bold)
