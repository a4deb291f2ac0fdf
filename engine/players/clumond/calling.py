"""Which declarations of Clumond are held back for being too doubtful."""

from __future__ import annotations

from collections.abc import Sequence

from engine.players.estimate import compared
from engine.players.robot import RankedMove

DOUBTFUL = 0.36
"""The least chance to declare with, except in a last hand that is all but lost."""
DESPERATE = 3.0
"""In a last hand a doubtful declaration must promise this many times a pass's share of the win."""
HOPELESS = 0.2
"""The least chance to declare with where DESPERATE excuses a doubtful one."""


DEFEAT = 0.3
"""A smaller share of the win after the last hand of a game is none at all: not even a tie."""


def soundest_first(ranked: Sequence[RankedMove], *, is_last: bool, made: float) -> list[RankedMove]:
    """Move declarations down whose chance is too small, with `risky`; it may be the last hand.

    `made` is the share of the win if one is made: in the last hand it may be lost for all that.
    """
    passed = next(move for move in ranked if move.code == "pass")
    bold = DESPERATE * passed.share if is_last else 1.0
    is_lost = is_last and made < DEFEAT
    foolish = [m for m in ranked if m is not passed and (is_lost or _is_foolish(m, bold))]
    sound = [move for move in ranked if move not in foolish]
    return sound + [move._replace(facts=(*move.facts, ("risky", 1.0))) for move in foolish]


def _is_foolish(move: RankedMove, bold: float) -> bool:
    """Return whether a declaration has too small a chance; a share over `bold` excuses it."""
    least = DOUBTFUL if compared(move.share - bold) <= 0 else HOPELESS
    return compared(dict(move.facts)["success"]) < least
