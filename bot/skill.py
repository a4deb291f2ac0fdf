"""The change of ratings by a game: openskill's Plackett-Luce, and what we put around it.

Whoever places higher was better that day; by how many points is not looked at. A game that counts
for less moves a rating by a part of the way, and makes it surer by that part. House players are
anchors: their ratings are fixed, so that who plays with them is measured by something that stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

TAU = 25.0 / 300.0
"""By how much of sigma a game makes a rating less sure, because people change: openskill's own."""

_MODEL = PlackettLuce(tau=0.0)

SHOWN = 40.0
"""How many points that people see are one of mu: who is new stands at 1000."""

SURE = 6.0
"""Up to this sigma a rating has a place; above it, it is provisional."""

LEAST_TRUST = 0.25
"""How much a result against somebody new counts, of whom nothing is known."""


class Rating(NamedTuple):
    """How well somebody plays a game. Who is new has the defaults."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def points(self) -> int:
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

    @property
    def trust(self) -> float:
        """How much a result against it counts: `LEAST_TRUST` up to 1, the more the surer it is.

        >>> Rating().trust, Rating(sigma=SURE).trust
        (0.25, 1.0)
        """
        new = Rating().sigma ** 2
        known = (new - self.sigma**2) / (new - SURE**2)
        return LEAST_TRUST + (1 - LEAST_TRUST) * min(1.0, max(0.0, known))


def rated(
    before: Sequence[Rating], places: Sequence[int], weights: Sequence[float] = ()
) -> list[Rating]:
    """Return everybody's rating after a game, by seat.

    Everybody has a weight of their own, 0 to 1; without `weights` it counts whole.
    Places are from 1. Equals share one, and are rated by the mean of all orders they could have
    come in: openskill's own way with ties gives who comes after them more than them.

    >>> [one.points for one in rated([Rating()] * 5, [1, 1, 3, 4, 5])]
    [1090, 1090, 1029, 962, 829]
    """
    weights = weights or [1.0] * len(before)
    shaken = _shaken(before, weights)
    return [*map(_part, shaken, _compared(shaken, places), weights)]


def rated_in_pairs(
    before: Sequence[Rating], places: Sequence[int], weights: Sequence[float]
) -> list[Rating]:
    """Return everybody's rating after a contest of two or more, however many they are.

    It is the mean of games of two, one with each of the others; who came first never loses by it.
    Places and weights are as in `rated`.

    >>> [one.points for one in rated_in_pairs([Rating()] * 5, [1, 2, 3, 3, 5], [1.0] * 5)]
    [1105, 1053, 974, 974, 895]
    """
    shaken = _shaken(before, weights)
    met: list[list[Rating]] = [[] for _ in before]
    for pair in combinations(range(len(before)), 2):
        after = _compared([shaken[at] for at in pair], [places[at] for at in pair])
        for at, one in zip(pair, after, strict=True):
            met[at].append(one)
    parts = zip(shaken, met, weights, strict=True)
    means = [_part(old, _mean(each), weight) for old, each, weight in parts]
    return [
        new._replace(mu=max(old.mu, new.mu)) if place == 1 else new
        for old, new, place in zip(before, means, places, strict=True)
    ]


def _shaken(before: Sequence[Rating], weights: Sequence[float]) -> list[Rating]:
    """Return ratings that are as much less sure as people may have changed."""
    return [
        Rating(one.mu, sqrt(one.sigma**2 + weight * TAU**2))
        for one, weight in zip(before, weights, strict=True)
    ]


def _compared(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a game that counts whole, by seat."""
    by_order = [_in_order(before, order) for order in orders(places)]
    if len(by_order) == 1:
        return by_order[0]
    return [_mean(each) for each in zip(*by_order, strict=True)]


def _mean(ratings: Sequence[Rating]) -> Rating:
    return Rating(fmean(one.mu for one in ratings), fmean(one.sigma for one in ratings))


def orders(places: Sequence[int]) -> Iterator[list[int]]:
    """Yield all orders in which seats can have come, from the first; only equals change.

    >>> list(orders([2, 1, 2]))
    [[1, 0, 2], [1, 2, 0]]
    """
    groups = [[at for at, one in enumerate(places) if one == place] for place in sorted({*places})]
    for order in product(*map(permutations, groups)):
        yield [*chain.from_iterable(order)]


def _in_order(before: Sequence[Rating], order: Sequence[int]) -> list[Rating]:
    """Return everybody's rating, by seat, after a game in which nobody was equal."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(order.index(at)) for at in range(len(before))])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


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
    if weight in (0.0, 1.0):
        return after if weight else before
    precision = (1 - weight) / before.sigma**2 + weight / after.sigma**2
    return Rating(before.mu + weight * (after.mu - before.mu), 1 / sqrt(precision))
