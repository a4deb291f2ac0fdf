"""How strong house players are: duplicate deals, every seat rotation of the same seeds.

The first level sits once in every seat of each deal, so nobody is luckier by their
cards. The result is its share of the wins (ties split) with a 95 % interval over deals: the
rotations of a deal are not independent and count as one. Fair is one over the number of seats.

Run: python -m bench.tournament GAME LEVELS… [--deals N] [--options KEY=VALUE …] [--workers N], for
example `python -m bench.tournament cloud_nine hard,frozen:hard,frozen:hard --deals 400`. Names of
players are those of `bench.seating`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time

from bench.seating import check, table
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.options import read_option
from engine.seats import Seat

NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairing and the game: the first of `levels` is measured."""

    game: str
    levels: tuple[str, ...]
    options: Options
    seed: int

    def seated(self, turn: int) -> tuple[str, ...]:
        """Return the level in each seat when the levels are turned by this many seats.

        >>> Pairing("nimbly", ("hard", "normal", "easy"), {}, 9).seated(1)
        ('easy', 'hard', 'normal')
        """
        first = len(self.levels) - turn
        return (*self.levels[first:], *self.levels[:first])


@dataclass(frozen=True, slots=True)
class Dealt:
    """The result of one deal for the measured level, over all rotations.

    Its share of the wins, its points and its rivals', and the seconds of processor time of each
    of its decisions.
    """

    share: float
    points: float
    rivals: float
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of a pairing in all; `error` is half the width of the 95 % interval of `share`."""

    pairing: Pairing
    deals: int
    share: float
    error: float
    points: float
    rivals: float
    median: float
    slow: float

    def __str__(self) -> str:
        first, *others = self.pairing.levels
        return (
            f"{self.pairing.game:<11} {first + ' / ' + ' '.join(others):<28} {self.deals:>5}"
            f"  {self.share:.3f} ±{self.error:.3f}  {self.points:7.1f} {self.rivals:7.1f}"
            f"  {self.median * 1e3:6.1f} {self.slow * 1e3:6.1f}"
        )


HEADER = (
    f"{'game':<11} {'level / rivals':<28} {'deals':>5}  share of wins {'points':>7} {'theirs':>7}"
    f"  {'p50 ms':>6} {'p95 ms':>6}"
)


def play_deal(pairing: Pairing, number: int) -> Dealt:
    """Play deal `number` of a pairing once for every rotation of the seats."""
    games = [play_game(pairing, number, turn) for turn in range(len(pairing.levels))]
    return Dealt(
        fmean(game.share for game in games),
        fmean(game.points for game in games),
        fmean(game.rivals for game in games),
        tuple(took for game in games for took in game.seconds),
    )


def begun(pairing: Pairing, number: int, turn: int) -> tuple[Course, Sequence[Random]]:
    """Deal game `number` of a pairing, and give every seat its generators.

    They are everybody's own, so that one player's thoughts do not change another's.
    """
    game, seats = GAMES[pairing.game], len(pairing.levels)
    generator = Random(f"{pairing.seed}/{number}")
    course = Course.begin(game, seats, pairing.options, Chance(generator.randbytes(SEED_BYTES)))
    return course, [Random(f"{pairing.seed}/{number}/{turn}/{place}") for place in range(seats)]


def play_game(pairing: Pairing, number: int, turn: int) -> Dealt:
    """Play one game; `turn` says by how many seats the levels are turned."""
    game = GAMES[pairing.game]
    players = table(pairing.game, pairing.seated(turn))
    course, generators = begun(pairing, number, turn)
    seconds = []
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        began = process_time()
        code = players[seat - 1].choose(view, heard, legal, generators[seat - 1])
        if seat - 1 == turn:
            seconds.append(process_time() - began)
        course = course.then(seat, code)
    outcome = game.outcome(course.state)
    if outcome is None:
        raise ValueError("the game stopped before its end")
    winner = Seat(turn + 1) in outcome.winners
    others = [score for place, score in enumerate(outcome.scores) if place != turn]
    share = 1 / len(outcome.winners) if winner else 0.0
    return Dealt(share, outcome.scores[turn], fmean(others), tuple(seconds))


def standing(pairing: Pairing, dealt: Sequence[Dealt]) -> Standing:
    """Sum up at least two deals."""
    shares = [deal.share for deal in dealt]
    seconds = [took for deal in dealt for took in deal.seconds]
    cuts = quantiles(seconds, n=20)
    return Standing(
        pairing, len(dealt), fmean(shares), NORMAL_95 * stdev(shares) / len(shares) ** 0.5,
        fmean(deal.points for deal in dealt), fmean(deal.rivals for deal in dealt),
        cuts[9], cuts[-1],
    )  # fmt: skip


def tournament(pairings: Sequence[Pairing], deals: int, workers: int) -> Iterator[Standing]:
    """Play every pairing; the results do not depend on the number of workers."""
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for pairing in pairings:
            dealt = pool.map(partial(play_deal, pairing), range(deals), chunksize=4)
            yield standing(pairing, list(dealt))


def options_of(game: str, pairs: Sequence[str]) -> Options:
    """Return the options of a game that are given as `KEY=VALUE`."""
    info = GAMES[game].info
    split = (pair.partition("=") for pair in pairs)
    return {key: read_option(info, key, word) for key, _, word in split}


def main() -> None:
    given = _parser().parse_args()
    options = options_of(given.game, given.options)
    pairings = [
        Pairing(given.game, tuple(levels.split(",")), options, given.seed)
        for levels in given.levels
    ]
    for pairing in pairings:
        check(pairing.game, pairing.levels)
    print(HEADER)
    for row in tournament(pairings, given.deals, given.workers):
        print(row, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("levels", nargs="+", metavar="LEVEL,LEVEL,…")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--options", metavar="KEY=VALUE", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--workers", type=int, default=2)
    return parser


if __name__ == "__main__":
    main()
