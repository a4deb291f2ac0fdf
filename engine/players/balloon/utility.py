"""The utility of a finished trip of Cloud 9: the share of the win to be expected."""

from __future__ import annotations

from math import exp, sqrt

from engine.players.balloon.position import WILD_ONE, Position

CARD_VALUE = 0.5
"""The value of a card in hand after a trip, in points."""

WILD_VALUE = 4.8
"""Points that a wild card adds to that."""

PILOT_COST = 0.4
"""The cost of being the first pilot of the next trip, in points."""

CROWD = 0.13
"""The scale of leads is `seats + (1 - CROWD * seats) * sqrt(points still to go)`."""


class TripUtility:
    """The points of a finished trip and the expected share of the win after it, for one seat.

    While nobody has reached the target, the shares are as the exponentials of the scores, on a
    scale that grows with the points still to go; fitted to games of two, three and five players by
    the rule of thumb. Cards count unless the trip reached the top and there is a `redeal` (B8).
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
        return self._share(position, self._seat)

    def shares(self, position: Position) -> list[float]:
        """Return the share of the win (0…1) of every seat; index 0 is the first."""
        return [self._share(position, seat) for seat in range(1, position.seats + 1)]

    def _share(self, position: Position, seat: int) -> float:
        scores = position.scores
        lead = max(scores)
        if lead >= position.target:
            return _won(position, seat)
        seats = position.seats
        scale = seats + (1 - CROWD * seats) * sqrt(position.target - lead)
        values: list[float] = [*scores]
        if not (position.top and self._redeal):
            for other, count in enumerate(position.counts):
                wilds = position.hands[other] // WILD_ONE
                values[other] += CARD_VALUE * count + WILD_VALUE * wilds
        values[position.ended % seats + 1] -= PILOT_COST
        own = values[seat]
        return 1 / sum([exp((other - own) / scale) for other in values[1:]])


def _won(position: Position, seat: int) -> float:
    """Return the share of a decided win; of equal scores those with most cards win (B11)."""
    ranks = list(zip(position.scores, position.counts, strict=True))
    best = max(ranks)
    return 1 / ranks.count(best) if ranks[seat] == best else 0.0
