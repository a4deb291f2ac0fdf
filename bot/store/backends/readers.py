"""Connections that only read, and how many ask over them at the same time."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from bot.store.errors import StoreBusy, StoreClosed

T = TypeVar("T")

URGENT, OTHERS = 2, 2
"""Connections for what people wait for, and for all else, which never holds up the first."""

READERS = URGENT + OTHERS
"""Connections that read at the same time, beside the one that writes."""

BEGUN_WITHIN = 2.5
"""Seconds without any read begun after which an urgent one that waits is refused.

So long a read waits for what another program holds, too.
"""


class Thread(Protocol):
    """A thread that blocks in place of the event loop."""

    async def run(self, job: Callable[[], T]) -> T:
        """Run a function in the thread: one trip there and back. Raises what it raises."""

    async def close(self) -> None:
        """Let the thread end; nothing is run any more."""


class PlainThread:
    """A thread for a driver that needs nothing of it."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, name)

    async def run(self, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    async def close(self) -> None:
        self._pool.shutdown(wait=False)


class _Asked:
    """A job that waits for a thread. Its answer is settled in the event loop."""

    def __init__(self, job: Callable[[], object]) -> None:
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.is_begun = False
        self._job = job

    def waits(self) -> bool:
        """Return whether the job has neither begun nor failed."""
        return not (self.is_begun or self.answer.done())

    def run(self) -> None:
        """Do the job, in a thread."""
        self.is_begun = True
        try:
            settle = partial(self._settle, self.answer.set_result, self._job())
        except BaseException as error:  # noqa: BLE001 - who asked has it
            settle = partial(self._settle, self.answer.set_exception, error)
        self.answer.get_loop().call_soon_threadsafe(settle)

    def fail(self, error: BaseException) -> None:
        self._settle(self.answer.set_exception, error)

    def _settle(self, as_what: Callable[[Any], None], value: object) -> None:
        if not self.answer.done():
            as_what(value)


class Pool:
    """Threads that take their jobs from one row.

    Who is done takes the next job at once: a busy event loop holds up no thread.
    """

    def __init__(self, threads: Sequence[Thread]) -> None:
        self._threads = threads
        self._idle = [*threads]
        self._row = deque[_Asked]()
        self._moved = 0.0
        self._working = set[asyncio.Task[None]]()

    async def run(self, job: Callable[[], T], *, limited: bool) -> T:
        """Run a function in a thread. Raises what it raises.

        Raises StoreBusy for what is `limited` and waits in a row that has not moved for
        BEGUN_WITHIN.
        """
        if not self._row:
            self._moved = time.monotonic()
        asked = _Asked(job)
        self._row.append(asked)
        if self._idle:
            working = asyncio.create_task(self._work(self._idle.pop()))
            self._working.add(working)
            working.add_done_callback(self._working.discard)
        while limited and asked.waits():
            await asyncio.wait({asked.answer}, timeout=BEGUN_WITHIN)
            if asked.waits() and time.monotonic() - self._moved >= BEGUN_WITHIN:
                asked.fail(StoreBusy(f"a read could not begin within {BEGUN_WITHIN:g} s"))
        answer: T = await asked.answer
        return answer

    async def _work(self, thread: Thread) -> None:
        """Have a thread do what waits, until nothing does."""
        try:
            while self._row:
                try:
                    await thread.run(self._take_all)
                except Exception as error:  # noqa: BLE001 - such as a file that is gone
                    if self._row:
                        self._row.popleft().fail(error)
        finally:
            self._idle.append(thread)

    def _take_all(self) -> None:
        """Do what waits, in a thread."""
        with suppress(IndexError):
            while True:
                asked = self._row.popleft()
                self._moved = time.monotonic()
                if not asked.answer.done():
                    asked.run()

    async def close(self) -> None:
        """Let the threads end; nothing is run any more."""
        # One may still be opening its connection, though another has done all there was.
        await asyncio.gather(*self._working)
        for thread in self._threads:
            await thread.close()


class Readers:
    """Connections that cannot write, each in a thread: a read is one trip there and back."""

    def __init__(self, engine: Engine, thread: Callable[[str], Thread] = PlainThread) -> None:
        self.engine = engine
        self._urgent = Pool([thread("urgent store reader") for _ in range(URGENT)])
        self._others = Pool([thread("store reader") for _ in range(OTHERS)])

    async def ask(self, query: Callable[[Connection], T], *, urgent: bool = False) -> T:
        """Run a function that only asks. Raises what the driver raises.

        Raises StoreBusy for what is urgent and waits while no urgent read begins.
        """
        pool = self._urgent if urgent else self._others
        return await pool.run(lambda: self._ask(query), limited=urgent)

    def _ask(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)

    async def close(self) -> None:
        """Let go of the connections; nothing is asked any more."""
        await self._urgent.close()
        await self._others.close()
        self.engine.dispose()


# A connection apart: what processes agree on by the second waits for no other write.


class Apart:
    """One connection and a thread of its own; both are made when they are first needed.

    A job is one statement, and so a transaction: it holds nothing that others wait for while this
    process gets no time. It is right when done twice: where the connection was lost it is.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._thread = ThreadPoolExecutor(1, "store apart")
        self._closed = False

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Do a job. Raises StoreClosed, and what the job and the driver raise."""
        if self._closed:
            raise StoreClosed("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, job)

    async def close(self) -> None:
        """Finish what is being done and close the connection; twice is harmless."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown(wait=False)

    def _do(self, job: Callable[[Connection], T]) -> T:
        try:
            return self._done(job)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return self._done(job)

    def _done(self, job: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return job(connection)
