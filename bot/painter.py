"""Painting off the event loop: the only caller of `render`."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from render.lettering import prepare

if TYPE_CHECKING:
    from collections.abc import Callable

    from render.api import Picture
    from render.emoji import Emoji

T = TypeVar("T", "Picture", "Picture | None", "Emoji")


class Painter:
    """Two threads: the encoder releases the lock, so two pictures at once gain (R4).

    The fonts are read at the start, so that no picture waits for them.
    """

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="paint")
        self._pool.submit(prepare)
        self.under_way = 0
        """How many pictures are being painted, or wait to be."""

    async def paint(self, paint: Callable[[], T]) -> T:
        """Run a painting function in a thread and give its picture, if it has one."""
        self.under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, paint)
        finally:
            self.under_way -= 1

    def close(self) -> None:
        """Let the threads end; pictures under way are finished."""
        self._pool.shutdown(wait=False, cancel_futures=True)
