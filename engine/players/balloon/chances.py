"""The exact chance that the pilot of Cloud 9 pays a throw."""

from __future__ import annotations

from math import comb

from engine.games.balloon.cards import OF_A_COLOUR, WILDS, paying_hands
from engine.games.balloon.view import COLOURS
from engine.players.balloon.position import BITS, FIELD, Position

_COLOURS = range(len(COLOURS))


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
