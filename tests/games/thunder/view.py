"""What a seat sees of Thunder, and what it hears."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.seats import Seat

HAND = 5
"""Cards that everybody gets, and so the number of tricks."""

BOLTS = ("R", "G", "P", "Y")
"""The bolts: the first gives 1 point, the last 4."""


@dataclass(frozen=True, slots=True)
class ThunderView:
    """The table as `seat` (None: a spectator) sees it, with the card or "" before each seat.

    `bolts` has "" for those that are hidden: all but one's own, until the game is over.
    """

    seat: Seat | None
    seats: int
    to_act: tuple[Seat, ...]
    hand: tuple[str, ...] | None
    hand_counts: tuple[int, ...]
    bolts: tuple[str, ...]
    die: str
    table: tuple[str, ...]
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    deal: int = 1

    @property
    def deal_scores(self) -> tuple[tuple[int, ...], ...]:
        """The points of finished deals, of which there is one at most."""
        return (self.scores,) if self.winners else ()

    @property
    def tricks(self) -> int:
        """How many tricks everybody has played to the end."""
        return HAND - max(self.hand_counts)


@dataclass(frozen=True, slots=True)
class DieThrown(Event):
    """The die of the next trick."""

    die: str


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A trick is complete: who won it, and the points it gives."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class BoltsShown(Event):
    """The last trick is won: its winner gets the points of everybody's bolts."""

    seat: Seat
    bolts: tuple[str, ...]
    points: int
