"""A connection apart: what processes agree on by the second waits for no other write."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from bot.store.errors import StoreClosed

T = TypeVar("T")


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
