"""Painting off the event loop: the only caller of `render`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bot.turns import Turns
from render.api import Picture
from render.emoji import Emoji
from render.lettering import prepare

T = TypeVar("T", "Picture", "Picture | None", "Emoji")


PATIENCE = 10.0
"""By how many seconds what is wanted soon goes before what can wait."""


class Painter:
    """Two threads: the encoder releases the lock, so two pictures at once gain.

    The fonts are read at the start, so that no picture waits for them.
    """

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="paint")
        self._prepared = self._pool.submit(prepare)
        self._threads = Turns(range(threads))
        self.under_way = 0
        """How many pictures are being painted, or wait to be."""

    async def ready(self) -> None:
        """Wait until the fonts are read. Raises what reading them does."""
        await asyncio.wrap_future(self._prepared)

    async def paint(self, paint: Callable[[], T], *, soon: bool = False) -> T:
        """Run a painting function in a thread and give its picture, if it has one.

        Where several wait, those that are wanted `soon` go first, but nothing waits forever.
        """
        self.under_way += 1
        try:
            loop = asyncio.get_running_loop()
            async with self._threads.lent(loop.time() + (0.0 if soon else PATIENCE)):
                return await loop.run_in_executor(self._pool, paint)
        finally:
            self.under_way -= 1

    def close(self) -> None:
        """Let the threads end; pictures under way are finished."""
        self._pool.shutdown(wait=False, cancel_futures=True)
