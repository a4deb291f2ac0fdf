"""How long the review of an evening's game takes, and what it finds at each level.

Games of each kind with the usual options are played by a house player of the level named in seat 1
among normal ones. Told are the processor time of a review of seat 1 (median and most), its
accuracy, the mistakes and praised moves it names, and the standard errors of its luck.

Run: python -m bench.review [GAME …] [--games N] [--levels LEVEL …] [--seats N]
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

from engine.analysis.review import Review, review
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record
from engine.seats import Seat

SEATS = {"balloon": 4}
USUAL_SEATS = 3


class Found(NamedTuple):
    """A review and the seconds of processor time it took."""

    review: Review
    seconds: float


def played(key: str, levels: tuple[str, ...], number: int) -> Record:
    """Return the record of a game between house players of these levels."""
    generator = Random(f"{key}/{number}")
    seed, moves = generator.randbytes(SEED_BYTES), list[MoveLine]()
    course = Course.begin(GAMES[key], len(levels), {}, Chance(seed))
    while acting := course.to_act():
        seat = acting[0]
        player = HOUSE_PLAYERS[key][levels[seat - 1]]
        code = player.choose(course.view(seat), course.heard(seat), course.legal(seat), generator)
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    return Record(key, len(levels), {}, seed, moves=tuple(moves))


def reviewed(key: str, level: str, number: int, seats: int = 0) -> Found:
    """Play a game at a table of this many, or as many as usual, and review seat 1."""
    others = ("normal",) * ((seats or SEATS.get(key, USUAL_SEATS)) - 1)
    record = played(key, (level, *others), number)
    before = process_time()
    found = review(record, Seat(1), Random)
    return Found(found, process_time() - before)


def line_of(key: str, level: str, found: list[Found]) -> str:
    """Sum up some reviews in a line of a table."""
    reviews, seconds = [each.review for each in found], [each.seconds for each in found]
    accuracies = [each.accuracy for each in reviews if each.accuracy is not None]
    told = f"{fmean(accuracies):5.1f}" if accuracies else "    -"
    luck = [each.luck.total for each in reviews]
    return (
        f"| {key:<10} | {level:<6} | {median(seconds):5.1f} | {max(seconds):5.1f}"
        f" | {fmean(each.decisions for each in reviews):5.0f} | {told}"
        f" | {fmean(len(each.mistakes) for each in reviews):4.1f}"
        f" | {fmean(len(each.praised) for each in reviews):4.1f}"
        f" | {fmean(each.share_error for each in luck):.3f}"
        f" | {fmean(each.points_error for each in luck):4.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=5, dest="number")
    parser.add_argument("--levels", nargs="*", default=["easy", "normal", "hard"])
    parser.add_argument("--seats", type=int, default=0, help="as many as usual unless given")
    given = parser.parse_args()
    print("| game | level | seconds | most | decisions | accuracy | mistakes | praised |", end="")
    print(" luck ± | points ± |")
    for key in given.games or sorted(GAMES):
        for level in given.levels:
            found = [reviewed(key, level, number, given.seats) for number in range(given.number)]
            print(line_of(key, level, found), flush=True)


if __name__ == "__main__":
    main()
