"""The one writer: a thread that takes all that waits into one transaction (group commit).

A thread of its own rather than a task, because a blocking driver costs a fraction of an awaited
one, and its waits for the disk leave the event loop alone.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from bot import meters
from bot.store.changes import Change
from bot.store.errors import Held, StoreClosed
from bot.store.flush import Answer, Task, flush, flush_each

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_AT_ONCE = 500
"""Tasks in one transaction, so that nobody waits for an endless one."""


PATIENCE = 10.0
"""Seconds in which a task is tried again that needs what another transaction holds."""

RETRY_AFTER = 0.25
"""Seconds between two tries."""


class _Waiting(NamedTuple):
    task: Task
    # What it will hold is known to the caller of `commit` or `run` only.
    future: asyncio.Future[Any]
    until: float = inf
    """When it is given up; known once another transaction was in its way."""


class Writer:
    """Writes what callers on one event loop ask for, in a thread of its own.

    A caller who is cancelled while waiting does not learn whether the task was done.
    """

    def __init__(self, connect: Callable[[], Engine]) -> None:
        """Make a writer; `connect` is called in the thread and may take its time."""
        self._connect = connect
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        # A daemon, so that a process which forgets to close the store can still end: what was
        # answered is durable, and what was not is stored whole or not at all.
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)

    async def start(self) -> None:
        """Open the database. Raises what `connect` raises."""
        opened = self._loop.create_future()
        self._opened = opened
        self._thread.start()
        await opened

    async def commit(self, change: Change) -> bool:
        """Write a change; False if it was made from another version than the stored one."""
        stored: bool = await self._ask(change)
        return stored

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Do a job, which must do nothing but SQL, and give what it gives."""
        value: T = await self._ask(job)
        return value

    @property
    def waiting(self) -> int:
        """How many tasks wait to be written."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Write what waits, then end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.shield(self._ended)

    def _ask(self, task: Task) -> asyncio.Future[Any]:
        if self._closed:
            raise StoreClosed("the store is closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._queue.put(_Waiting(task, future))
        return future

    def _run(self) -> None:
        try:
            engine = self._connect()
            connection = engine.connect()
        except Exception as error:  # noqa: BLE001 - `start` raises it
            self._closed = True
            self._tell(_settle, [self._opened, self._ended], [Answer(error=error), Answer()])
            return
        self._tell(_settle, [self._opened], [Answer()])
        with connection:
            open_, held, again_at = True, list[_Waiting](), 0.0
            while open_ or held:
                waiting, open_ = self._take(RETRY_AFTER if held else None) if open_ else ([], False)
                if held and not waiting and not open_:
                    time.sleep(RETRY_AFTER)
                if held and time.monotonic() >= again_at:
                    # Apart from the others, so that these never wait for what is held.
                    held = self._done(connection, held, flush_each)
                    again_at = time.monotonic() + RETRY_AFTER
                held += self._done(connection, waiting, flush)
        engine.dispose()
        self._tell(_settle, [self._ended], [Answer()])

    def _done(
        self,
        connection: Connection,
        waiting: list[_Waiting],
        flushed: Callable[[Connection, Sequence[Task]], list[Answer]],
    ) -> list[_Waiting]:
        """Do what waits and answer it; gives what is to be tried again."""
        if not waiting:
            return []
        with meters.COMMITS.time():
            answers = flushed(connection, [one.task for one in waiting])
        now, done, held = time.monotonic(), list[tuple[_Waiting, Answer]](), list[_Waiting]()
        for one, answer in zip(waiting, answers, strict=True):
            if isinstance(answer.error, Held) and now < one.until:
                held.append(one._replace(until=min(one.until, now + PATIENCE)))
            else:
                done.append((one, answer))
        self._tell(_settle, [one.future for one, _ in done], [answer for _, answer in done])
        return held

    def _take(self, timeout: float | None) -> tuple[list[_Waiting], bool]:
        """Wait for something to do, `timeout` seconds at most, and take all there is.

        False when it is the last.
        """
        waiting: list[_Waiting] = []
        try:
            item = self._queue.get(timeout=timeout)
            while item is not None:
                waiting.append(item)
                if len(waiting) == MOST_AT_ONCE:
                    return waiting, True
                item = self._queue.get_nowait()
        except Empty:
            return waiting, True
        return waiting, False

    def _tell(self, *call: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(*call)
        except RuntimeError:
            # The loop was closed before the store; nobody is left to hear the answers.
            log.debug("the event loop ended before the store was closed")


def _settle(futures: list[asyncio.Future[Any]], answers: list[Answer]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue  # its caller was cancelled
        if answer.error is not None:
            future.set_exception(answer.error)
        else:
            future.set_result(answer.value)
