"""Who has the next turn where several wait for few: whoever needs it first; and ending tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, TypeVar

T = TypeVar("T")


async def end_tasks(tasks: Iterable[asyncio.Task[Any] | None]) -> None:
    """Cancel those of some tasks that there are, and wait until they have ended."""
    there = [task for task in tasks if task is not None]
    for task in there:
        task.cancel()
    await asyncio.gather(*there, return_exceptions=True)


class Turns(Generic[T]):
    """Lends a few things out, each to the one of all who wait whose need is due first.

    The last one given back is the first lent, so that where little is needed few are in use.

    >>> async def lent():
    ...     turns, order = Turns(["a process"]), []
    ...     async def take(name, due):
    ...         async with turns.lent(due):
    ...             order.append(name)
    ...     async with turns.lent():
    ...         all_ = [asyncio.create_task(take(*who)) for who in [("later", 9.0), ("soon", 2.0)]]
    ...         await asyncio.sleep(0)
    ...     await asyncio.gather(*all_)
    ...     return order
    >>> asyncio.run(lent())
    ['soon', 'later']
    """

    def __init__(self, things: Iterable[T]) -> None:
        self._idle = [*things]
        self._waiting: list[tuple[float, int, asyncio.Future[T]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def lent(self, due: float = 0.0) -> AsyncIterator[T]:
        """Lend a thing; whoever needs one earlier goes first, else whoever came first."""
        thing = await self._take(due)
        try:
            yield thing
        finally:
            self._give(thing)

    async def _take(self, due: float) -> T:
        if self._idle:
            return self._idle.pop()
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (due, next(self._numbers), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give(turn.result())
            raise

    def _give(self, thing: T) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(thing)
                return
        self._idle.append(thing)
