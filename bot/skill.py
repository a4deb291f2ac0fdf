"""The change of ratings by a game: openskill's Plackett-Luce, and what we put around it.

Whoever places higher was better that day; by how many points is not looked at. A game that counts
for less moves a rating by a part of the way, and makes it surer by that part. House players are
anchors: their ratings are fixed, so that who plays with them is measured by something that stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

TAU = 25.0 / 300.0
"""By how much of sigma a game makes a rating less sure, because people change: openskill's own."""

_MODEL = PlackettLuce(tau=0.0)

SHOWN = 40.0
"""How many points that people see are one of mu: who is new stands at 1000."""

SURE = 6.0
"""Up to this sigma a rating has a place; above it, it is provisional."""


class Rating(NamedTuple):
    """How well somebody plays a game. Who is new has the defaults."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(self.mu * SHOWN)

    @property
    def margin(self) -> int:
        """How far off the number that people see may be: two times in three it is nearer."""
        return round(self.sigma * SHOWN)

    @property
    def is_provisional(self) -> bool:
        """Whether too little was played for a place."""
        return self.sigma > SURE


def rated(before: Sequence[Rating], places: Sequence[int], weight: float = 1.0) -> list[Rating]:
    """Return everybody's rating after a game, by seat; `weight` is above 0 up to 1.

    Places are from 1, and equals share one.
    """
    shaken = [Rating(one.mu, sqrt(one.sigma**2 + weight * TAU**2)) for one in before]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in shaken]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        _part(old, Rating(team[0].mu, team[0].sigma), weight)
        for old, team in zip(shaken, after, strict=True)
    ]


def reset(rating: Rating, seasons: int = 1) -> Rating:
    """Return the rating with which somebody begins, that many seasons later.

    With each it goes half the way back to that of who is new, and becomes as much less sure.

    >>> reset(Rating(35.0, 3.0)).mu
    30.0
    """
    new, part = Rating(), 0.5 ** min(seasons, 64)
    return Rating(
        new.mu + (rating.mu - new.mu) * part, new.sigma + (rating.sigma - new.sigma) * part
    )


def places(scores: Sequence[int], won: Sequence[bool]) -> list[int]:
    """Return everybody's place: who won comes first, the others by their scores.

    >>> places([5, 9, 9, 1], [False, True, True, False])
    [3, 1, 1, 4]
    """
    keys = [(winner, score if not winner else 0) for winner, score in zip(won, scores, strict=True)]
    return [1 + sum(other > key for other in keys) for key in keys]


def _part(before: Rating, after: Rating, weight: float) -> Rating:
    """Go a part of the way: of mu, and of the precision, which is one over sigma squared."""
    if weight == 1.0:
        return after
    precision = (1 - weight) / before.sigma**2 + weight / after.sigma**2
    return Rating(before.mu + weight * (after.mu - before.mu), 1 / sqrt(precision))
