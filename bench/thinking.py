"""Whether house players keep up, and how late the event loop wakes meanwhile (L2).

`python -m bench.thinking [--level LEVEL] [--rounds N] [--questions N] [--processes N]`: a heartbeat
of 1 ms notes how late each beat is, while players of the best level think of decisions of all games
without pause: in processes, as the bot asks them, and in the loop for comparison.

`python -m bench.thinking --tables 40 80 [--game GAME] [--level LEVEL] [--seconds N]`: so many
tables of a bot without Discord, each of one person, who moves at random after some two seconds, and
two house players of the level. Told are their moves: how many were by rule of thumb, and how much
later than they were wanted the others came; and the strongest level that a lobby offers at the end.

`python -m bench.thinking --fresh`: in a copy of the source in which nothing is compiled, the time
from a start to the first move of `hard` in Clumond, and what it is spent on.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from bench.budgets import asked
from bench.processes import Spent
from bench.timing import MIN_ROUNDS
from bot.clock import Clock
from bot.errors import Refused
from bot.match.clock.clocks import Clocks
from bot.match.house.forks import Forks, compile_kernels
from bot.match.house.house_queue import HouseQueue
from bot.match.house.robots import Thought
from bot.match.house.thinking import InlineThinker, ProcessPoolThinker, Thinker
from bot.match.house.thinking_process import Question
from bot.match.lobby.lobbies import Lobbies
from bot.match.tables import Tables
from bot.preferences.terms import offered, played
from bot.settings import cores
from bot.store import Store
from bot.store.members import Member
from bot.store.rows import Location, MatchId, MatchRow, Status
from engine.games import GAMES
from engine.players.levels import LEVELS

BEAT = 0.001

THINK = (1.2, 2.8)
"""Seconds that people think."""

OPENING, WARM_UP = 5.0, 10.0
"""Seconds in which tables are opened, and of play before anything is measured."""


SOURCE = ("bench", "bot", "engine", "render", "sandbox")
"""What the source is that can be started."""


def questions(level: str, count: int) -> list[Question]:
    """Return some decisions of every game in turns, as questions to a level."""
    each = [asked(game, played(game, level), -(-count // len(GAMES))) for game in GAMES]
    return [question for turn in zip(*each, strict=True) for question in turn][:count]


@asynccontextmanager
async def beating() -> AsyncIterator[list[float]]:
    """Note how late each beat of the event loop is."""
    late: list[float] = []
    task = asyncio.create_task(_beat(late))
    try:
        yield late
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def lateness(thinker: Thinker | None, given: list[Question]) -> list[float]:
    """Return how late each beat was while all was answered; without thinker, of an idle loop."""
    async with beating() as late:
        if thinker is None:
            await asyncio.sleep(1.0)
        else:
            await asyncio.gather(_ask(thinker, given[::2]), _ask(thinker, given[1::2]))
    return late


async def _ask(thinker: Thinker, given: list[Question]) -> None:
    for question in given:
        await thinker.rank(question)
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
    await asyncio.gather(*map(thinkers.rank, given))
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


@dataclass(frozen=True)
class House:
    """Whose moves are looked at: house players of a level of a game, at so many tables."""

    game: str
    level: str
    tables: int


class NotingTables(Tables):
    """Tables that note by how much the moves of house players are late, and which are no thought.

    Those are None.
    """

    late: list[float | None] = []  # noqa: RUF012 - of the newest run

    async def play_house(self, match_id: MatchId, ready: Thought | None = None) -> bool:
        row = (await self.load(match_id)).row
        made, now = await super().play_house(match_id, ready), self._clock.now()
        if made and ready is not None and row.deadline is not None:
            self.late.append(None if ready.by_rule else now - row.deadline)
        return made


@dataclass
class Hall:
    """A bot without Discord."""

    store: Store
    tables: NotingTables
    lobbies: Lobbies
    clocks: Clocks
    thinker: ProcessPoolThinker
    turns: dict[MatchId, asyncio.Event] = field(default_factory=dict)

    async def person(self, number: int, house: House) -> None:
        """Play at a table of one's own until the game is over."""
        user, random = 10**6 + number, Random(number)
        me = Member(str(user), "Ada", joined=str(user))
        row = await self.lobbies.open(house.game, me, Location(5, number), locale="en")
        for _ in range(2):
            await self.lobbies.add_house(row.id, user, house.level)
        turn = self.turns[row.id] = asyncio.Event()
        await self.lobbies.start(row.id, user, 2 * user, moderator=False)
        while (table := await self.tables.load(row.id)).row.status is Status.PLAYING:
            mine = table.seat_of(user)
            if mine not in table.to_act():
                turn.clear()
                await turn.wait()
                continue
            await asyncio.sleep(random.uniform(*THINK))
            with suppress(Refused):
                await self.tables.play(row.id, user, None, random.choice(table.legal(mine)))


@asynccontextmanager
async def hall(processes: int) -> AsyncIterator[Hall]:
    """Open a bot with so many processes that think."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/nimbus.sqlite3")
        clock, forks = Clock(), Forks()
        thinker = ProcessPoolThinker(processes, forks)
        tables = NotingTables(store, clock, HouseQueue(thinker, clock.now()))
        lobbies = Lobbies(store, tables, clock, ("Cirrus", "Stratus"))
        held = Hall(store, tables, lobbies, Clocks(store, tables, lobbies.expire, clock), thinker)

        async def wake(row: MatchRow) -> None:
            held.turns.get(row.id, asyncio.Event()).set()

        tables.listeners += [held.clocks.on_change, wake]
        held.clocks.start()
        try:
            yield held
        finally:
            await held.clocks.close()
            await thinker.close()
            await forks.close()
            await store.close()


async def kept_up(house: House, seconds: float, processes: int) -> str:
    """Play at tables for some seconds; return a line that tells how house players did."""
    async with hall(processes) as held:
        playing = []
        for number in range(house.tables):
            playing.append(asyncio.create_task(held.person(number, house)))
            await asyncio.sleep(OPENING / house.tables)
        await asyncio.sleep(WARM_UP)
        before, own = len(held.tables.late), [os.getpid()]
        spent = Spent.now(own)
        async with beating() as beats:
            await asyncio.sleep(seconds)
        load = held.thinker.load
        *_, best = (one for one in offered(house.game) if load.carries(house.game, one))
        spent, moves = Spent.now(own).since(spent), held.tables.late[before:]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    late = sorted(one for one in moves if one is not None) or [0.0]
    cuts, lag = quantiles(late, n=20) if len(late) > 1 else late * 19, quantiles(beats, n=100)
    return (
        f"{house.tables:>6}{len(moves):>7}{sum(one is None for one in moves):>9}"
        f"{cuts[9]:>9.2f}{cuts[18]:>7.2f}{late[-1]:>7.2f}{lag[49] * 1e3:>9.2f}{lag[98] * 1e3:>7.2f}"
        f"{spent.bot / seconds:>8.2f}{spent.helpers / seconds:>9.2f}{os.getloadavg()[0]:>7.1f}"
        f"  {best}"
    )


def keep_up(game: str, level: str, tables: Sequence[int], seconds: float, processes: int) -> None:
    print(f"{game}, {level}, {processes} processes\n"
          f"{'':>22}{'late by, s':>23}{'loop, ms':>16}{'of a core':>17}\n"
          f"{'tables':>6}{'moves':>7}{'by rule':>9}{'p50':>9}{'p95':>7}{'most':>7}{'p50':>9}"
          f"{'p99':>7}{'bot':>8}{'helpers':>9}{'load':>7}  offered", flush=True)  # fmt: skip
    for number in tables:
        print(asyncio.run(kept_up(House(game, level, number), seconds, processes)), flush=True)


async def fresh() -> None:
    """Copy the source without anything compiled, and make the first start there."""
    root, without = Path(__file__).parents[1], shutil.ignore_patterns("__pycache__")
    with tempfile.TemporaryDirectory() as folder:
        for name in SOURCE:
            shutil.copytree(root / name, Path(folder) / name, ignore=without)
        arguments = (sys.executable, "-m", "bench.thinking", "--first")
        await (await asyncio.create_subprocess_exec(*arguments, cwd=folder)).wait()


async def first() -> None:
    """Compile what is not compiled, and make a move, as at the first start."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        await compile_kernels(Path(data))
        ready = time.monotonic()
        forks = Forks(Path(data))
        thinker = ProcessPoolThinker(1, forks)
        (question, *_) = asked("clumond", "hard", 1)
        began_thinking = time.monotonic()
        is_thought = await thinker.rank(question) is not None
        took = time.monotonic() - began_thinking
        await thinker.close()
        await forks.close()
    print(f"before anybody waits {ready - began:.1f} s; the first move took {took:.1f} s, "
          f"{'by its level' if is_thought else 'and failed'}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking")
    parser.add_argument("--level", default=LEVELS[-1])
    parser.add_argument("--rounds", type=int, default=MIN_ROUNDS)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--tables", type=int, nargs="+")
    parser.add_argument("--game", default="nimbly", choices=sorted(GAMES))
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--first", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.fresh:
        asyncio.run(fresh())
    elif given.first:
        asyncio.run(first())
    elif given.tables:
        level = played(given.game, given.level)
        keep_up(given.game, level, given.tables, given.seconds, given.processes)
    else:
        to_ask = questions(given.level, given.questions)
        asyncio.run(measure(given.rounds, to_ask, given.processes))


if __name__ == "__main__":
    main()
