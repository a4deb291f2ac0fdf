"""A view of Cloud Nine together with the people and the words to show it with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.cloud_nine.view import CloudNineView, Phase, Trick
from render.api import Person, Words
from render.panels import name_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """A view with the people (in seat order) and words to show it with."""

    view: CloudNineView
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

    def turn(self, seat: int) -> str:
        """Say what the seat has to do now, or "" if nothing."""
        return self.words(f"picture.turn.{self.view.phase}") if seat in self.view.to_act else ""

    @property
    def progress(self) -> str:
        """Say which deal and trick it is."""
        view, n = self.view, self.view.trick.number
        if view.deals is None:
            return self.words("picture.progress_open", deal=view.deal, trick=n)
        return self.words("picture.progress", deal=view.deal, deals=view.deals, trick=n)

    @property
    def trick(self) -> tuple[Trick, bool]:
        """The trick to show, and whether it is the last one rather than the present one."""
        view = self.view
        if view.trick.cards or view.last_trick is None:
            return view.trick, False
        return view.last_trick, True

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase is Phase.OVER
