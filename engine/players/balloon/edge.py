"""What a seat of Cloud 9 may expect of others who do not play as well as itself.

In playouts all play alike.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

from engine.players.estimate import raised, tabled

if TYPE_CHECKING:
    from engine.games.balloon.view import BalloonView

EDGE = 0.12
"""How the log odds of the win rise, by the root of the points still to go.

Against hard players they do not, against beginners twice as much: this fits all of them together.
"""

_MOST_LEFT = 200
_ODDS = tuple(tabled(exp(EDGE * sqrt(left))) for left in range(_MOST_LEFT + 1))


def edged(share: float, view: BalloonView) -> float:
    """Return the share of the win (0…1) to expect where playouts found another."""
    return raised(share, _ODDS[max(0, view.target - max(view.scores))])
