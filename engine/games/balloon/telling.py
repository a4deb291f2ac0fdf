"""The events of the balloon game that repeat, each made once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.events import Secret
from engine.games.balloon.cards import IDENTITIES
from engine.games.balloon.state import INFO
from engine.games.balloon.view import (
    FACES,
    TOP,
    VALUES,
    CardsDealt,
    DiceThrown,
    Fallen,
    Flight,
    Flown,
    Jumped,
    Stayed,
    TripStarted,
)
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.events import Event

_SEATS = tuple(Seat(seat) for seat in range(max(INFO.seats) + 1))
"""Tables are indexed by seat; seat 0 is never used."""

STAYED: tuple[tuple[Event, ...], ...] = tuple((Stayed(seat),) for seat in _SEATS)
JUMPED: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((Jumped(seat, cloud, VALUES[cloud]),) for cloud in range(TOP)) for seat in _SEATS
)
"""By seat and cloud."""


def dealt(seat: Seat, cards: tuple[int, ...]) -> Secret:
    """Return the event of cards that a seat got: which they are only to itself."""
    faces = tuple(IDENTITIES[card][0] for card in sorted(cards))
    count = len(faces)
    return Secret((seat,), CardsDealt(seat, count, faces), CardsDealt(seat, count, ()))


DRAWN = tuple(tuple(dealt(seat, (card,)) for card in range(len(IDENTITIES))) for seat in _SEATS)
"""One card drawn, by seat and card (B9)."""


@lru_cache(maxsize=8192)
def thrown(pilot: Seat, cloud: int, dice: str) -> DiceThrown:
    """Return the event of a throw that came of itself (B1)."""
    return DiceThrown(pilot, cloud, tuple(dice), alone=False)


@lru_cache(maxsize=8192)
def thrown_alone(pilot: Seat, cloud: int, dice: str) -> tuple[Event, ...]:
    """Return the event of a throw that a lone pilot chose (B6)."""
    return (DiceThrown(pilot, cloud, tuple(dice), alone=True),)


@lru_cache(maxsize=1024)
def started(trip: int, pilot: Seat) -> TripStarted:
    """Return the event of a trip that begins."""
    return TripStarted(trip, pilot)


@lru_cache(maxsize=8192)
def flown(pilot: Seat, cloud: int, price: str) -> tuple[Flight, tuple[Event, ...]]:
    """Return the event of a flight from a cloud; the price is the dice to be paid, or WILD (B3)."""
    paid = tuple(face for face in FACES for _ in range(price.count(face)))
    return Flight(pilot, cloud, paid), (Flown(pilot, paid, cloud + 1),)


@lru_cache(maxsize=2048)
def fallen(pilot: Seat, cloud: int, dice: str) -> tuple[Event, ...]:
    """Return the event of a fall (B4)."""
    return (Fallen(pilot, cloud, tuple(dice)),)
