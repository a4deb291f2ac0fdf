"""The cost of thinking: the time of a decision of each level.

Times are of one core, processor time, of decisions drawn from games of `normal` players, the first
one of each level and game left out, since it may load and compile.

Run: python -m bench.budgets [GAME …] [--levels LEVEL …] [--decisions N]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import quantiles
from time import process_time

from bench.regret import Task, decision
from bot.match.house.thinking_process import Question
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS, levels_of

AIMS = {"normal": 20, "hard": 150, "expert": 300}
"""Milliseconds that 95 of 100 decisions may take at most."""


def asked(game: str, level: str, count: int) -> list[Question]:
    """Return decisions of some games as questions to a level."""
    task, found = Task(game, (level,), 0, 17), []
    for number in range(count):
        course = decision(task, number)
        seat = course.to_act()[0]
        seen, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        found.append(Question(game, level, seen, heard, legal, number))
    return found


def times(questions: Sequence[Question]) -> list[float]:
    """Return the seconds of processor time of each but the first."""
    took = []
    for question in questions:
        player, random = HOUSE_PLAYERS[question.game][question.level], Random(question.seed)
        began = process_time()
        player.choose(question.view, question.heard, question.legal, random)
        took.append(process_time() - began)
    return took[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--levels", nargs="*", default=[])
    parser.add_argument("--decisions", type=int, default=40)
    given = parser.parse_args()
    print(
        f"{'game':<11} {'level':<8} {'decisions':>9} {'p50 ms':>8} {'p95 ms':>8} {'most':>8}   aim"
    )
    for game in given.games:
        for level in given.levels or levels_of(game)[1:]:
            took = times(asked(game, level, given.decisions + 1))
            cuts = [cut * 1e3 for cut in quantiles(took, n=20)]
            print(
                f"{game:<11} {level:<8} {len(took):>9} {cuts[9]:>8.1f} {cuts[-1]:>8.1f}"
                f" {max(took) * 1e3:>8.1f}   {AIMS.get(level, '-')}",
                flush=True,
            )


if __name__ == "__main__":
    main()
