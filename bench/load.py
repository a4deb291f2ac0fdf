"""How many tables one process carries: people who think about two seconds, each with house players.

`python -m bench.load [10 40 ...] [--seconds 60] [--profile FILE]`: so many tables of Cloud Nine,
each in a channel of its own with one person and two house players; the bot is a process of its own,
another one thinks, and a third holds the sandbox, which answers at once, and the people. Told are
how long after a click the new hand is there, without the card that was played, and the processor
time of the bot's own process for each click, by which some three moves are made. `--profile` has
py-spy, where that is installed, tell who holds the interpreter's lock.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import statistics
import time
from dataclasses import dataclass

from bench.people import Evening, evening

THINK = (1.2, 2.8)
"""Seconds that people think."""

WARM_UP = 12.0
"""Seconds of play before anything is measured."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a number of tables came to: seconds to each new hand, and processor seconds in all."""

    hands: list[float]
    missed: int
    clicks: int
    moves: int
    processor: float
    seconds: float
    load: float


async def carry(tables: int, seconds: float, profile: str | None) -> Carried:
    """Play at so many tables for so long."""
    names = [f"Guest{number}" for number in range(tables)]
    rooms = [f"room-{number}" for number in range(tables)]
    async with evening(names, rooms, NIMBUS_PACE="1") as held:
        playing = []
        for number, person in enumerate(held.people):
            match = await held.open("cloud_nine", [person], held.channel(number))
            playing.append(
                asyncio.create_task(held.play(person, match, random.Random(match), THINK))
            )
        await asyncio.sleep(WARM_UP)
        profiler = await _profiler(held, seconds, profile)
        start, before = time.monotonic(), held.processor_time()
        await asyncio.sleep(seconds)
        end, after = time.monotonic(), held.processor_time()
        await asyncio.sleep(8)  # the last clicks have yet to be answered
        if profiler is not None:
            await profiler.wait()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return _carried(held, start, end, after - before)


async def _profiler(
    held: Evening, seconds: float, file: str | None
) -> asyncio.subprocess.Process | None:
    found = shutil.which("py-spy")
    if file is None or found is None:
        return None
    arguments = ("record", "--gil", "--format", "raw", "--duration", f"{seconds:.0f}")
    where = ("--output", file, "--pid", str(held.process.pid))
    return await asyncio.create_subprocess_exec(found, *arguments, *where)


def _carried(held: Evening, start: float, end: float, processor: float) -> Carried:
    by_hand: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for shown in held.eyes.shown:
        if shown.kind == "hand":
            by_hand.setdefault((shown.match, shown.person), []).append((shown.at, shown.moves))
    clicks = [item for item in held.pressed if start <= item[0] < end]
    hands = []
    for at, person, match, moves in clicks:
        later = (when for when, shown in by_hand[match, person] if when > at and shown > moves)
        hands += [when - at for when in [next(later, None)] if when is not None]
    made = sum(start <= item.at < end for item in held.stored if item.moves)
    missed = len(clicks) - len(hands)
    seconds, load = end - start, os.getloadavg()[0]
    return Carried(hands, missed, len(clicks), made, processor, seconds, load)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("tables", nargs="*", type=int, default=[10, 40, 80])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--profile", help="where py-spy writes its samples")
    given = parser.parse_args()
    print(f"{'tables':>6}{'clicks':>8}{'moves':>7}{'p50 ms':>8}{'p95 ms':>8}{'most':>8}"
          f"{'ms a click':>12}{'of a core':>11}{'missed':>8}{'load':>6}")  # fmt: skip
    for tables in given.tables:
        found = asyncio.run(carry(tables, given.seconds, given.profile))
        times = sorted(1000 * each for each in found.hands)
        p95 = times[int(0.95 * (len(times) - 1))]
        each = 1000 * found.processor / max(1, found.clicks)
        print(f"{tables:>6}{found.clicks:>8}{found.moves:>7}{statistics.median(times):>8.0f}"
              f"{p95:>8.0f}{times[-1]:>8.0f}{each:>12.0f}{found.processor / found.seconds:>11.2f}"
              f"{found.missed:>8}{found.load:>6.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
