"""A view of the balloon game together with the people and the words to show it with."""

from __future__ import annotations

from enum import Enum

from engine.games.balloon.view import BalloonView, Phase
from render.sitting import AnySitting


class Role(Enum):
    """What a seat is on this trip, as its row shows it."""

    PILOT = "pilot"
    ABOARD = "aboard"
    STAYED = "stayed"
    JUMPED = "jumped"
    OUT = "out"


class Sitting(AnySitting[BalloonView]):
    """What the pictures ask of a view."""

    __slots__ = ()

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
