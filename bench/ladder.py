"""The ladder of levels: each against two of the one below, the lowest against two beginners.

Equal steps are meant: 0.45 ± 0.05 of the wins (fair 0.333), and `easy` about level with a beginner.
The climber sits once in every seat of each deal, so nobody is luckier by their cards; the rotations
of a deal are not independent and count as one. Told are the share of the wins (ties split) with its
95 % interval over deals, the points, and the processor time of a decision.

Run: python -m bench.ladder [GAME …] [--deals N] [--workers N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from statistics import fmean, quantiles, stdev
from time import process_time

from bench.beginners import BEGINNERS, Player
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.players.company import PERSON, in_company
from engine.players.levels import HOUSE_PLAYERS, LEVELS, levels_of
from engine.seats import Seat

BEGINNER = "beginner"
"""The name of a beginner; house players go by their levels."""

SHORT: Mapping[str, Options] = {
    "cloud_nine": {"deals": 1}, "nimbly": {"deals": 1}, "balloon": {"target": 50},
    "clumond": {"deals": 3},
}  # fmt: skip
"""Options with which games are short, so that many of them can be played."""

AIMS = {"normal": 20, "hard": 150, "expert": 300}
"""Milliseconds that 95 of 100 decisions may take at most."""

NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays a short game: the first of `levels` is measured."""

    game: str
    levels: tuple[str, ...]
    seed: int

    def seated(self, turn: int) -> tuple[str, ...]:
        """Return the level in each seat when the levels are turned by this many seats.

        >>> Pairing("nimbly", ("hard", "normal", "easy"), 9).seated(1)
        ('easy', 'hard', 'normal')
        """
        first = len(self.levels) - turn
        return (*self.levels[first:], *self.levels[:first])

    def table(self, turn: int) -> list[Player]:
        """Return the player of each seat; house players know the others' levels, as in the bot."""
        seated = self.seated(turn)
        return [
            BEGINNERS[self.game]
            if name == BEGINNER
            else in_company(HOUSE_PLAYERS[self.game][name], company(seated, at))
            for at, name in enumerate(seated)
        ]

    def begun(self, number: int, turn: int) -> tuple[Course, Sequence[Random]]:
        """Deal game `number`, and give every seat its generator.

        They are everybody's own, so that one player's thoughts do not change another's.
        """
        chance = Chance(Random(f"{self.seed}/{number}").randbytes(SEED_BYTES))
        seats, options = len(self.levels), SHORT.get(self.game, {})
        course = Course.begin(GAMES[self.game], seats, options, chance)
        return course, [Random(f"{self.seed}/{number}/{turn}/{place}") for place in range(seats)]


def company(names: Sequence[str], at: int) -> list[str]:
    """Return the levels of the others, as the one at that place (from 0) knows them."""
    return [name if name in LEVELS else PERSON for name in (*names[:at], *names[at + 1 :])]


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
            f"  {self.median * 1e3:6.1f} {self.slow * 1e3:6.1f} {AIMS.get(first, '-'):>4}"
        )


HEADER = (
    f"{'game':<11} {'level / rivals':<28} {'deals':>5}  share of wins {'points':>7} {'theirs':>7}"
    f"  {'p50 ms':>6} {'p95 ms':>6}  aim"
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


def play_game(pairing: Pairing, number: int, turn: int) -> Dealt:
    """Play one game; `turn` says by how many seats the levels are turned."""
    players = pairing.table(turn)
    course, generators = pairing.begun(number, turn)
    seconds = []
    while acting := course.to_act():
        seat = acting[0]
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        began = process_time()
        code = players[seat - 1].choose(view, heard, legal, generators[seat - 1])
        if seat - 1 == turn and len(legal) > 1:
            seconds.append(process_time() - began)
        course = course.then(seat, code)
    outcome = course.game.outcome(course.state)
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


def steps(game: str, seed: int) -> list[Pairing]:
    """Return the pairs of levels that follow each other, from the lowest."""
    return [
        Pairing(game, (above, below, below), seed)
        for below, above in pairwise((BEGINNER, *levels_of(game)[1:]))
    ]


def ladder(games: Sequence[str], deals: int, workers: int, seed: int) -> Iterator[Standing]:
    """Play the ladder of some games; the results do not depend on the number of workers."""
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for pairing in (pairing for game in games for pairing in steps(game, seed)):
            yield standing(pairing, [*pool.map(partial(play_deal, pairing), range(deals))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=13)
    given = parser.parse_args()
    print(HEADER)
    for row in ladder(given.games, given.deals, given.workers, given.seed):
        print(row, flush=True)


if __name__ == "__main__":
    main()
