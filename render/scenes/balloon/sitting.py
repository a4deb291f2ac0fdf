"""A view of the balloon game together with the people and the words to show it with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.games.balloon.view import BalloonView, Phase
from render.api import Person, Words
from render.panels import name_of


class Role(Enum):
    """What a seat is on this trip, as its row shows it."""

    PILOT = "pilot"
    ABOARD = "aboard"
    STAYED = "stayed"
    JUMPED = "jumped"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Sitting:
    """A view with the people (in seat order) and words to show it with."""

    view: BalloonView
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
        """Ask what the seat has to decide now, in a word, or "" if nothing."""
        if seat not in self.view.to_act:
            return ""
        return self.words(f"picture.balloon.turn.{self.view.phase.value}")

    def role(self, seat: int) -> Role:
        """Tell what a seat is on this trip."""
        view = self.view
        if view.jumps[seat - 1]:
            return Role.JUMPED
        if not view.aboard[seat - 1]:
            return Role.OUT
        if seat == view.pilot:
            return Role.PILOT
        return Role.STAYED if view.stayed[seat - 1] else Role.ABOARD

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase is Phase.OVER
