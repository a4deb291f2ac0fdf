"""What thinking costs: the time of a decision of each level, and the memory of its process.

Times are of one core, processor time, of decisions drawn from games of `normal` players, the first
one of each level and game left out, since it may load and compile. Memory is what a process
that thinks holds (resident) before and after its first question of the best level in each game.

Run: python -m bench.budgets [GAME …] [--levels LEVEL …] [--decisions N]
"""

from __future__ import annotations

import argparse
import asyncio
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time

from bench.regret import Task, decision
from bot.match.house.thinking_process import Question
from bot.match.house.worker import Worker
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS, LEVELS

COMMAND = (sys.executable, "-m", "bot.match.house.thinking_process")
AIMS = {"normal": 20, "hard": 150, "expert": 300}
"""Milliseconds that 95 of 100 decisions may take at most."""

MEGABYTE = 1e6
KILOBYTE = 1024
"""Bytes in what Linux calls a kilobyte."""


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


def resident(pid: int) -> float:
    """Return the megabytes of memory that a process holds; Linux alone tells."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * KILOBYTE / MEGABYTE
    raise ValueError("no such line")


async def memory(games: Sequence[str], level: str) -> None:
    """Print what a process holds that answers questions of each game, and of all of them."""
    everything = [(game, [game]) for game in games]
    if len(games) > 1:
        everything.append(("all of them", list(games)))
    for name, some in everything:
        worker = Worker(COMMAND)
        # A random player needs nothing that thinking needs.
        await worker.ask(pickle.dumps(asked(some[0], "random", 1)[0]))
        before, began = resident(worker.pid or 0), perf_counter()
        for game in some:
            await worker.ask(pickle.dumps(asked(game, level, 1)[0]))
        first = perf_counter() - began
        after = resident(worker.pid or 0)
        await worker.end()
        print(
            f"{name:<11} {before:6.0f} MB before, {after:6.0f} MB after, first answer {first:.2f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES), metavar="GAME")
    parser.add_argument("--levels", nargs="*", default=[*LEVELS[LEVELS.index("easy") :]])
    parser.add_argument("--decisions", type=int, default=40)
    given = parser.parse_args()
    print(
        f"{'game':<11} {'level':<8} {'decisions':>9} {'p50 ms':>8} {'p95 ms':>8} {'most':>8}   aim"
    )
    for game in given.games:
        for level in given.levels:
            took = times(asked(game, level, given.decisions + 1))
            cuts = [cut * 1e3 for cut in quantiles(took, n=20)]
            print(
                f"{game:<11} {level:<8} {len(took):>9} {cuts[9]:>8.1f} {cuts[-1]:>8.1f}"
                f" {max(took) * 1e3:>8.1f}   {AIMS.get(level, '-')}",
                flush=True,
            )
    asyncio.run(memory(given.games, LEVELS[-1]))


if __name__ == "__main__":
    main()
