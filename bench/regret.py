"""Regret: what each level's move loses against a search with twenty times the budget.

Decisions are taken at random from games of `normal` players. A level names its move, and the best
level names the reference's with twenty times its budget. Where they differ, both are tried with
common chance (`engine.players.trying`) by generators that nobody has seen before, so that no move
gains by the luck it was picked for; a loss may thus come out below nothing. Told are the mean loss
of the win with its 95 % interval, the 95th percentile, and of twenty decisions how many lose at
most a hundredth: hints are the moves of the level that gives them.

Run: python -m bench.regret [GAME …] [--levels LEVEL …] [--decisions N] [--trials N] [--workers N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev

from bench.ladder import SHORT
from bench.seating import check, player
from bench.tournament import NORMAL_95
from engine.analysis.paired import Comparison
from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS, levels_of
from engine.players.trying import TRYING

SEATS = 3
TIMES = 20
"""How many times the budget of the best level the reference has."""

CLOSE = 0.01
"""A loss of the win that nobody notices."""

HINTS = 20


@dataclass(frozen=True, slots=True)
class Task:
    """The questions to each decision of a game."""

    game: str
    levels: tuple[str, ...]
    trials: int
    seed: int


@dataclass(frozen=True, slots=True)
class Regret:
    """The share of the win that a level's moves lose, and how many decisions differ at all."""

    level: str
    losses: tuple[float, ...]
    differ: int

    def __str__(self) -> str:
        count = len(self.losses)
        error = NORMAL_95 * stdev(self.losses) / count**0.5
        late = sorted(self.losses)[min(count - 1, int(0.95 * count))]
        close = HINTS * sum(loss <= CLOSE for loss in self.losses) / count
        return (
            f"{self.level:<16} {count:>5}  {fmean(self.losses):7.4f} ±{error:.4f}  {late:7.4f}"
            f"  {close:5.1f} of {HINTS}  {self.differ:>5} differ"
        )


HEADER = f"{'game':<11} {'level':<16} {'decisions':>5}  mean loss ± 95 %      p95  close"


def decision(task: Task, number: int) -> Course:
    """Play a game until a decision drawn at random is to be made, and return it then."""
    generator, game = Random(f"regret/{task.seed}/{number}"), GAMES[task.game]
    options, chance = SHORT.get(task.game, {}), Chance(generator.randbytes(SEED_BYTES))
    course, found, met = Course.begin(game, SEATS, options, chance), None, 0
    while acting := course.to_act():
        seat = acting[0]
        legal, code = course.legal(seat), course.legal(seat)[0]
        if len(legal) > 1:
            met += 1
            # Each of all decisions is kept with the same chance.
            if generator.random() * met < 1:
                found = course
            asked = course.view(seat), course.heard(seat), legal
            code = player(task.game, "normal").choose(*asked, generator)
        course = course.then(seat, code)
    if found is None:
        raise ValueError("a game without a decision")
    return found


def losses(task: Task, number: int) -> tuple[float, ...]:
    """Return the loss of each level's move at one decision; 0 for the reference's own."""
    course = decision(task, number)
    seat = course.to_act()[0]
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    best = HOUSE_PLAYERS[task.game][levels_of(task.game)[-1]]

    def fresh(what: str) -> Random:
        return Random(f"{what}/{task.seed}/{number}")

    slow = best.robot.rank(view, heard, legal, fresh("reference"), TIMES * best.budget)[0].code
    chosen = [
        player(task.game, level).choose(view, heard, legal, fresh(level)) for level in task.levels
    ]
    if {*chosen} == {slow}:
        return (0.0,) * len(chosen)
    trials = TRYING[task.game].trials(view, heard, fresh("prepared"))
    comparison = Comparison(trials, (slow, *chosen), fresh("tried"), task.trials)
    return tuple(comparison.gap(slow, code).share if code != slow else 0.0 for code in chosen)


def regrets(task: Task, decisions: int, pool: ProcessPoolExecutor) -> Iterator[Regret]:
    """Find out what the levels lose at this many decisions."""
    rows: Sequence[tuple[float, ...]] = list(pool.map(partial(losses, task), range(decisions)))
    for level, lost in zip(task.levels, zip(*rows, strict=True), strict=True):
        yield Regret(level, lost, sum(bool(loss) for loss in lost))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--levels", nargs="*", default=[])
    parser.add_argument("--decisions", type=int, default=20)
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    print(HEADER)
    # Spawned like the bot's own workers, so nothing is inherited that a bot would not have.
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for game in given.games:
            levels = tuple(given.levels) or levels_of(game)[1:]
            check(game, levels)
            task = Task(game, levels, given.trials, given.seed)
            for regret in regrets(task, given.decisions, pool):
                print(f"{game:<11} {regret}", flush=True)


if __name__ == "__main__":
    main()
