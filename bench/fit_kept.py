"""Fit how good the hands of others are that house players of Cloud Nine imagine: `weights.KEPT`.

Games of three alike players are played. Whenever one of them leads or follows, imagined hands are
bettered by so many exchanges and the game is played on as `hard` does; the points that the others
then make are put beside those that they made in the end. Told are the differences, by the number
of the trick and of exchanges: the number that fits is the one whose difference is nearest to 0.

Run: python -m bench.fit_kept [--level LEVEL] [--deals N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.seating import check, player
from bench.tournament import Pairing, begun
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import NINE
from engine.players.cloud_nine.keeping import kept_imaginer
from engine.players.cloud_nine.robots import TRICKS, Playout

GAME = "cloud_nine"
EXCHANGES = (0, 4, 8, 16, 32, 64)
IMAGINED = 6
"""Positions imagined for each decision and number of exchanges."""


class Expected(NamedTuple):
    """What a seat (from 0) expects of all in a trick, after so many exchanges."""

    trick: int
    exchanges: int
    player: int
    points: tuple[float, ...]


def off(level: str, seed: int, number: int) -> Iterator[tuple[int, int, float]]:
    """Play a deal; yield trick, exchanges, and by how many points too much others are expected."""
    course, generators = begun(Pairing(GAME, (level,) * 3, {"deals": 1}, seed), number, 0)
    random, expected, who = Random(number), list[Expected](), player(GAME, level)
    while acting := course.to_act():
        seat = acting[0]
        view, legal = course.view(seat), course.legal(seat)
        if isinstance(view, CloudNineView) and view.phase is Phase.PLAY and len(legal) > 1:
            expected += _expected(view, seat - 1, random)
        course = course.then(
            seat, who.choose(view, course.heard(seat), legal, generators[seat - 1])
        )
    (made,) = course.view(None).deal_scores
    for each in expected:
        others = [other for other in range(len(made)) if other != each.player]
        yield (
            each.trick,
            each.exchanges,
            fmean(each.points[other] - made[other] for other in others),
        )


def _expected(view: CloudNineView, thinking: int, random: Random) -> Iterator[Expected]:
    playout = Playout(view, thinking, TRICKS)
    for exchanges in EXCHANGES:
        imagine = kept_imaginer(view, thinking, (exchanges,) * (NINE + 1))
        found = [playout.points_of_all(imagine(random)) for _ in range(IMAGINED)]
        points = tuple(fmean(column) for column in zip(*found, strict=True))
        yield Expected(view.trick.number, exchanges, thinking, points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--deals", type=int, default=25)
    parser.add_argument("--seed", type=int, default=78)
    given = parser.parse_args()
    check(GAME, (given.level,))
    found: dict[tuple[int, int], list[float]] = {}
    for number in range(given.deals):
        for trick, exchanges, points in off(given.level, given.seed, number):
            found.setdefault((trick, exchanges), []).append(points)
    print("trick", *(f"{exchanges:>6}" for exchanges in EXCHANGES))
    for trick in range(1, NINE + 1):
        print(f"{trick:>5}", *(f"{fmean(found[trick, each]):>6.1f}" for each in EXCHANGES))


if __name__ == "__main__":
    main()
