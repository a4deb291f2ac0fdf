"""How late the event loop wakes while house players think (L2): processes against the loop.

A heartbeat of 1 ms notes how late each beat is, while players of the best level think of decisions
of all games without pause: in processes, as the bot asks them, and in the loop for comparison.
Run: python -m bench.thinking [--level LEVEL] [--rounds N] [--questions N] [--processes N]
"""

from __future__ import annotations

import argparse
import asyncio
from statistics import median, quantiles
from time import perf_counter

from bench.budgets import asked
from bench.timing import MIN_ROUNDS
from bot.match.house.forks import Forks
from bot.match.house.thinking import InlineThinker, ProcessPoolThinker, Thinker
from bot.match.house.thinking_process import Question
from engine.games import GAMES
from engine.players.levels import LEVELS

BEAT = 0.001


def questions(level: str, count: int) -> list[Question]:
    """Return some decisions of every game in turns, as questions to a level."""
    each = [asked(game, level, -(-count // len(GAMES))) for game in GAMES]
    return [question for turn in zip(*each, strict=True) for question in turn][:count]


async def lateness(thinker: Thinker | None, given: list[Question]) -> list[float]:
    """Return how late each beat was while all was answered; without thinker, of an idle loop."""
    late: list[float] = []
    beating = asyncio.create_task(_beat(late))
    if thinker is None:
        await asyncio.sleep(1.0)
    else:
        await asyncio.gather(_ask(thinker, given[::2]), _ask(thinker, given[1::2]))
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    return late


async def _ask(thinker: Thinker, given: list[Question]) -> None:
    for question in given:
        await thinker.choose(question)
        await asyncio.sleep(2 * BEAT)


async def _beat(late: list[float]) -> None:
    while True:
        start = perf_counter()
        await asyncio.sleep(BEAT)
        late.append(perf_counter() - start - BEAT)


async def measure(rounds: int, given: list[Question], processes: int) -> None:
    forks = Forks()
    thinkers = ProcessPoolThinker(processes, forks)
    candidates: dict[str, Thinker | None] = {
        "idle": None, "processes": thinkers, "in the loop": InlineThinker(),
    }  # fmt: skip
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in candidates}
    # The processes start, and load what they need, before anything is measured.
    await asyncio.gather(*map(thinkers.choose, given))
    for _ in range(rounds):
        for name, thinker in candidates.items():
            late = await lateness(thinker, given)
            cuts = quantiles(late, n=100)
            found[name].append((cuts[49], cuts[98], max(late)))
    await thinkers.close()
    await forks.close()
    print(f"{'':<12}  p50 ms        p99 ms        max ms     [medians of {rounds} rounds, min-max]")
    for name, rows in found.items():
        print(f"{name:<12}  " + "  ".join(map(_span, zip(*rows, strict=True))))


def _span(seconds: tuple[float, ...]) -> str:
    low, middle, high = (x * 1e3 for x in (min(seconds), median(seconds), max(seconds)))
    return f"{middle:.2f} ({low:.2f}-{high:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default=LEVELS[-1])
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    to_ask = questions(given.level, given.questions)
    asyncio.run(measure(given.rounds, to_ask, given.processes))


if __name__ == "__main__":
    main()
