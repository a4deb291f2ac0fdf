"""Events: what happened, and who may hear which part of it.

Events are frozen dataclasses deriving from `Event`, their fields plain values (cards by their
spelling in docs/rules.md). An event for some seats only is a `Secret`: the private event stands
beside its public twin, and `as_seen_by` is the one place that chooses. Below are the events that
several games have; each game defines its own in its `view`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine.seats import Seat

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Event:
    """A public fact; `by_chance` where cards were shuffled or dealt, or dice thrown."""

    by_chance: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Secret(Event):
    """A fact that only `seats` hear in its `private` form; all others hear `public` instead."""

    seats: tuple[Seat, ...]
    private: Event
    public: Event


class Heard(NamedTuple):
    """One event as a seat heard it, after which move of the game (0 = the start)."""

    move: int
    event: Event


@dataclass(frozen=True, slots=True)
class DealStarted(Event):
    """A deal begins: its number, who deals, and who moves first."""

    by_chance = True
    deal: int
    dealer: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """Cards dealt to a seat (private form: `cards`; the public twin has () and the count)."""

    by_chance = True
    seat: Seat
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card played to a trick."""

    seat: Seat
    card: str
    leads: bool


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """A seat took its last move back; of that move nothing is heard any more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored(Event, Generic[R]):
    """A deal ended; the result is of the game's own kind, and public."""

    result: R


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def as_seen_by(seat: Seat | None, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events as a seat (None = a spectator) hears them; never contains a Secret.

    >>> as_seen_by(Seat(1), [dealt(Seat(2), ("KH",))])
    (CardsDealt(seat=2, count=1, cards=()),)
    """
    heard = tuple(events)  # the same one, if it is a tuple
    if not any(isinstance(event, Secret) for event in heard):
        return heard
    return tuple(
        (event.private if seat in event.seats else event.public)
        if isinstance(event, Secret)
        else event
        for event in heard
    )


@lru_cache(maxsize=1024)
def dealt(seat: Seat, cards: tuple[str, ...]) -> Secret:
    """Return the event of cards dealt to a seat: only the seat itself hears which.

    >>> dealt(Seat(2), ("KH", "JK")).private
    CardsDealt(seat=2, count=2, cards=('KH', 'JK'))
    """
    count = len(cards)
    return Secret((seat,), CardsDealt(seat, count, cards), CardsDealt(seat, count, ()))


@lru_cache(maxsize=1024)
def played(seat: Seat, card: str, leads: bool) -> CardPlayed:
    """Return the event of a card played to a trick.

    Events are values, and games play the same cards over and over.
    """
    return CardPlayed(seat, card, leads)
