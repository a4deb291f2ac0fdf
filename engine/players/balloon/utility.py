"""What a finished trip of the balloon game is worth: the share of the win to be hoped for."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

from engine.players.balloon.position import WILD_ONE

if TYPE_CHECKING:
    from engine.players.balloon.position import Position

CARD_VALUE = 0.5
"""Points that a card in hand is worth after a trip."""

WILD_VALUE = 4.8
"""Points that a wild card is worth on top of that."""

PILOT_COST = 0.4
"""Points that being the first pilot of the next trip costs."""

CROWD = 0.13
"""How much less each seat lets a lead count for the points still to be made."""


class TripUtility:
    """Weighs the trips that may come of a position, for one seat.

    While nobody has reached the target each seat's share is as the exponential of its points, on a
    scale that grows with the way still to go; fitted to games of two, three and five players by
    the rule of thumb. Cards held count unless the trip reached the top and there is a `redeal` (B8).
    """

    def __init__(self, before: Position, seat: int, *, redeal: bool = True) -> None:
        self._seat = seat
        self._redeal = redeal
        self._before = before.scores[seat]

    def points(self, position: Position) -> int:
        """Return the points made since the position."""
        return position.scores[self._seat] - self._before

    def share(self, position: Position) -> float:
        """Return the share of the win (0…1)."""
        scores, seat = position.scores, self._seat
        lead = max(scores)
        if lead >= position.target:
            return _won(position, seat)
        seats = position.seats
        scale = seats + (1 - CROWD * seats) * sqrt(position.target - lead)
        values: list[float] = [*scores]
        if not (position.top and self._redeal):
            for place, count in enumerate(position.counts):
                wilds = position.hands[place] // WILD_ONE
                values[place] += CARD_VALUE * count + WILD_VALUE * wilds
        values[position.ended % seats + 1] -= PILOT_COST
        own = values[seat]
        return 1 / sum([exp((other - own) / scale) for other in values[1:]])


def _won(position: Position, seat: int) -> float:
    """Return the share of a win that is settled; of equals those with most cards have it (B11)."""
    ranks = list(zip(position.scores, position.counts, strict=True))
    best = max(ranks)
    return 1 / ranks.count(best) if ranks[seat] == best else 0.0
