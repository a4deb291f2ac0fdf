"""What a seat sees of Thunder, and what it hears."""

from dataclasses import dataclass

from engine.events import Event
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class ThunderView:
    """The table as `seat` (None: a spectator) sees it, with the card or "" before each seat."""

    seat: Seat | None
    to_act: tuple[Seat, ...]
    hand: tuple[str, ...] | None
    hand_counts: tuple[int, ...]
    table: tuple[str, ...]
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    seats: int = 2
    deal: int = 1

    @property
    def deal_scores(self) -> tuple[tuple[int, ...], ...]:
        """The points of finished deals, of which there is one at most."""
        return (self.scores,) if self.winners else ()


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A trick is complete: who won it, and how many they have now."""

    seat: Seat
    tricks: int
