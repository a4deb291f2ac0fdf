"""Thinking off the event loop: processes answer the questions put to house players (L2).

A process that dies, hangs or answers nonsense is replaced, and its question is answered by rule of
thumb here and now: the move always comes. A ranking asked for a hint is not replaced by one that
nobody has thought about: there is none then. Processes start with their first question. Kernels are
compiled when the bot starts (`begin`), and loaded with the first question that needs them, once for
all processes.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol, TypeAlias, TypeVar

from bot import meters
from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks
from bot.match.house.thinking_process import (
    TO_GET_READY,
    Question,
    advised,
    rank,
    read,
    read_advice,
    think,
)
from bot.match.house.worker import Process, Worker
from engine.analysis.coaching import Advice
from engine.players.kernels import KERNELS, WITHOUT, are_compiled, kept
from engine.players.robot import RankedMove

log = logging.getLogger(__name__)

T = TypeVar("T")
Reading: TypeAlias = Callable[[bytes, Sequence[str]], T]

PATIENCE = 5.0
"""Seconds that a process may take for one answer; a move of `expert` takes it 0.3."""

QUEUE_PATIENCE = 10.0
"""Seconds that a question may wait for a process to be free."""

QUICK = "quick"
"""The level that needs no time to think."""


class Thinker(Protocol):
    """Whoever thinks for house players."""

    @property
    def pids(self) -> Sequence[int]:
        """The numbers of the processes that think, beside the bot's own."""

    async def choose(self, question: Question, within: float | None = None) -> str:
        """Answer a question with a legal move; never fails and never blocks the loop for long.

        What takes longer than `within` seconds (None: as long as it takes) is answered quickly.
        """

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        """Rank the legal moves, the best first; None if nobody could think about them now."""

    async def advise(self, question: Question) -> Advice | None:
        """Say what a coach says of the move doubted; None if nothing, or if nobody could think."""

    async def close(self) -> None:
        """Stop thinking."""


class InlineThinker:
    """Thinks in the event loop itself: for tests, and for hosts who want a single process."""

    pids: Sequence[int] = ()

    def begin(self) -> None:
        """Do nothing: kernels are loaded with the first question that needs them."""

    async def choose(
        self,
        question: Question,
        within: float | None = None,  # noqa: ARG002 - nothing else happens while it thinks
    ) -> str:
        with meters.THINKING.labels(question.game, question.level).time():
            return think(question)

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        with meters.THINKING.labels(question.game, question.level).time():
            return rank(question)

    async def advise(self, question: Question) -> Advice | None:
        return advised(question)

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
        self._minds = [_Mind(forks) for _ in range(processes)]
        self._idle: asyncio.LifoQueue[_Mind] = asyncio.LifoQueue()
        # The last idle is the first asked, so a quiet bot keeps one process warm.
        for mind in self._minds:
            self._idle.put_nowait(mind)
        self._asked: set[asyncio.Task[Any]] = set()
        self._given_up: set[asyncio.Task[Any]] = set()
        self._compiling: asyncio.Task[None] | None = None

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [mind.worker.pid for mind in self._minds if mind.worker.pid is not None]

    def begin(self) -> None:
        """Have the kernels compiled in the background, if they are not."""
        if are_compiled() and kept(*self._forks.homes) is None:
            self._compiling = asyncio.create_task(self._compile(), name="compiling kernels")

    async def choose(self, question: Question, within: float | None = None) -> str:
        if len(question.legal) == 1:
            return question.legal[0]
        ranking = None
        if self._is_loading(question):
            within = None  # once in the life of a bot, for about a second
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                ranking = await self.rank(question)
        return ranking[0].code if ranking else quickly(question)

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        return await self._ask(question, read)

    async def advise(self, question: Question) -> Advice | None:
        return await self._ask(question, read_advice)

    async def _ask(self, question: Question, read_it: Reading[T]) -> T | None:
        # Whoever asked may lose interest; the process must still be heard out before the next
        # question, so the asking goes on by itself.
        task = asyncio.create_task(self._answered(question, read_it), name="thinking")
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
        waiting = [*self._asked, *filter(None, [self._compiling])]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.gather(*(mind.worker.end() for mind in self._minds))

    def _is_loading(self, question: Question) -> bool:
        """Return whether a question is the first to need kernels that only have to be loaded."""
        is_compiling = self._compiling is not None and not self._compiling.done()
        return needs_kernels(question) and not self._forks.has_kernels and not is_compiling

    async def _load(self) -> None:
        """Wait until processes come with kernels; those that there are answer others meanwhile."""
        if self._compiling is not None:
            await asyncio.wait((self._compiling,))
        try:
            await self._forks.load()
        except (OSError, EOFError) as error:
            # Then the process that is asked loads its own.
            log.warning("kernels could not be loaded: %s", type(error).__name__)

    async def _compile(self) -> None:
        try:
            async with asyncio.timeout(TO_GET_READY):
                await self._forks.compile()
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("kernels could not be compiled: %s", type(error).__name__)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._asked.discard(task)
        self._given_up.discard(task)
        meters.QUEUES.labels("thinking").set(len(self._asked))

    async def _answered(self, question: Question, read_it: Reading[T]) -> T | None:
        try:
            async with asyncio.timeout(QUEUE_PATIENCE):
                if needs_kernels(question):
                    await self._load()
                mind = await self._idle.get()
        except TimeoutError:
            log.warning("no process had time to think for a house player")
            meters.UNTHOUGHT.inc()
            return None
        try:
            if asyncio.current_task() in self._given_up:
                return None
            longer = TO_GET_READY if self._is_loading(question) else 0
            async with asyncio.timeout(self._patience + longer):
                with meters.THINKING.labels(question.game, question.level).time():
                    answer = await mind.ask(question)
            return read_it(answer, question.legal)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            log.warning("a thinking process failed: %s", type(error).__name__)
            meters.UNTHOUGHT.inc()
            await mind.worker.end()
            return None
        finally:
            self._idle.put_nowait(mind)


def new_thinker(processes: int, forks: Forks) -> InlineThinker | ProcessPoolThinker:
    """Return a number of processes to think in; with 0 the event loop thinks."""
    return ProcessPoolThinker(processes, forks) if processes else InlineThinker()


def needs_kernels(question: Question) -> bool:
    """Return whether kernels help to answer a question."""
    return question.game in KERNELS and question.level not in WITHOUT[question.game]


def quickly(question: Question) -> str:
    """Answer by rule of thumb."""
    return think(replace(question, level=QUICK))
