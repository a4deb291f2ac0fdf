"""The workshop: one process of the lowest priority for heavy work that no table waits for.

Jobs are done one after another, each in its time. Few may wait, and of one person only one. The
process starts with the first job, ends when there was none for a while, and is replaced when it
dies, hangs or answers nonsense.

`await workshop.do(partial(review, record, seat), who=user_id, within=30.0)` gives a review.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar, cast

from bot.errors import Refused
from bot.match.house.child_processes import LONGEST_JOB, read_result
from bot.match.house.fork_server import Program, Worker
from bot.match.house.forks import Forks
from bot.turns import Turns, end_tasks

log = logging.getLogger(__name__)

T = TypeVar("T")

WAITING_JOBS = 8
"""How many jobs may be there at once: one is done, the others wait."""

IDLE = 300.0
"""Seconds without a job after which the process ends, and gives its memory back."""


class Workshop:
    """Does jobs in a process of its own, one at a time."""

    def __init__(self, forks: Forks, *, most: int = WAITING_JOBS, idle: float = IDLE) -> None:
        self._forks = forks
        self._worker = Worker(partial(forks.fork, Program.WORK))
        self._most = most
        self._idle = idle
        self._turns = Turns([self._worker])
        self._jobs = 0
        self._people: set[int] = set()
        self._rest: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of its process; None while there is none."""
        return self._worker.pid

    @property
    def is_idle(self) -> bool:
        """Whether nobody's job is being done or waits: time for background jobs."""
        return self._jobs == 0

    async def do(
        self, job: Callable[[], T], *, who: int | None = None, within: float = LONGEST_JOB / 2
    ) -> T:
        """Do a job and return what it gives.

        The job and what it gives go through `pickle`: a function of a module, with `partial` for
        what it is given. It may work `within` seconds, at most LONGEST_JOB, once its turn has come.
        `who` is the person who waits for it, None if nobody does.

        Raises Refused if too many wait, this person already waits, or nothing came of it.
        """
        if who in self._people:
            raise Refused("refused.workshop_own")
        if self._jobs >= self._most:
            raise Refused("refused.workshop_full")
        self._jobs += 1
        people = set() if who is None else {who}
        self._people |= people
        try:
            async with self._turns.lent():
                return await self._done(job, within)
        finally:
            self._jobs -= 1
            self._people -= people

    async def close(self) -> None:
        """End the process; nothing comes of the jobs that are there."""
        self._closed = True
        self._wake()
        await self._worker.end()

    async def _done(self, job: Callable[[], T], within: float) -> T:
        if self._closed:
            raise Refused("refused.workshop_failed")
        self._wake()
        await self._forks.compiled()  # a job may need kernels, and has no time to compile its own
        try:
            async with asyncio.timeout(within):
                fine, found = read_result(await self._worker.ask(pickle.dumps(job)))
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            log.warning("a job of the workshop failed: %s", type(error).__name__)
            await self._worker.end()
            raise Refused("refused.workshop_failed") from error
        except asyncio.CancelledError:
            # Nobody wants it any more, and the next job must not read its answer.
            await self._worker.end()
            raise
        self._rest = asyncio.create_task(self._end_later(), name="the workshop rests")
        if not fine:
            log.error("a job of the workshop failed:\n%s", found)
            raise Refused("refused.workshop_failed")
        return cast("T", found)

    async def _end_later(self) -> None:
        await asyncio.sleep(self._idle)
        await self._worker.end()

    def _wake(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        self._rest = None


# Work that is done once however many ask for it: who asks meanwhile waits for the same.

K = TypeVar("K", bound=Hashable)


class SharedMaking(Generic[K, T]):
    """Makes things by key, each in a task of its own, called `name`.

    >>> async def twice():
    ...     shared = SharedMaking("an example")
    ...     return shared.begin(1, make) is shared.begin(1, make), await shared.made(1, make)
    >>> async def make():
    ...     return "made"
    >>> asyncio.run(twice())
    (True, 'made')
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._being_made: dict[K, asyncio.Task[T]] = {}

    def begin(self, key: K, make: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Begin to make something, unless that is being done."""
        task = self._being_made.get(key)
        if task is None:
            task = asyncio.create_task(make(), name=self._name)
            self._being_made[key] = task
            task.add_done_callback(lambda done: self._let_go(key, done))
        return task

    async def made(self, key: K, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what is made; it is made to the end even if nobody waits for it any more."""
        return await asyncio.shield(self.begin(key, make))

    async def close(self, within: float = 0.0) -> None:
        """Wait some seconds for what is being made, and let go of the rest."""
        if tasks := [*self._being_made.values()]:
            await asyncio.wait(tasks, timeout=within)
            await end_tasks(tasks)

    def _let_go(self, key: K, task: asyncio.Task[T]) -> None:
        del self._being_made[key]
        if not task.cancelled():
            task.exception()  # whoever waits is told; perhaps nobody does any more
