"""Connections that only read, and how many ask over them at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine

from bot.store.errors import StoreBusy

T = TypeVar("T")

URGENT, OTHERS = 2, 2
"""Connections for what people wait for, and for all else, which never holds up the first."""

READERS = URGENT + OTHERS
"""Connections that read at the same time, beside the one that writes."""

BEGUN_WITHIN = 2.5
"""Seconds in which an urgent read begins, or is refused."""


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


class Readers:
    """Connections that cannot write, each in a thread: a read is one trip there and back."""

    def __init__(self, engine: Engine, thread: Callable[[str], Thread] = PlainThread) -> None:
        self.engine = engine
        self._urgent = [thread("urgent store reader") for _ in range(URGENT)]
        self._others = [thread("store reader") for _ in range(OTHERS)]
        self._free = {True: _queue(self._urgent), False: _queue(self._others)}

    async def ask(self, query: Callable[[Connection], T], *, urgent: bool = False) -> T:
        """Run a function that only asks. Raises what the driver raises.

        Raises StoreBusy for what is urgent and cannot be begun within BEGUN_WITHIN.
        """
        free = self._free[urgent]
        try:
            async with asyncio.timeout(BEGUN_WITHIN if urgent else None):
                thread = await free.get()
        except TimeoutError:
            raise StoreBusy(f"a read could not begin within {BEGUN_WITHIN:g} s") from None
        try:
            return await thread.run(lambda: self._ask(query))
        finally:
            free.put_nowait(thread)

    def _ask(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)

    async def close(self) -> None:
        """Let go of the connections; nothing is asked any more."""
        for thread in (*self._urgent, *self._others):
            await thread.close()
        self.engine.dispose()


def _queue(threads: Iterable[Thread]) -> asyncio.Queue[Thread]:
    """Return threads of which the last used is taken first: what it has read is at hand."""
    queue: asyncio.Queue[Thread] = asyncio.LifoQueue()
    for thread in threads:
        queue.put_nowait(thread)
    return queue
