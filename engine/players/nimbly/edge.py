"""What a seat of Nimbly may expect of others who do not play as well as itself.

Looking ahead, all play best for themselves. Over a whole deal others lose by not doing so; in its
last draws it is as often somebody else who gains, so what is certain against the best is not quite.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from engine.melds import NINE
from engine.players.estimate import raised, tabled

if TYPE_CHECKING:
    from engine.players.nimbly.position import Position
    from engine.players.nimbly.utility import DealUtility

EDGE = 0.45
"""How the log odds of the win rise while others have all their nine cards to take.

Against hard players they do not: this fits beginners, normal and hard players together.
"""

DEAL_EDGE = 0.3
"""The same for each deal to come."""

SWAY = 0.04
"""How far each card that others take draws what a solved last deal says to an equal share."""

NO_SWAY = 2
"""Cards of others that change nothing."""


class Edge:
    """What to tell of the share of the win at one decision; `exact` where its ending is solved."""

    def __init__(self, position: Position, utility: DealUtility, *, exact: bool) -> None:
        self._equal = 1 / len(position.hands)
        rivals = [hand for at, hand in enumerate(position.hands) if at != position.turn]
        cards = sum(NINE - hand.bit_count() for hand in rivals)
        deals = utility.deals_to_come
        self._sway = SWAY * max(0, cards - NO_SWAY) if exact and not deals else 0.0
        rise = 0.0 if exact else EDGE * cards / (NINE * len(rivals))
        self._odds = tabled(exp(rise + DEAL_EDGE * deals))

    def told(self, share: float) -> float:
        """Return the share of the win (0…1) to expect where looking ahead found another."""
        return raised(share + self._sway * (self._equal - share), self._odds)
