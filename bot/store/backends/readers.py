"""Connections that only read, and how many ask over them at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

READERS = 4
"""Connections that read at the same time, beside the one that writes."""


class Readers:
    """Connections that cannot write, each in a thread: less work than an awaited driver's."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store reader")

    async def ask(self, query: Callable[[Connection], T]) -> T:
        """Run a function that only asks. Raises what the driver raises."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, query)

    async def close(self) -> None:
        """Let go of the connections; nothing is asked any more."""
        self._threads.shutdown(wait=False)
        self.engine.dispose()

    def _ask(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)
