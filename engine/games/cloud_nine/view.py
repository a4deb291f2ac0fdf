"""The view that a seat has of Cloud Nine, and the events it hears."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.events import Event
from engine.melds import Nine
from engine.seats import Seat


class Phase(StrEnum):
    """The task of the seat to act (N1-N5); OVER when the game has ended."""

    PLAY = "play"
    TAKE = "take"
    SECOND = "second"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the trick: who played it and, once it is taken, whose cloud it went to."""

    seat: Seat
    card: str
    taken_by: Seat | None


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick. `ranking` is winner, runner-up, loser as far as they are settled (N1-N4)."""

    number: int
    leader: Seat
    cards: tuple[Played, ...]
    ranking: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal: both nines of each seat, what each seat made, and the totals after it."""

    deal: int
    clouds: tuple[Nine, ...]
    hands: tuple[Nine, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CloudNineView:
    """The table as `seat` sees it; `seat` None is a spectator with `hand` None and `legal` ().

    Per-seat tuples are in seat order (index seat - 1). `scores` are totals of finished deals and
    `deal_scores` one tuple for each. `last_trick` is the trick before the present one of this deal
    (all its cards taken), `last_deal` the most recent finished deal. `deals` is the
    number of deals of the game, or None when `target` decides (N8). `winners` is () until OVER.
    `drawn` is the card that the seat was dealt after the last trick, until it plays to this one.
    """

    seat: Seat | None
    seats: int
    deals: int | None
    target: int | None
    deal: int
    phase: Phase
    to_act: tuple[Seat, ...]
    dealer: Seat
    trick: Trick
    last_trick: Trick | None
    clouds: tuple[Nine, ...]
    hand_counts: tuple[int, ...]
    stock: int
    hand: Nine | None
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    deal_scores: tuple[tuple[int, ...], ...]
    last_deal: DealResult | None
    winners: tuple[Seat, ...]
    drawn: str | None = None


@dataclass(frozen=True, slots=True)
class TrickRanked(Event):
    """The trick is complete: its winner, and the runner-up if no choice is needed (N1-N4)."""

    winner: Seat
    runner_up: Seat | None
    loser: Seat | None


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A card of the trick goes to a cloud; `rest` when it was simply the last one (N5)."""

    seat: Seat
    card: str
    rest: bool


@dataclass(frozen=True, slots=True)
class SecondNamed(Event):
    """The winner named who is second (N4)."""

    winner: Seat
    runner_up: Seat
