"""Thinking off the event loop: processes answer the questions put to house players (L2).

Where more is asked than processes can answer, whoever needs the answer first is answered first. A
process that dies, hangs or answers nonsense is replaced, and its question asked once more. They
start with their first question; kernels are loaded with the first that needs them, once for all.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from math import inf
from typing import Any, Protocol, TypeAlias, TypeVar

from bot import meters
from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks
from bot.match.house.load import Load
from bot.match.house.thinking_process import (
    TO_GET_READY,
    Question,
    advised,
    rank,
    read,
    read_advice,
)
from bot.match.house.turns import Turns
from bot.match.house.worker import Process, Worker
from engine.analysis.coaching import Advice
from engine.players.kernels import KERNELS, WITHOUT
from engine.players.robot import RankedMove

log = logging.getLogger(__name__)

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
        waiting = [*self._asked]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
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
            mind = await self._turns.take(due)
            try:
                if asyncio.current_task() in self._given_up:
                    return None
                return read_it(await self._thought(mind, question, due), question.legal)
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                log.warning("a thinking process failed: %s", type(error).__name__)
                await mind.worker.end()
            finally:
                self._turns.give(mind)
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
