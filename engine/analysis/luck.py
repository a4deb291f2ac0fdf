"""The luck of a seat: its cards, its draws and the dice, against the average.

Of every chance event the seat took part in it is estimated what the seat could expect after it, and
what it could have expected after anything else that might have happened, both from what it could
know. The mean difference is the luck of that event, which is 0 on the average over all that might
happen, whatever the players do. So luck adds up over a game.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import hypot, sqrt
from statistics import fmean, stdev, variance
from typing import TYPE_CHECKING, Self, cast

from engine.players.trials import CARDS, DICE, DRAWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from engine.analysis.decision import Generators
    from engine.game import Json
    from engine.players.trials import ChanceEvent

PROBED = 8
"""Pairs of each event that only tell how much its pairs differ, and count for nothing else."""
FEWEST = 12
"""Pairs that every event has."""
POINTS_A_WIN = 100.0
"""Points whose spread weighs as much as that of a whole win where pairs are shared out."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The worth of some chance events to a seat, more than the average (0) or less.

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


def luck_of(events: Sequence[ChanceEvent], generators: Generators, name: str, times: int) -> Luck:
    """Return the luck of some chance events, from about this many pairs in all; `name` as in Judge.

    Events with pairs that differ much get more of them: as many as make the error of the sum
    least. How many is found from pairs that are then forgotten, so it does not depend on what is
    counted.
    """
    named = [(event, f"{name}/luck/{number}") for number, event in enumerate(events)]
    spreads = [_spread(event, generators(f"{key}/probe")) for event, key in named]
    whole = sum(spreads) or 1.0
    found: dict[str, list[Amount]] = {CARDS: [], DRAWS: [], DICE: []}
    for (event, key), spread in zip(named, spreads, strict=True):
        pairs = max(FEWEST, int(times * spread / whole))
        found[event.kind].append(_amount(event, generators(key), pairs))
    return Luck(*(Amount.total(found[kind]) for kind in (CARDS, DRAWS, DICE)))


def _spread(event: ChanceEvent, random: Random) -> float:
    """Return how much a few pairs differ, in shares of the win; points count a little too."""
    points, shares = _differences(event, random, PROBED)
    return sqrt(variance(shares) + variance(points) / POINTS_A_WIN**2)


def _amount(event: ChanceEvent, random: Random, pairs: int) -> Amount:
    points, shares = _differences(event, random, pairs)
    root = sqrt(pairs)
    return Amount(fmean(points), stdev(points) / root, fmean(shares), stdev(shares) / root, 1)


def _differences(event: ChanceEvent, random: Random, pairs: int) -> tuple[list[float], list[float]]:
    """Return by how much points and shares differ in this many pairs."""
    points, shares = list[float](), list[float]()
    for _ in range(pairs):
        here, there = event.pair(random)
        points.append(here.points - there.points)
        shares.append(here.share - there.share)
    return points, shares
