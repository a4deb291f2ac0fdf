"""What composed positions of every game share: to make moves, and to look at what came of them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from engine.course import Course
from engine.events import Event
from engine.seats import Seat

T = TypeVar("T")


def played(course: Course, *moves: str) -> Course:
    """Make moves written as in a record: `1 play KH`; `*` lets whoever is to act do it."""
    for move in moves:
        who, code = move.split(" ", 1)
        course = course.then(course.to_act()[0] if who == "*" else Seat(int(who)), code)
    return course


def first_moves(course: Course, deals: int = 1) -> Course:
    """Play on with each seat's first legal move until this many deals are finished."""
    while course.to_act() and len(course.view(None).deal_scores) < deals:
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    return course


def to_the_end(course: Course) -> Course:
    """Play on with each seat's first legal move until the game is over."""
    return first_moves(course, deals=99)


def told(course: Course) -> tuple[Event, ...]:
    """Return the events of the last move."""
    return course.happened[-1]


class Seen(Generic[T]):
    """Gives a seat's view, or a spectator's, by its own type."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    def __call__(self, course: Course, seat: int | None = None) -> T:
        view: Any = course.view(None if seat is None else Seat(seat))
        assert isinstance(view, self._kind)
        return view


class Stands(Generic[T]):
    """Gives the position itself, by its own type."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    def __call__(self, course: Course) -> T:
        assert isinstance(course.state, self._kind)
        return course.state
