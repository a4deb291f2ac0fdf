"""What the painters of every game start from: a view, who sits where, and the words.

A game's `Sitting` derives from `AnySitting` and adds what its pictures ask of the view; a
`PaintedScene` of its four painters is its scene.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.game import View
from render.api import Person, Picture, Words
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
        """Give the name shown for a seat."""
        return name_of(self.people, seat, self.words)

    def is_house(self, seat: int) -> bool:
        """Tell whether a house player sits there."""
        return seat <= len(self.people) and self.people[seat - 1].house

    def seating(self, seat: int, turn: str = "", *, crown: bool = False) -> Seating:
        """Give what the name line of a seat says."""
        return Seating(seat, self.name(seat), self.is_house(seat), turn, crown=crown)

    def best(self, points: Sequence[int]) -> frozenset[int]:
        """Give the seats to crown: the game's winners, else who made most, if anybody did."""
        if self.view.winners:
            return frozenset(self.view.winners)
        most = max(points)
        return frozenset(seat for seat in self.seats if most > 0 and points[seat - 1] == most)


S = TypeVar("S", bound=AnySitting[Any])


@dataclass(frozen=True, slots=True)
class PaintedScene(Generic[S]):
    """A scene made of painters; stateless, so one serves every thread."""

    shows: type[object]
    sit: Callable[[Any, Sequence[Person], Words], S]
    paint_table: Callable[[S], Picture]
    paint_hand: Callable[[S], Picture]
    paint_result: Callable[[S], Picture]
    paint_example: Callable[[int, Words], Picture | None]

    def table(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the public table from a spectator's view. Raises TypeError for another game's."""
        return self.paint_table(self._sitting(view, people, words))

    def hand(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the private hand. Raises ValueError for a spectator's view."""
        return self.paint_hand(self._sitting(view, people, words))

    def result(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the last finished deal. Raises ValueError if none is finished."""
        return self.paint_result(self._sitting(view, people, words))

    def rules(self, page: int, words: Words) -> Picture | None:
        """Paint the example picture of a page of the rules, from 1; None if it has none."""
        return self.paint_example(page, words)

    def _sitting(self, view: object, people: Sequence[Person], words: Words) -> S:
        if not isinstance(view, self.shows):
            raise TypeError(f"not a {self.shows.__name__}: {type(view).__name__}")
        return self.sit(view, people, words)


def example_people(words: Words) -> list[Person]:
    """Give the three who play in the pictures of the rules."""
    return [Person(words(f"picture.example.{seat}")) for seat in (1, 2, 3)]
