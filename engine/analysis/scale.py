"""The one scale of choices: three words and marks, in reviews, the coach, puzzles and dailies."""

from __future__ import annotations

from enum import IntEnum


class Grade(IntEnum):
    """How good a decision was: the one scale of reviews, coach, puzzles and dailies."""

    WEAK = 0
    FAIR = 1
    GOOD = 2


A_LOT = 0.1
"""From this share of the win (0…1) on, a single move that costs it is a weak one."""


def grade_of(lost: float) -> Grade:
    """Grade a move that is clearly worse than the best, by the share of the win (0…1) it costs."""
    return Grade.WEAK if lost >= A_LOT else Grade.FAIR
