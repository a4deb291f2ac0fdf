"""What the painters of every game start from: a view, who sits where, and the words.

A game's `Sitting` derives from `AnySitting` and adds what its pictures ask of the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.game import View
from render.api import Person, Words
from render.panels import Seating, name_of


class Winnable(View, Protocol):
    """A view that tells who has won; nobody has before the game is over."""

    @property
    def winners(self) -> Sequence[int]: ...


V = TypeVar("V", bound=Winnable)


@dataclass(frozen=True, slots=True)
class AnySitting(Generic[V]):
    """A view with the people (in seat order) and words to show it with."""

    view: V
    people: Sequence[Person]
    words: Words

    @property
    def seats(self) -> range:
        """Every seat number, clockwise."""
        return range(1, self.view.seats + 1)

    def name(self, seat: int) -> str:
        """Return the name shown for a seat."""
        return name_of(self.people, seat, self.words)

    def is_house(self, seat: int) -> bool:
        """Return whether a house player sits there."""
        return seat <= len(self.people) and self.people[seat - 1].house

    def seating(self, seat: int, turn: str = "", *, crown: bool = False) -> Seating:
        """Return what the name line of a seat says."""
        return Seating(seat, self.name(seat), self.is_house(seat), turn, crown=crown)

    def best(self, points: Sequence[int]) -> frozenset[int]:
        """Return the seats to crown for a deal: who made most, if anybody made anything."""
        most = max(points)
        return frozenset(seat for seat in self.seats if most > 0 and points[seat - 1] == most)


S = TypeVar("S", bound=AnySitting[Any])


def example_people(words: Words) -> list[Person]:
    """Return the three who play in the pictures of the rules."""
    return [Person(words(f"picture.example.{seat}")) for seat in (1, 2, 3)]
