"""What chance gave a seat: its cards, its draws and the dice, against the average."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import hypot
from typing import TYPE_CHECKING, Self, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.game import Json


@dataclass(frozen=True, slots=True)
class Amount:
    """What some chance events were worth to a seat, more than the average (0) or less.

    In points and in shares of the win, both with their standard errors; `events` counts them.
    """

    points: float = 0.0
    points_error: float = 0.0
    share: float = 0.0
    share_error: float = 0.0
    events: int = 0

    @classmethod
    def total(cls, amounts: Iterable[Amount]) -> Amount:
        """Add independent amounts up.

        >>> Amount.total([Amount(points=3, points_error=3), Amount(points=-1, points_error=4)])
        Amount(points=2.0, points_error=5.0, share=0.0, share_error=0.0, events=0)
        """
        points = points_error = share = share_error = 0.0
        events = 0
        for amount in amounts:
            points += amount.points
            share += amount.share
            points_error = hypot(points_error, amount.points_error)
            share_error = hypot(share_error, amount.share_error)
            events += amount.events
        return Amount(points, points_error, share, share_error, events)

    def to_json(self) -> dict[str, Json]:
        """Write the amount as JSON values."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote."""
        return cls(**cast("Mapping[str, int]", data))


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a seat in a game: `cards` dealt at first, `draws` later on, and `dice`.

    A kind that the game does not have counts 0 events.
    """

    cards: Amount
    draws: Amount
    dice: Amount

    @property
    def total(self) -> Amount:
        """All of it."""
        return Amount.total((self.cards, self.draws, self.dice))

    def to_json(self) -> dict[str, Json]:
        """Write the luck as JSON values."""
        return {
            "cards": self.cards.to_json(),
            "draws": self.draws.to_json(),
            "dice": self.dice.to_json(),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote."""
        given = cast("Mapping[str, Json]", data)
        cards, draws, dice = (Amount.from_json(given[key]) for key in ("cards", "draws", "dice"))
        return cls(cards, draws, dice)
