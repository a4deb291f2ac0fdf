"""Painting off the event loop: the only caller of `render`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

from render.api import Picture
from render.emoji import Emoji
from render.lettering import prepare

T = TypeVar("T", "Picture", "Picture | None", "Emoji")


PATIENCE = 10.0
"""By how many seconds what is wanted soon goes before what can wait."""


class Painter:
    """Two threads: the encoder releases the lock, so two pictures at once gain (R4).

    The fonts are read at the start, so that no picture waits for them.
    """

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="paint")
        self._prepared = self._pool.submit(prepare)
        self._free = threads
        # When each is to be painted, the earliest first, and what lets it.
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = count()
        self.under_way = 0
        """How many pictures are being painted, or wait to be."""

    async def ready(self) -> None:
        """Wait until the fonts are read. Raises what reading them does."""
        await asyncio.wrap_future(self._prepared)

    async def paint(self, paint: Callable[[], T], *, soon: bool = False) -> T:
        """Run a painting function in a thread and give its picture, if it has one.

        Where several wait, those that are wanted `soon` go first, but nothing waits for ever.
        """
        self.under_way += 1
        try:
            await self._turn(soon=soon)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, paint)
            finally:
                self._next()
        finally:
            self.under_way -= 1

    async def _turn(self, *, soon: bool) -> None:
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        when = loop.time() + (0.0 if soon else PATIENCE)
        heappush(self._waiting, (when, next(self._count), ready))
        try:
            await ready
        except asyncio.CancelledError:
            if not ready.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        """Give a thread that is free to the first that waits."""
        while self._waiting:
            *_, ready = heappop(self._waiting)
            if not ready.done():
                ready.set_result(None)
                return
        self._free += 1

    def close(self) -> None:
        """Let the threads end; pictures under way are finished."""
        self._pool.shutdown(wait=False, cancel_futures=True)
