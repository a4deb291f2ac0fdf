"""Positions in which one move is clearly best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis.decision import Facts, Gap
    from engine.analysis.review import Generators
    from engine.course import Course
    from engine.seats import Seat

CLEAR = 0.08
"""The least gap, as a share of the win, between the best move of a puzzle and any other."""
SURE = 4.0
"""How many standard errors of it that gap is at least."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a puzzle: the share of the win (0…1) and the points to expect, and why.

    `behind` is by how much the best move is better; of the best move itself it is 0 everywhere.
    """

    code: str
    share: float
    points: float
    behind: Gap
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class ClearBest:
    """A position in which one move is clearly best.

    `choices` are all legal moves, the best first; `choices[0].code` is the solution.
    """

    choices: tuple[Choice, ...]


def clear_best(course: Course, seat: Seat, generators: Generators, name: str) -> ClearBest | None:
    """Return the choices of the seat to act if one is clearly best, from what it can know.

    It is if it is better than every other by CLEAR and by SURE errors. `name` names the position,
    such as its match and move: it decides all chance, so the same name has the same answer.
    `generators` is `random.Random`. Returns None where no move is, or only one is legal. Raises
    ValueError if the seat is not to act or the course does not know what happened before.
    """
    raise NotImplementedError
