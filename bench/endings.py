"""The endings of Nimbly that house players solve, by the cards left, and how long that takes.

Positions come from games of `normal` players; what is kept is what `hard` (13 and 14 cards) and
`expert` keep. Times are of one core, processor time.

Run: python -m bench.endings [--deals N] [--games N]
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import process_time

from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.view import NimblyView
from engine.players.kernels import get_ready
from engine.players.levels import HOUSE_PLAYERS
from engine.players.nimbly.endings import solved
from engine.players.nimbly.position import position_of
from engine.players.nimbly.utility import DealUtility
from engine.players.robot import own_view

SEATS = 3
KEPT = {13: 96_000, 14: 96_000, 15: 320_000, 16: 320_000}
"""Positions that the level which solves from so many cards keeps."""


def looked(deals: int, number: int) -> Iterator[tuple[int, bool, float]]:
    """Play a game; yield of each ending its cards, whether it was solved, and the seconds."""
    seed = hashlib.sha256(f"endings {number}".encode()).digest()
    course = Course.begin(GAMES["nimbly"], SEATS, {"deals": deals}, Chance(seed))
    normal = HOUSE_PLAYERS["nimbly"]["normal"]
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), tuple(course.legal(seat))
        # All cards lie open (J4): what is imagined is what is.
        state = imaginer(own_view(view, NimblyView), heard)(Random(number))
        layout, position = position_of(state)
        cards = layout.live(position.left).bit_count()
        if cards in KEPT and len(legal) > 1:
            began = process_time()
            found = solved(layout, DealUtility(state, position.turn), position, KEPT[cards])
            yield cards, bool(found), process_time() - began
        course = course.then(seat, normal.choose(view, heard, legal, Random(number)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1, help="of each game")
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    get_ready()
    found = defaultdict[int, list[tuple[bool, float]]](list)
    for number in range(given.games):
        for cards, is_solved, seconds in looked(given.deals, number):
            found[cards].append((is_solved, seconds * 1e3))
    print("cards  solved          p50 ms  p95 ms    most")
    for cards, each in sorted(found.items()):
        took = [milliseconds for _, milliseconds in each]
        p95 = quantiles(took, n=20, method="inclusive")[-1] if len(took) > 1 else took[0]
        count = f"{sum(is_solved for is_solved, _ in each)} of {len(each)}"
        print(f"{cards:>5}  {count:<14}{median(took):>8.0f}{p95:>8.0f}{max(took):>8.0f}")


if __name__ == "__main__":
    main()
