"""The memory of the bot: of its own process and all that it has started, as tables are played.

`python -m bench.memory [--tables 10] [--seconds 120]`: at this many tables, with one person each,
games are played one after another, for so long in each of three stages: house players that need no
kernels, then easy and normal ones in all games, then hard and expert ones. The bot is a process of
its own, without the sandbox. Megabytes are PSS: what is shared among processes is divided among
them, so that the sum is what the machine has to give. Told are the most at any look, and the last
look by process: the bot, the fork servers, those that think.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import time
from contextlib import suppress
from typing import NamedTuple

from bench.people import Evening, evening
from bench.processes import memory_of, tree_of
from bot.preferences.terms import played
from engine.games import GAMES

THINK = (0.2, 0.6)
"""Seconds that people think: less than people do, so that a short run sees many pictures."""

PACE = "0.25"


class Stage(NamedTuple):
    """The players, and the megabytes that all processes may take together."""

    name: str
    games: tuple[str, ...]
    levels: tuple[str, ...]
    aim: int | None


STAGES = (
    Stage("no kernels", ("cloud_nine", "balloon"), ("easy", "normal"), 250),
    Stage("easy, normal", (*GAMES,), ("easy", "normal"), None),
    Stage("hard, expert", (*GAMES,), ("hard", "expert"), 450),
)

LOOK = 0.5
"""Seconds between two looks."""


async def measure(tables: int, seconds: float) -> None:
    """Play, and print what was seen."""
    names = [f"Guest{number}" for number in range(tables)]
    rooms = [f"room-{number}" for number in range(tables)]
    async with evening(names, rooms, NIMBUS_PACE=PACE, NIMBUS_THINKERS="2") as held:
        print(f"{'':<16}{'minutes':>8}{'moves':>8}{'most':>8}{'aim':>6}   each process at the end")
        print(_line("at the start", held, 0.0, [sum(_look(held))], None), flush=True)
        began = time.monotonic()
        for stage in STAGES:
            seen = await _played(held, stage, seconds)
            took = time.monotonic() - began
            print(_line(stage.name, held, took, seen, stage.aim), flush=True)


async def _played(held: Evening, stage: Stage, seconds: float) -> list[float]:
    """Play at all tables for so long; return the memory of all processes at each look."""
    playing = [
        asyncio.create_task(_table(held, number, stage)) for number in range(len(held.people))
    ]
    until, seen = time.monotonic() + seconds, []
    while time.monotonic() < until:
        await asyncio.sleep(LOOK)
        with suppress(OSError):  # one of them ended meanwhile
            seen.append(sum(_look(held)))
    await held.leave(playing)
    return seen


async def _table(held: Evening, number: int, stage: Stage) -> None:
    """Play one game after another."""
    person, channel = held.people[number], held.channel(number)
    for turn in itertools.count(number):
        game = stage.games[turn % len(stage.games)]
        levels = [played(game, level) for level in stage.levels]
        match = await held.open(game, [person], channel, levels)
        playing = asyncio.create_task(held.play(person, match, random.Random(match), THINK))
        try:
            while not held.now.get(match) or held.now[match].acting:
                held.eyes.changed[match].clear()
                await held.eyes.changed[match].wait()
        finally:
            playing.cancel()


def _look(held: Evening) -> list[float]:
    """Return the megabytes of the bot's process and of each that comes from it."""
    return memory_of(tree_of(held.process.pid))


def _line(name: str, held: Evening, took: float, seen: list[float], aim: int | None) -> str:
    each = " + ".join(f"{one:.0f}" for one in _look(held))
    return (f"{name:<16}{took / 60:>8.1f}{len(held.stored):>8}{max(seen):>8.0f}"
            f"{aim or '':>6}   {each}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.memory")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120.0)
    given = parser.parse_args()
    asyncio.run(measure(given.tables, given.seconds))


if __name__ == "__main__":
    main()
