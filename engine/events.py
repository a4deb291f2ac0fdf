"""Events: what happened, and who may hear which part of it.

Each game defines its events as frozen dataclasses deriving from `Event`, fields plain values
(cards by their spelling in docs/rules.md). What only some seats may know is a `Secret`: the private
event stands beside its public twin, and `as_seen_by` is the one place that chooses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """A public fact."""


@dataclass(frozen=True, slots=True)
class Secret(Event):
    """A fact whose `private` form only the `seats` named hear; all others hear `public`."""

    seats: tuple[Seat, ...]
    private: Event
    public: Event


class Heard(NamedTuple):
    """One event as a seat heard it, after which move of the game (0 = the start)."""

    move: int
    event: Event


def as_seen_by(seat: Seat | None, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events as a seat (None = a spectator) hears them; never contains a Secret."""
    return tuple(
        (event.private if seat in event.seats else event.public)
        if isinstance(event, Secret)
        else event
        for event in events
    )
