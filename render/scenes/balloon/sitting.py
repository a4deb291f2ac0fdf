"""A view of the balloon game together with the people and the words to show it with."""

from __future__ import annotations

from enum import Enum

from engine.games.balloon.view import BalloonView, Odds, Phase
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
        """Return what a seat is on this trip."""
        view = self.view
        if view.jumps[seat - 1]:
            return Role.JUMPED
        if not view.aboard[seat - 1]:
            return Role.OUT
        if seat == view.pilot:
            return Role.PILOT
        return Role.STAYED if view.stayed[seat - 1] else Role.ABOARD

    @property
    def is_pilot(self) -> bool:
        """Whether the seat whose view this is flies the balloon."""
        return self.view.seat == self.view.pilot

    @property
    def may_jump(self) -> bool:
        """Whether the seat whose view this is may still jump off at this cloud."""
        view = self.view
        if view.seat is None or self.is_pilot:
            return "jump" in view.legal
        return self.role(view.seat) is Role.ABOARD

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase is Phase.OVER


def whole_percent(odds: Odds) -> int:
    """Return a chance in percent, rounded; 0 and 100 only for what is certain."""
    if odds.ways in {0, odds.total}:
        return 100 if odds.ways else 0
    return min(max(round(100 * odds.ways / odds.total), 1), 99)
