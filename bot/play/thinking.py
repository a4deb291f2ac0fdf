"""Thinking off the event loop: processes answer the questions put to house players (L2).

A process that dies, hangs or answers nonsense is replaced, and its question is answered by rule of
thumb here and now: the move always comes. A ranking asked for a hint is not replaced by one that
nobody has thought about: there is none then. Processes start when they are first needed.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bot.play.thinking_process import LENGTH, Question, rank, read, think

if TYPE_CHECKING:
    from engine.players.robot import RankedMove

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a process may take for one answer; a move of `hard` takes it 0.3."""

QUEUE_PATIENCE = 10.0
"""Seconds that a question may wait for a process to be free."""

QUICK = "quick"
"""The level that needs no time to think."""

_ROOT = Path(__file__).parents[2]


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

    async def choose(
        self,
        question: Question,
        within: float | None = None,  # noqa: ARG002 - nothing else happens while it thinks
    ) -> str:
        return think(question)

    async def rank(self, question: Question) -> tuple[RankedMove, ...] | None:
        return rank(question)

    async def close(self) -> None:
        return


class Worker:
    """One process that thinks, started with its first question."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is none."""
        return self._process.pid if self._process else None

    async def ask(self, question: Question) -> tuple[RankedMove, ...]:
        """Put a question. Raises OSError, EOFError or ValueError when no answer comes of it."""
        process = self._process or await self._start()
        if process.stdin is None or process.stdout is None:
            raise EOFError("a process without pipes")
        message = pickle.dumps(question)
        process.stdin.write(LENGTH.pack(len(message)) + message)
        await process.stdin.drain()
        head = await process.stdout.readexactly(LENGTH.size)
        answer = await process.stdout.readexactly(LENGTH.unpack(head)[0])
        return read(answer, question.legal)

    async def end(self) -> None:
        """End the process at once; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, cwd=_ROOT
        )
        return self._process


class ProcessPoolThinker:
    """A few processes that share the questions."""

    def __init__(
        self,
        processes: int,
        *,
        patience: float = PATIENCE,
        command: tuple[str, ...] = (sys.executable, "-m", "bot.play.thinking_process"),
    ) -> None:
        self._patience = patience
        self._workers = [Worker(command) for _ in range(processes)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        # The last idle is the first asked: a quiet bot needs one process only.
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._asked: set[asyncio.Task[tuple[RankedMove, ...] | None]] = set()
        self._given_up: set[asyncio.Task[tuple[RankedMove, ...] | None]] = set()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

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
        task.add_done_callback(self._asked.discard)
        task.add_done_callback(self._given_up.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                self._given_up.add(task)
            raise

    async def close(self) -> None:
        for task in list(self._asked):
            task.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _answered(self, question: Question) -> tuple[RankedMove, ...] | None:
        try:
            async with asyncio.timeout(QUEUE_PATIENCE):
                worker = await self._idle.get()
        except TimeoutError:
            log.warning("no process had time to think for a house player")
            return None
        try:
            if asyncio.current_task() in self._given_up:
                return None
            async with asyncio.timeout(self._patience):
                return await worker.ask(question)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            log.warning("a thinking process failed: %s", type(error).__name__)
            await worker.end()
            return None
        finally:
            self._idle.put_nowait(worker)


def new_thinker(processes: int) -> Thinker:
    """Return so many processes to think in; with 0 the event loop thinks."""
    return ProcessPoolThinker(processes) if processes else InlineThinker()


def quickly(question: Question) -> str:
    """Answer by rule of thumb."""
    return think(replace(question, level=QUICK))
