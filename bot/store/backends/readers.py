"""Connections that only read, and how many ask over them at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

from bot.store.errors import StoreBusy

T = TypeVar("T")

URGENT, OTHERS = 2, 2
"""Connections for what people wait for, and for all else, which never holds up the first."""

READERS = URGENT + OTHERS
"""Connections that read at the same time, beside the one that writes."""

BEGUN_WITHIN = 2.5
"""Seconds in which an urgent read begins, or is refused."""


class Readers:
    """Connections that cannot write, each in a thread: a read is one trip there and back."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._urgent = ThreadPoolExecutor(URGENT, "urgent store reader")
        self._others = ThreadPoolExecutor(OTHERS, "store reader")

    async def ask(self, query: Callable[[Connection], T], *, urgent: bool = False) -> T:
        """Run a function that only asks. Raises what the driver raises.

        Raises StoreBusy for what is urgent and cannot be begun within BEGUN_WITHIN.
        """
        asked = (self._urgent if urgent else self._others).submit(self._ask, query)
        answer = asyncio.wrap_future(asked)
        if urgent:
            await asyncio.wait([answer], timeout=BEGUN_WITHIN)
            if asked.cancel():
                raise StoreBusy(f"a read could not begin within {BEGUN_WITHIN:g} s")
        return await answer

    def _ask(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)

    async def close(self) -> None:
        """Let go of the connections; nothing is asked any more."""
        self._urgent.shutdown(wait=False)
        self._others.shutdown(wait=False)
        self.engine.dispose()
