"""A connection apart: what keeps a process alive in the eyes of others waits for no other write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

from bot.store.errors import StoreClosed

T = TypeVar("T")


class Apart:
    """One connection and a thread of its own; both are made when they are first needed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "store apart")
        self._closed = False

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction. Raises StoreClosed, and what the job and the driver raise."""
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
        with self._engine.begin() as connection:
            return job(connection)
