"""The view that a seat has of the balloon game, and the events it hears."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.events import Event
from engine.seats import Seat

COLOURS = "RGPY"
WILD = "W"
FACES = COLOURS + WILD
"""The face of a card: a colour, or wild."""

BLANK = "-"
"""The die that asks for nothing."""

TOP = 9
"""The number of the highest cloud."""

VALUES = (0, 1, 2, 4, 6, 9, 12, 15, 20, 25)
"""The worth of a cloud, by its number; the ground is worth nothing."""

DICE = (0, 2, 2, 2, 3, 3, 3, 4, 4, 0)
"""How many dice are thrown on a cloud, by its number."""


class Phase(StrEnum):
    """The decision of the seat to act; OVER when the game has ended.

    RIDE: a passenger stays or jumps (B2). PAY: the pilot pays or falls (B3). LONE: a pilot who is
    alone rolls or jumps (B6).
    """

    RIDE = "ride"
    PAY = "pay"
    LONE = "lone"
    OVER = "over"


class Ending(StrEnum):
    """How a trip ended: a fall, a lone pilot's jump (B9) or the ninth cloud (B8)."""

    FALL = "fall"
    JUMP = "jump"
    TOP = "top"


@dataclass(frozen=True, slots=True)
class Odds:
    """A chance as a fraction in lowest terms: `ways` of `total`."""

    ways: int
    total: int


@dataclass(frozen=True, slots=True)
class Counted:
    """How many cards of a face (`R`, `G`, `P`, `Y`, `W`) lie in a heap; at least one."""

    card: str
    count: int


@dataclass(frozen=True, slots=True)
class Flight:
    """The last flight of the present trip: who flew, from which cloud, and the cards they paid."""

    pilot: Seat
    cloud: int
    paid: tuple[str, ...]


class TripResult(NamedTuple):
    """A finished trip.

    `pilot` ended it on `cloud` (9 for the top) after the throw `dice` (() for a jump before the
    throw) and paid `paid`. `jumps` are the clouds 1...8 each seat jumped from, 0 for none; `points`
    what each seat made, `totals` the scores after the trip.
    """

    trip: int
    ending: Ending
    pilot: Seat
    cloud: int
    dice: tuple[str, ...]
    paid: tuple[str, ...]
    jumps: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BalloonView:
    """The table as `seat` sees it; `seat` None is a spectator, whose `hand`, `odds` are None.

    Per-seat tuples are in seat order (index seat - 1). `deal` is the number of the trip. `cloud`
    is 1...9, `dice` the faces of the present throw, () before it. `aboard` tells who is in the
    basket, `stayed` which passengers have decided to stay on this throw, `jumps` the cloud from
    which each seat jumped on this trip (0: it did not). `scores` hold what jumpers made already,
    `deal_scores` has one tuple for each finished trip. `odds` is the chance that the pilot can pay,
    from the cards this seat has not seen: None for the pilot, before a throw, or when the table
    plays without (`with_odds`). `flight` is the last flight of this trip, `last_trip` the most
    recent finished trip. `winners` is () until OVER.
    """

    seat: Seat | None
    seats: int
    target: int
    redeal: bool
    with_odds: bool
    deal: int
    phase: Phase
    to_act: tuple[Seat, ...]
    pilot: Seat
    cloud: int
    dice: tuple[str, ...]
    aboard: tuple[bool, ...]
    stayed: tuple[bool, ...]
    jumps: tuple[int, ...]
    hand_counts: tuple[int, ...]
    pile: int
    discards: tuple[Counted, ...]
    hand: tuple[str, ...] | None
    legal: tuple[str, ...]
    odds: Odds | None
    flight: Flight | None
    scores: tuple[int, ...]
    deal_scores: tuple[tuple[int, ...], ...]
    last_trip: TripResult | None
    winners: tuple[Seat, ...]

    @property
    def is_free(self) -> bool:
        """Whether dice were thrown that are all blank (B3)."""
        return bool(self.dice) and set(self.dice) == {BLANK}


@dataclass(frozen=True, slots=True)
class TripStarted(Event):
    """A trip begins on cloud 1 with everybody aboard."""

    by_chance = True
    trip: int
    pilot: Seat


@dataclass(frozen=True, slots=True)
class PackShuffled(Event):
    """Cards were shuffled into a new pile: the whole pack (B8), or only the discards (B9)."""

    by_chance = True
    count: int
    whole: bool


@dataclass(frozen=True, slots=True)
class NothingToDraw(Event):
    """Pile and discards were empty before these seats could draw, in the order of drawing (B9)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DiceThrown(Event):
    """The pilot threw the dice of a cloud (B1); `alone` when they chose to (B6)."""

    by_chance = True
    pilot: Seat
    cloud: int
    dice: tuple[str, ...]
    alone: bool


@dataclass(frozen=True, slots=True)
class Stayed(Event):
    """A passenger stays in the basket (B2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Jumped(Event):
    """Somebody jumped off at a cloud and scored it (B2, B6)."""

    seat: Seat
    cloud: int
    points: int


@dataclass(frozen=True, slots=True)
class Flown(Event):
    """The pilot paid and the balloon rises to `cloud` (B3, B5)."""

    pilot: Seat
    paid: tuple[str, ...]
    cloud: int


@dataclass(frozen=True, slots=True)
class Fallen(Event):
    """The pilot did not pay the throw: the balloon falls, and they show nothing (B4)."""

    pilot: Seat
    cloud: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TripEnded(Event):
    """A trip ended (B8-B11)."""

    result: TripResult
