"""Thinkers that tests look at, how long they take to answer, and processes that run any program."""

from __future__ import annotations

import asyncio
import os
import sys
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, cast

from bot.match.clock.clocks import Clocks
from bot.match.house.child_processes import LENGTH, Question, rank
from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks
from bot.match.house.thinkers import InlineThinker, Thinker
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.seats import house_to_act
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.store.rows import Location, MatchId, MatchRow, Member, Status
from engine.games.balloon.view import BalloonView, Phase
from engine.players.robot import RankedMove
from tests.match.finished import ADA, CHANNEL
from tests.waits import PATIENCE

# House players' thinkers that tests look at.


@dataclass
class Noting(InlineThinker):
    """Thinks at once and notes what it was asked."""

    asked: list[Question] = field(default_factory=list)
    within: float = 0.0

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        self.asked.append(question)
        self.within = within
        return rank(question)


@dataclass
class Gated(Noting):
    """Thinks when it is let go."""

    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        self.asked.append(question)
        self.within = within
        await self.gate.wait()
        return rank(question)


@dataclass
class Compiling(Gated):
    """Has what it thinks with when it is let go."""

    def is_ready(self, question: Question) -> bool:  # noqa: ARG002 - each needs it
        return self.gate.is_set()


class Tired(InlineThinker):
    """Never comes to a ranking."""

    async def rank(self, question: Question, within: float = 0.0) -> None:  # noqa: ARG002 - it does not even listen
        return None


async def best(thinker: Thinker, question: Question, within: float = 0.0) -> str | None:
    """Return the move that a thinker takes for the best; None if it has thought of none."""
    ranking = await thinker.rank(question, within)
    return ranking[0].code if ranking else None


# How long house players take to answer, as anybody at the table can measure it (B4).


@dataclass
class Delays:
    """Seconds from the moment a house pilot was asked to its answer, measured by `now`."""

    now: Callable[[], float]
    forced: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    _asked: tuple[float, list[float]] | None = None

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`, before anybody else does."""
        if self._asked is not None:
            since, kept = self._asked
            kept.append(round(self.now() - since, 6))
        self._asked = None
        table = Table.load(row)
        seat = house_to_act(table) if row.status is Status.PLAYING else None
        view = table.view(seat) if seat else None
        if seat and isinstance(view, BalloonView) and view.phase is Phase.PAY:
            kept = self.forced if len(table.legal(seat)) == 1 else self.chosen
            self._asked = self.now(), kept

    def distance(self) -> float:
        """Return how far the two distributions are apart (Kolmogorov-Smirnov), from 0 to 1."""
        return distance(self.forced, self.chosen)


async def measure(
    tables: Tables,
    lobbies: Lobbies,
    clocks: Clocks,
    delays: Delays,
    enough: int,
    level: str,
    wait: Callable[[], Awaitable[None]],
) -> None:
    """Play games of Ada and two house players until there are enough answers of both kinds.

    `wait` waits until no house player is to move any more.
    """
    tables.listeners[:] = [delays.on_change, clocks.on_change]
    generator = Random(9)
    while min(len(delays.forced), len(delays.chosen)) < enough:
        ada = Member(str(ADA), "Ada", joined="9001")
        row = await lobbies.open("balloon", ada, Location(5, CHANNEL), locale="en")
        for _ in range(2):
            await lobbies.add_house(row.id, ADA, level)
        typed = {"target": "20", "terms.clock": "0"}
        await lobbies.set_options(row.id, ADA, typed, moderator=False)
        # The id of the Start makes the seed: another game each time, the same ones in each run.
        await lobbies.start(row.id, ADA, generator.getrandbits(40), moderator=False)
        await _play(tables, row.id, wait)


async def _play(tables: Tables, match_id: MatchId, wait: Callable[[], Awaitable[None]]) -> None:
    """Let Ada stay in the basket, or do what comes first, whenever it is her turn.

    `wait` waits until no house player is to move any more.
    """
    while True:
        await wait()
        table = await tables.load(match_id)
        if table.row.status is not Status.PLAYING:
            return
        legal = table.legal(table.to_act()[0])
        await tables.play(match_id, ADA, None, "stay" if "stay" in legal else legal[0])


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the greatest difference of two empirical distributions."""
    first, second = sorted(one), sorted(other)
    return max(
        abs(bisect_right(first, at) / len(first) - bisect_right(second, at) / len(second))
        for at in (*first, *second)
    )


def critical(one: int, other: int, doubt: float = 1.95) -> float:
    """Return the distance that samples of these sizes from one distribution hardly ever have.

    A `doubt` of 1.95 stands for once in a thousand times.
    """
    return doubt * sqrt((one + other) / (one * other))


# Processes that run any program, in the place of those that are forked for the bot.

ECHO = f"import sys, time; sys.stdin.buffer.read({LENGTH.size}); "


@dataclass(frozen=True)
class Spawned:
    """A process that speaks over pipes."""

    process: asyncio.subprocess.Process
    has_kernels = False

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def answers(self) -> Any:
        return self.process.stdout

    @property
    def questions(self) -> Any:
        return self.process.stdin

    @property
    def is_over(self) -> bool:
        return self.process.returncode is not None

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        self.questions.close()
        await self.process.wait()


class Spawning:
    """Stands for `Forks`: every child runs a program."""

    homes = ()
    has_kernels = False

    def __init__(self, *command: str) -> None:
        self._command = command

    async def fork(self, _: Program) -> Spawned:
        pipe = asyncio.subprocess.PIPE
        return Spawned(
            await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        )

    is_compiling = False

    async def compiled(self) -> None:
        return

    async def load(self) -> None:
        return


def failing_forks(code: str) -> Forks:
    """Return what starts processes that do `code` when they are asked."""
    return cast("Forks", Spawning(sys.executable, "-S", "-c", ECHO + code))


def compiling(forks: Forks) -> asyncio.Event:
    """Have kernels be compiled until the event is set, which is returned."""
    gate = asyncio.Event()

    async def compile_at_the_gate() -> None:
        await gate.wait()

    forks._compiling = asyncio.create_task(compile_at_the_gate())
    return gate


async def is_gone(pid: int) -> None:
    """Wait until there is no process of this number."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                await asyncio.sleep(0.01)
