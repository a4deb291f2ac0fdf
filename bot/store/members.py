"""The people and house players of a match, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Presence(Enum):
    """Whether a person plays for themselves; while they are not here, a house player does."""

    HERE = "here"
    LATE = "late"
    """Their time ran out. They are back with their next move."""
    LEFT = "left"
    """They left, and may come back where their table lets them."""
    REMOVED = "removed"
    """A moderator took them out of the game. They cannot come back."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of one person at one table; moments are seconds since the epoch.

    `due` is when the time of their turn ends (None: they are not to act, or nobody counts), and
    `reminded` that they were told it soon will. `bank` is how many seconds they have left in their
    bank. While their turn lasts, that is as it was when the turn began, and the bank is part of
    `due`. `vacation` is until when their time stands still at a slow table, if that is ahead.
    """

    due: float | None = None
    reminded: bool = False
    bank: float = 0.0
    vacation: float = 0.0


@dataclass(frozen=True, slots=True)
class Member:
    """A person or house player in a lobby or at a table.

    `key` is the id of docs/rules.md: the Discord user id in decimal, or ``house:1``; a number below
    zero where the person's data was deleted. `name` is as
    shown. `joined` is the interaction id of the latest Join (entropy; "" for house players).
    `level` is the house player's level (for a person: of the stand-in), `manner` how it likes to
    play ("" for no manner). `acted` is when they last did something. `hinted` means they asked for
    a hint in this match; of a house player, that it moved by rule of thumb once, below its level.
    """

    key: str
    name: str
    joined: str = ""
    level: str = ""
    presence: Presence = Presence.HERE
    acted: float = 0.0
    dm: bool = True
    hinted: bool = False
    manner: str = ""
    clock: TurnClock = TurnClock()

    @property
    def away(self) -> bool:
        """Whether a house player plays for this person until they come back, if ever."""
        return self.presence is not Presence.HERE

    @property
    def user_id(self) -> int | None:
        """The Discord user; None for a house player, below zero for who had their data deleted."""
        return int(self.key) if self.key.removeprefix("-").isdecimal() else None

    @property
    def is_anonymous(self) -> bool:
        """Whether this person's data was deleted: a house player plays for them for good."""
        return self.key.startswith("-")


MOST_SEATS = 1000
"""Whoever's data was deleted and whose number is further below zero holds a place in an evening."""


def anonymous_id(seat: int) -> int:
    """Return the stand-in for the id of a person whose data was deleted.

    The same in every match for the same seat, so that it tells nothing.
    """
    return -seat
