"""What a pattern is: moves that are stupid at a decision, and what would be better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from engine.course import Course
from engine.events import Heard
from engine.game import View
from engine.seats import Seat


@dataclass(frozen=True)
class Question:
    """A decision as the seat to move sees it; `legal` has its moves as in docs/rules.md."""

    course: Course
    view: View
    legal: tuple[str, ...]

    @classmethod
    def at(cls, course: Course) -> Question:
        """Return the question that a game asks the seat to move."""
        seat = course.to_act()[0]
        return cls(course, course.view(seat), course.legal(seat))

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return self.view.to_act[0]

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """What the seat has heard; put together only when somebody asks."""
        return self.course.heard(self.seat)


class Proof(StrEnum):
    """Against what play the better move is at least as good, in every world of the seat.

    SURE: whatever anybody does; the worst after the better move is no worse than the best after the
    stupid one. ALIKE: if the others do card for card the same after both. BEST: if everybody plays
    best for themselves with all cards known, which they are here or nearly.
    """

    SURE = "sure"
    ALIKE = "alike"
    BEST = "best"


Faults: TypeAlias = Mapping[str, str]
"""The stupid moves of a decision, each with a better one; {} where the pattern cannot fire."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Pattern(Generic[R]):
    """A stupidity: its name, the number of the rule it comes from, its proof, and its faults.

    `R` is how a game's patterns read a decision.
    """

    name: str
    rule: str
    proof: Proof
    faults: Callable[[R], Faults]


def pattern(rule: str, proof: Proof = Proof.SURE) -> Callable[[Callable[[R], Faults]], Pattern[R]]:
    """Make a function a pattern; its name becomes the pattern's."""
    return lambda faults: Pattern(faults.__name__, rule, proof, faults)
