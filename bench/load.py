"""How many tables one process carries: people who think about two seconds, each with house players.

`python -m bench.load [10 40 ...] [--seconds 60] [--within S]`: this many tables of Cloud Nine, each
in a channel of its own with one person and two house players; the bot is a process of its own,
another one thinks, and a third, this one, holds the sandbox, which answers at once, and the people.
Prints the delay from a click to the new hand, without the card that was played, and the processor
time for each click, by which some three moves are made: of the bot's own process, of
those it has started, and of the sandbox with the people. Where these come near to a core, or all
together near to what the machine has, the times to the hand tell more of that than of the bot.
`--within 5` opens all tables within five seconds. How long acknowledgements took from then on is
told below, of what opens and starts a table apart from moves: Discord waits three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import time
from dataclasses import dataclass
from itertools import starmap
from typing import NamedTuple

from bench.people import MOVE, Evening, evening
from bench.processes import Spent
from sandbox.wire import EPOCH_MS

THINK = (1.2, 2.8)
"""Seconds that people think."""

WARM_UP = 12.0
"""Seconds of play before anything is measured."""

LATE = 8.0
"""Seconds after the end of the measuring in which its last clicks are answered."""

LIMITS = (1.0, 3.0)
"""Seconds after which an acknowledgement is late, and after which Discord has given up."""

OPENING = 8
"""This many tables are opened at once."""

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")


@dataclass(frozen=True, slots=True)
class Carried:
    """The results of a number of tables: seconds to each new hand, and processor seconds in all.

    `missed` are clicks after which no new hand came within `LATE` seconds of the end.
    `acknowledged` is how long the acknowledgements of presses took, from the opening on.
    """

    hands: list[float]
    missed: int
    clicks: int
    moves: int
    spent: Spent
    seconds: float
    load: float
    acknowledged: list[Acknowledged]


class Acknowledged(NamedTuple):
    """A press: when it was (`time.monotonic`), and the seconds until it was acknowledged.

    `is_move` tells moves from what opens, joins or begins something.
    """

    at: float
    took: float
    is_move: bool


def acknowledged(held: Evening) -> list[Acknowledged]:
    """Return each acknowledged press."""
    ahead = time.time() - time.monotonic()
    found = [(_CALLBACK.search(asked.path), asked.at) for asked in held.asked]
    presses = []
    for number, at in [(int(one[1]), at) for one, at in found if one]:
        pressed = ((number >> 22) + EPOCH_MS) / 1000 - ahead
        asked = held.sandbox.switchboard.interactions.by_id(number)
        is_move = asked is not None and bool(MOVE.match(str(asked.data.get("custom_id"))))
        presses.append(Acknowledged(pressed, at - pressed, is_move))
    return presses


async def carry(tables: int, seconds: float, within: float | None = None) -> Carried:
    """Play at this many tables for a number of seconds."""
    names = [f"Guest{number}" for number in range(tables)]
    rooms = [f"room-{number}" for number in range(tables)]
    async with evening(names, rooms, NIMBUS_PACE="1") as held:
        playing = await opened(held, THINK, within)
        await asyncio.sleep(WARM_UP)
        start, before = time.monotonic(), held.processor_times()
        await asyncio.sleep(seconds)
        end, spent = time.monotonic(), held.processor_times().since(before)
        await asyncio.sleep(LATE)
        await held.leave(playing)
        return carried(held, start, end, spent)


async def opened(
    held: Evening, think: tuple[float, float], within: float | None = None
) -> list[asyncio.Task[None]]:
    """Open a table for every person and have them play; they think so long.

    A few are opened at once, or all `within` this many seconds.
    """
    turns = asyncio.Semaphore(OPENING if within is None else len(held.people))

    async def one(number: int, person: int) -> asyncio.Task[None]:
        await asyncio.sleep((within or 0.0) * number / len(held.people))
        async with turns:
            match = await held.open("cloud_nine", [person], held.channel(number))
        return asyncio.create_task(held.play(person, match, random.Random(match), think))

    return await asyncio.gather(*starmap(one, enumerate(held.people)))


def carried(held: Evening, start: float, end: float, spent: Spent) -> Carried:
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
    return Carried(hands, missed, len(clicks), made, spent, seconds, load, acknowledged(held))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("tables", nargs="*", type=int, default=[10, 40])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--within", type=float, help="seconds in which all tables are opened")
    given = parser.parse_args()
    print(f"{'':>44}{'ms of processor a click':>28}{'of a core':>16}\n"
          f"{'tables':>6}{'clicks':>8}{'moves':>7}{'p50 ms':>8}{'p95 ms':>8}{'most':>7}"
          f"{'bot':>8}{'helpers':>9}{'sandbox':>9}{'bot':>8}{'sandbox':>9}"
          f"{'missed':>8}{'load':>6}", flush=True)  # fmt: skip
    for tables in given.tables:
        found = asyncio.run(carry(tables, given.seconds, given.within))
        print(_line(tables, found), flush=True)


def _line(tables: int, found: Carried) -> str:
    """Spell what a number of tables came to."""
    times = sorted(1000 * each for each in found.hands)
    if not times:
        return f"{tables:>6}{found.clicks:>8}{found.moves:>7}  no click was answered in time"
    p95 = times[int(0.95 * (len(times) - 1))]
    spent = (found.spent.bot, found.spent.helpers, found.spent.sandbox)
    bot, helpers, sandbox = (1000 * each / found.clicks for each in spent)
    return (f"{tables:>6}{found.clicks:>8}{found.moves:>7}{statistics.median(times):>8.0f}"
            f"{p95:>8.0f}{times[-1]:>7.0f}{bot:>8.1f}{helpers:>9.1f}{sandbox:>9.1f}"
            f"{spent[0] / found.seconds:>8.2f}{spent[2] / found.seconds:>9.2f}"
            f"{found.missed:>8}{found.load:>6.1f}\n"
            f"{_late('open, start', found, is_move=False)}\n"
            f"{_late('move', found, is_move=True)}")  # fmt: skip


def _late(name: str, found: Carried, *, is_move: bool) -> str:
    """Spell how late presses of one kind were acknowledged."""
    took = sorted(one.took for one in found.acknowledged if one.is_move is is_move) or [0.0]
    shown = (statistics.median(took), took[int(0.95 * (len(took) - 1))], took[-1])
    p50, p95, most = (f"{1000 * each:.0f}" for each in shown)
    late = [sum(each > limit for each in took) for limit in LIMITS]
    return (f"{name:>14}: {len(took)} acknowledged, p50 {p50} ms, p95 {p95}, most {most}; "
            f"{late[0]} later than {LIMITS[0]:g} s, {late[1]} than {LIMITS[1]:g}")  # fmt: skip


if __name__ == "__main__":
    main()
