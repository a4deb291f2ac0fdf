"""Connections that only read, and how many ask over them at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

READERS = 4
"""Connections that read at the same time, beside the one that writes."""


class Readers(Protocol):
    """Connections that cannot write."""

    @property
    def engine(self) -> Engine:
        """The engine whose connections they are."""

    async def ask(self, query: Callable[[Connection], T]) -> T:
        """Run a function that only asks. Raises what the driver raises."""

    async def close(self) -> None:
        """Let go of the connections; nothing is asked any more."""


class AwaitingReaders:
    """Readers whose driver is awaited, as SQLite's."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @property
    def engine(self) -> Engine:
        return self._engine.sync_engine

    async def ask(self, query: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(query)

    async def close(self) -> None:
        await self._engine.dispose()


class BlockingReaders:
    """Readers whose driver blocks, each in a thread: less work than awaiting psycopg."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store reader")

    async def ask(self, query: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, query)

    def _ask(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)

    async def close(self) -> None:
        self._threads.shutdown(wait=False)
        self.engine.dispose()
