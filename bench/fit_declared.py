"""Fit the chance to make a declaration of Clumond: `weights.SEARCHED` and `weights.DEFENDED`.

Hands are dealt at random. The first caller, if the likeliest trumps of its hand have at least the
log odds `LEAST` by `declaring.lean`, declares them, and three house players play the cards. Whether
it is made is explained by the lean and by the log odds that a search of so many simulations found,
as for a call of `hard`. Told are the three numbers of `SEARCHED`, and estimates beside what was
made, before and after; and what `DEFENDED` has to add for these rivals.

Run: python -m bench.fit_declared [--hands N] [--simulations N] [--budget N] [--rivals NAME], for
example `python -m bench.fit_declared --hands 400 --budget 2500`. Names are those of
`bench.seating`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import count, islice, pairwise
from math import exp, fsum
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from bench.calls import GAME, view_of
from bench.seating import player
from bench.tournament import Pairing, begun
from engine.cards import mask_of_faces
from engine.games.clumond.state import TRUMPS
from engine.players.clumond.calls import Habits
from engine.players.clumond.declaring import leans, log_odds
from engine.players.clumond.kernel_search import Searching
from engine.players.clumond.position import hand_from
from engine.players.clumond.weights import AMONG, SEARCHED
from engine.players.levels import HOUSE_PLAYERS
from engine.players.robot import HousePlayer

if TYPE_CHECKING:
    from bench.beginners.levels import Player

LEAST = 0.0
ROUNDS = 20
"""Steps of Newton's method, more than it needs."""
BANDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0)

Weights = tuple[float, float, float]


class Declaration(NamedTuple):
    """A declaration: the log odds by the hand and by the search, and whether it was made."""

    lean: float
    found: float
    is_made: bool

    def odds(self, weights: Sequence[float]) -> float:
        """Return the log odds to make it."""
        constant, by_hand, by_search = weights
        return constant + by_hand * self.lean + by_search * self.found

    def estimate(self, weights: Sequence[float]) -> float:
        """Return the chance (0…1) to make it."""
        return 1 / (1 + exp(-self.odds(weights)))


def seated(name: str, budget: int | None) -> Player:
    """Return who plays under a name, a present house player with another budget if one is given."""
    if budget is None or name not in HOUSE_PLAYERS[GAME]:
        return player(GAME, name)
    return HousePlayer(HOUSE_PLAYERS[GAME][name].robot, budget)


def declarations(
    rivals: str, simulations: int, seed: int, budget: int | None = None
) -> Iterator[Declaration]:
    """Deal, declare and play without end; the declarer is `hard`, with another budget if given."""
    declarer, others = seated("hard", budget), seated(rivals, budget)
    pairing = Pairing(GAME, ("hard", rivals, rivals), {"deals": 3}, seed)
    for number in count():
        course, generators = begun(pairing, number, 0)
        first = course.to_act()[0]
        view = view_of(course.view(first))
        leaning = leans(hand_from(mask_of_faces(view.hand or ())))
        if max(leaning) < LEAST:
            continue
        trumps = leaning.index(max(leaning))
        searching = Searching(view, course.heard(first), Random(number), Habits())
        found = searching.declared(trumps, simulations)
        course = course.then(first, f"declare {TRUMPS[trumps]}")
        while (view := view_of(course.view(None))).last_deal is None:
            seat = course.to_act()[0]
            who = declarer if seat == first else others
            seen, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
            course = course.then(seat, who.choose(seen, heard, legal, generators[seat - 1]))
        odds = log_odds(found.made, found.times)
        yield Declaration(max(leaning), odds, not view.last_deal.off[first - 1])


def fitted(given: Sequence[Declaration]) -> Weights:
    """Return the constant and the factors of both log odds; by Newton's method."""
    weights = SEARCHED
    for _ in range(ROUNDS):
        rows = [(1.0, each.lean, each.found) for each in given]
        odds = [each.estimate(weights) for each in given]
        slope = [
            fsum(
                (each.is_made - odd) * row[at]
                for each, odd, row in zip(given, odds, rows, strict=True)
            )
            for at in range(3)
        ]
        bend = [
            [
                fsum(odd * (1 - odd) * row[a] * row[b] for odd, row in zip(odds, rows, strict=True))
                for b in range(3)
            ]
            for a in range(3)
        ]
        constant, by_hand, by_search = (
            weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True)
        )
        weights = constant, by_hand, by_search
    return weights


def added(given: Sequence[Declaration]) -> float:
    """Return what rivals add to AMONG times the log odds by `SEARCHED`; by Newton's method."""
    addition = 0.0
    for _ in range(ROUNDS):
        odds = [1 / (1 + exp(-addition - AMONG * d.odds(SEARCHED))) for d in given]
        slope = fsum(d.is_made - odd for d, odd in zip(given, odds, strict=True))
        addition += slope / fsum(odd * (1 - odd) for odd in odds)
    return addition


def _solved(bend: Sequence[Sequence[float]], slope: Sequence[float]) -> list[float]:
    """Solve three equations by Cramer's rule."""
    whole = _determinant(bend)
    return [
        _determinant([[*row[:at], s, *row[at + 1 :]] for row, s in zip(bend, slope, strict=True)])
        / whole
        for at in range(3)
    ]


def _determinant(rows: Sequence[Sequence[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def told(given: Sequence[Declaration], weights: Sequence[float]) -> Iterator[str]:
    """Give lines with the estimates beside what was made, in bands of estimates."""
    for low, high in pairwise(BANDS):
        some = [each for each in given if low <= each.estimate(weights) < high]
        if some:
            hope = fmean(each.estimate(weights) for each in some)
            made = sum(each.is_made for each in some)
            yield f"  {low:.1f} to {high:.1f}: {len(some)} at {hope:.2f}, {made} made"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=2500)
    parser.add_argument("--rivals", default="hard", metavar="NAME")
    parser.add_argument("--budget", type=int, help="simulations of present house players a card")
    parser.add_argument("--seed", type=int, default=22)
    given = parser.parse_args()
    endless = declarations(given.rivals, given.simulations, given.seed, given.budget)
    found = list(islice(endless, given.hands))
    weights = fitted(found)
    for name, numbers in (("now", SEARCHED), ("fitted", weights)):
        print(name, ", ".join(f"{number:.2f}" for number in numbers))
        print("\n".join(told(found, numbers)))
    print(f"against two of {given.rivals}: {added(found):+.2f} to {AMONG} of the log odds")


if __name__ == "__main__":
    main()
