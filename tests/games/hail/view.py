"""What everybody sees of Hail, and hears."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.seats import Seat

TURNS = 3
"""How many turns each seat has."""


@dataclass(frozen=True, slots=True)
class HailView:
    """The table, which is the same for every `seat`; `turns` are those that are over, of both."""

    seat: Seat | None
    to_act: tuple[Seat, ...]
    turns: int
    heap: int
    die: str
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    seats: int = 2
    deal: int = 1

    @property
    def deal_scores(self) -> tuple[tuple[int, ...], ...]:
        """The points of finished deals, of which there is one at most."""
        return (self.scores,) if self.winners else ()

    @property
    def round(self) -> int:
        """Which turn each seat has now, from 1."""
        return min(self.turns // 2 + 1, TURNS)


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """The die was thrown: what it shows, and the heap after it, 0 if it has melted."""

    seat: Seat
    die: str
    heap: int


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A heap is kept as points."""

    seat: Seat
    points: int
