"""Thinking off the event loop: processes answer the questions put to house players (L2).

Where more is asked than processes can answer, whoever needs the answer first is answered first. A
process that dies, hangs or answers nonsense is replaced, and its question asked once more. They
start with their first question; kernels are loaded with the first that needs them, once for all.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from math import exp, inf
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeAlias, TypeVar

from bot import meters
from bot.match.house.child_processes import TO_GET_READY, Question, advised, rank, read, read_advice
from bot.match.house.fork_server import Process, Program, Worker
from bot.match.house.forks import Forks
from bot.match.table.seats import THINKING
from bot.preferences.terms import OFFERED, STAND_IN
from bot.turns import Turns, end_tasks
from engine.analysis.coach import Advice
from engine.players.kernels import KERNELS, WITHOUT
from engine.players.robot import RankedMove

# How much thinking there is, whether that can be carried, and who is told where it cannot.

log = logging.getLogger(__name__)

MEMORY = 30.0
"""Seconds over which the share of time that is spent on thinking is averaged."""

FULL = 0.9
"""The share of the time of all processes that thinking may take before more is too much."""

ROUND = 2.0
"""Seconds from one answer of a table's house players to the next at the most lively table."""

LATE = 1.0
"""Seconds by which a house player may be late without a word to anybody."""

WINDOW = 60.0
"""Seconds after which it is looked at whether many were late."""

MANY = 0.05
"""The share of answers that are late from which a host hears of it."""

QUIET = 600.0
"""Seconds in which a host hears of it once at most."""

ADVICE = 'see "When house players are late" in operations.md'

FILE = "thinking"
"""A file in the host's data that tells `python -m bot check` what was told last."""


class Load:
    """The thinking of a bot: what it takes of so many processes, and how late answers come."""

    def __init__(
        self, processes: int, data: Path | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self._processes, self._data, self._now = processes, data, now
        # How many processes think, since when, and how many did on the average.
        self._busy, self._since, self._mean = 0, now(), 0.0
        self._costs: dict[tuple[str, str], float] = {}
        self._answers = self._late = self._by_rule = 0
        self._most = 0.0
        self._looks_at, self._tells_at = now() + WINDOW, now()

    @contextmanager
    def thinking(self, game: str, level: str) -> Iterator[None]:
        """Note that a process thinks for somebody who waits, and what that takes."""
        self._count(1)
        began = self._now()
        try:
            yield
        finally:
            self._count(-1)
            took = self._now() - began
            before = self._costs.get((game, level), took)
            self._costs[game, level] = before + (took - before) / 16

    def carries(self, game: str, level: str) -> bool:
        """Return whether a house player more of this level would still be in time.

        Those that hardly think are always welcome. What a level took when much else went on is no
        reason to do without it forever: it never counts for more than half a process.
        """
        if level not in OFFERED or OFFERED.index(level) <= OFFERED.index(STAND_IN):
            return True
        self._count(0)
        cost = self._costs.get((game, level), THINKING[level])
        return self._mean + min(cost / ROUND, FULL / 2) <= FULL * self._processes

    def answered(self, game: str, level: str, late: float, *, by_rule: bool) -> None:
        """Note how late the move of a house player was, and whether it was by rule of thumb."""
        meters.LATE.labels(game, level).observe(late)
        self._answers += 1
        self._late += late > LATE
        self._most = max(self._most, late)
        if by_rule:
            meters.SUBSTITUTES.labels(game, level).inc()
            self._by_rule += 1
        if by_rule or self._now() >= self._looks_at:
            self._look()

    def _count(self, more: int) -> None:
        now = self._now()
        self._mean = self._busy + (self._mean - self._busy) * exp((self._since - now) / MEMORY)
        self._busy, self._since = self._busy + more, now

    def _look(self) -> None:
        now = self._now()
        is_late = self._late > MANY * self._answers
        if not (is_late or self._by_rule):
            self._begin_window(now)
        elif now >= self._tells_at:
            self._tell()
            self._tells_at = now + QUIET
            self._begin_window(now)

    def _begin_window(self, now: float) -> None:
        self._answers = self._late = self._by_rule = 0
        self._most, self._looks_at = 0.0, now + WINDOW

    def _tell(self) -> None:
        said = (
            f"house players cannot keep up: of {self._answers} moves {self._late} were late, by up "
            f"to {self._most:.1f} s, and {self._by_rule} were made by rule of thumb; {ADVICE}"
        )
        log.warning("%s", said)
        if self._data is not None:
            with suppress(OSError):  # it stands in the log
                (self._data / FILE).write_text(f"{said}\n", encoding="utf-8")


T = TypeVar("T")
Reading: TypeAlias = Callable[[bytes, Sequence[str]], T]

PATIENCE = 10.0
"""Seconds that a process may take for one answer; `expert` needs 0.3 of a core of its own."""

TRIES = 2
"""How many processes a question is put to, if one fails: it may have failed for it."""


AT_ONCE = -inf
"""Within how many seconds a person wants an answer who has asked for it and waits for a few."""


class Thinker(Protocol):
    """Whoever thinks for house players."""

    load: Load

    @property
    def pids(self) -> Sequence[int]:
        """The numbers of the processes that think, beside the bot's own."""

    def is_ready(self, question: Question) -> bool:
        """Return whether it has what a question needs; else that is waited for."""

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        """Rank the legal moves, the best first; None if whoever was asked failed.

        The answer is wanted `within` so many seconds, and comes later where others need theirs
        before; with infinity nobody waits for it.
        """

    async def advise(self, question: Question) -> Advice | None:
        """Say what a coach says of the move doubted; None if nothing, or if nobody could think."""

    async def close(self) -> None:
        """Stop thinking."""


class InlineThinker:
    """Thinks in the event loop itself: for tests, and for hosts who want a single process."""

    pids: Sequence[int] = ()
    load = Load(1)
    forks: Forks | None = None
    """What compiles kernels, if anything does."""

    def is_ready(self, question: Question) -> bool:
        return self.forks is None or not (self.forks.is_compiling and needs_kernels(question))

    async def rank(
        self,
        question: Question,
        within: float = 0.0,  # noqa: ARG002 - nothing else happens while it thinks
    ) -> tuple[RankedMove, ...] | None:
        await self._compiled(question)
        with meters.THINKING.labels(question.game, question.level).time():
            return rank(question)

    async def advise(self, question: Question) -> Advice | None:
        await self._compiled(question)
        return advised(question)

    async def _compiled(self, question: Question) -> None:
        if self.forks is not None and needs_kernels(question):
            await self.forks.compiled()

    async def close(self) -> None:
        return


class _Mind:
    """A process that thinks, and whether it was forked with kernels in memory."""

    def __init__(self, forks: Forks) -> None:
        self._forks = forks
        self._has_kernels = False
        self.worker = Worker(self._start)

    async def ask(self, question: Question) -> bytes:
        """Ask a question. Raises as `Worker.ask` does."""
        if needs_kernels(question) and self._forks.has_kernels and not self._has_kernels:
            await self.worker.end()  # the next process has them
        return await self.worker.ask(pickle.dumps(question))

    async def _start(self) -> Process:
        fork = await self._forks.fork(Program.THINK)
        self._has_kernels = fork.has_kernels
        return fork


class ProcessPoolThinker:
    """A few processes that share the questions."""

    def __init__(self, processes: int, forks: Forks, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._forks = forks
        self.load = Load(processes, *forks.homes)
        self._minds = [_Mind(forks) for _ in range(processes)]
        self._turns = Turns(self._minds)
        self._asked: set[asyncio.Task[Any]] = set()
        self._given_up: set[asyncio.Task[Any]] = set()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [mind.worker.pid for mind in self._minds if mind.worker.pid is not None]

    def is_ready(self, question: Question) -> bool:
        return not (self._forks.is_compiling and needs_kernels(question))

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        return await self._ask(question, within, read)

    async def advise(self, question: Question) -> Advice | None:
        return await self._ask(question, AT_ONCE, read_advice)

    async def _ask(self, question: Question, within: float, read_it: Reading[T]) -> T | None:
        # Whoever asked may lose interest; the process must still be heard out before the next
        # question, so the asking goes on by itself.
        due = asyncio.get_running_loop().time() + within
        task = asyncio.create_task(self._answered(question, due, read_it), name="thinking")
        self._asked.add(task)
        task.add_done_callback(self._done)
        meters.QUEUES.labels("thinking").set(len(self._asked))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                self._given_up.add(task)
            raise

    async def close(self) -> None:
        await end_tasks(self._asked)
        await asyncio.gather(*(mind.worker.end() for mind in self._minds))

    async def _load(self) -> None:
        """Wait until processes come with kernels; those that there are answer others meanwhile."""
        await self._forks.compiled()
        try:
            await self._forks.load()
        except (OSError, EOFError, TimeoutError) as error:
            # Then the process that is asked loads its own.
            log.warning("kernels could not be loaded: %s", type(error).__name__)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._asked.discard(task)
        self._given_up.discard(task)
        meters.QUEUES.labels("thinking").set(len(self._asked))

    async def _answered(self, question: Question, due: float, read_it: Reading[T]) -> T | None:
        if needs_kernels(question):
            await self._load()
        for _ in range(TRIES):
            async with self._turns.lent(due) as mind:
                if asyncio.current_task() in self._given_up:
                    return None
                try:
                    return read_it(await self._thought(mind, question, due), question.legal)
                except (OSError, EOFError, TimeoutError, ValueError) as error:
                    log.warning("a thinking process failed: %s", type(error).__name__)
                    await mind.worker.end()
        meters.UNTHOUGHT.inc()
        return None

    async def _thought(self, mind: _Mind, question: Question, due: float) -> bytes:
        of = question.game, question.level
        # Where kernels could not be loaded for all, the process loads its own.
        lacks = needs_kernels(question) and not self._forks.has_kernels
        counted = self.load.thinking(*of) if due < inf else nullcontext()
        async with asyncio.timeout(self._patience + (TO_GET_READY if lacks else 0)):
            with meters.THINKING.labels(*of).time(), counted:
                return await mind.ask(question)


def new_thinker(processes: int, forks: Forks) -> InlineThinker | ProcessPoolThinker:
    """Return a number of processes to think in; with 0 the event loop thinks."""
    if processes:
        return ProcessPoolThinker(processes, forks)
    inline = InlineThinker()
    inline.forks = forks
    return inline


def needs_kernels(question: Question) -> bool:
    """Return whether kernels help to answer a question."""
    return question.game in KERNELS and question.level not in WITHOUT[question.game]
