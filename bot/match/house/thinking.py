"""Thinking off the event loop: processes answer the questions put to house players (L2).

A process that dies, hangs or answers nonsense is replaced, and its question is answered by rule of
thumb here and now: the move always comes. A ranking asked for a hint is not replaced by one that
nobody has thought about: there is none then. Processes start with the bot (`begin`), so that their
kernels are there before the first question; one that is replaced starts with its next question.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from bot import meters
from bot.match.house.thinking_process import (
    GET_READY,
    TO_GET_READY,
    Question,
    rank,
    read,
    think,
)
from bot.match.house.worker import Worker
from engine.players.kernels import KERNELS

if TYPE_CHECKING:
    from pathlib import Path

    from engine.players.robot import RankedMove

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a process may take for one answer; a move of `expert` takes it 0.3."""

QUEUE_PATIENCE = 10.0
"""Seconds that a question may wait for a process to be free."""

COMMAND = (sys.executable, "-m", "bot.match.house.thinking_process")

QUICK = "quick"
"""The level that needs no time to think."""


class Thinker(Protocol):
    """Whoever thinks for house players."""

    async def choose(self, question: Question, within: float | None = None) -> str:
        """Answer a question with a legal move; never fails and never blocks the loop for long.

        What takes longer than `within` seconds (None: as long as it takes) is answered quickly.
        """

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        """Rank the legal moves, the best first; None if nobody could think about them now."""

    async def close(self) -> None:
        """Stop thinking."""


class InlineThinker:
    """Thinks in the event loop itself: for tests, and for hosts who want a single process."""

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

    async def close(self) -> None:
        return


class ProcessPoolThinker:
    """A few processes that share the questions."""

    def __init__(
        self,
        processes: int,
        *,
        patience: float = PATIENCE,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self._patience = patience
        self._workers = [Worker(command) for _ in range(processes)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        # The last idle is the first asked, so a quiet bot keeps one process warm.
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._asked: set[asyncio.Task[tuple[RankedMove, ...] | None]] = set()
        self._given_up: set[asyncio.Task[tuple[RankedMove, ...] | None]] = set()
        self._ready: set[int | None] = set()
        self._beginning: asyncio.Task[None] | None = None

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    def begin(self) -> None:
        """Get ready in the background, so that the first question need not wait."""
        self._beginning = asyncio.create_task(self._get_ready(), name="getting ready to think")

    async def choose(self, question: Question, within: float | None = None) -> str:
        if len(question.legal) == 1:
            return question.legal[0]
        ranking = None
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                ranking = await self.rank(question)
        return ranking[0].code if ranking else quickly(question)

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        # Whoever asked may lose interest; the process must still be heard out before the next
        # question, so the asking goes on by itself.
        task = asyncio.create_task(self._answered(question), name="thinking")
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
        if self._beginning is not None:
            self._beginning.cancel()
            await asyncio.gather(self._beginning, return_exceptions=True)
        for task in list(self._asked):
            task.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _get_ready(self) -> None:
        """Have one process after the other get ready: the first compiles, the others load.

        Whoever asks meanwhile waits for the first that is, or is answered quickly.
        """
        taken = [self._idle.get_nowait() for _ in self._workers]
        try:
            while taken:
                await self._make_ready(taken.pop())
        finally:
            for worker in taken:
                self._idle.put_nowait(worker)

    async def _make_ready(self, worker: Worker) -> None:
        """Have a process that was taken out of the idle ones get ready, and put it back."""
        try:
            async with asyncio.timeout(TO_GET_READY):
                await worker.ask(GET_READY)
            self._ready.add(worker.pid)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("a thinking process could not get ready: %s", type(error).__name__)
            await worker.end()
        except asyncio.CancelledError:
            # Nobody waits for its answer any more.
            await worker.end()
            raise
        finally:
            self._idle.put_nowait(worker)

    def _done(self, task: asyncio.Task[tuple[RankedMove, ...] | None]) -> None:
        self._asked.discard(task)
        self._given_up.discard(task)
        meters.QUEUES.labels("thinking").set(len(self._asked))

    async def _answered(self, question: Question) -> tuple[RankedMove, ...] | None:
        try:
            async with asyncio.timeout(QUEUE_PATIENCE):
                worker = await self._idle.get()
        except TimeoutError:
            log.warning("no process had time to think for a house player")
            meters.UNTHOUGHT.inc()
            return None
        try:
            if asyncio.current_task() in self._given_up:
                return None
            needs_kernels = question.game in KERNELS and question.level != QUICK
            # A process that was replaced loads them with its first question.
            longer = TO_GET_READY if needs_kernels and worker.pid not in self._ready else 0
            async with asyncio.timeout(self._patience + longer):
                with meters.THINKING.labels(question.game, question.level).time():
                    answer = await worker.ask(pickle.dumps(question))
            if needs_kernels:
                self._ready.add(worker.pid)
            return read(answer, question.legal)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            log.warning("a thinking process failed: %s", type(error).__name__)
            meters.UNTHOUGHT.inc()
            await worker.end()
            return None
        finally:
            self._idle.put_nowait(worker)


def new_thinker(processes: int, home: Path | None = None) -> InlineThinker | ProcessPoolThinker:
    """Return so many processes to think in; with 0 the event loop thinks.

    `home` is where the host keeps data: compiled kernels too, where the code is read-only.
    """
    if not processes:
        return InlineThinker()
    kept = () if home is None else (str(home.absolute()),)
    return ProcessPoolThinker(processes, command=(*COMMAND, *kept))


def quickly(question: Question) -> str:
    """Answer by rule of thumb."""
    return think(replace(question, level=QUICK))
