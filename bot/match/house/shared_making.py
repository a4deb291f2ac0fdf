"""Work that is done once however many ask for it: who asks meanwhile waits for the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class SharedMaking(Generic[K, T]):
    """Makes things by key, each in a task of its own, called `name`.

    >>> async def twice():
    ...     shared = SharedMaking("an example")
    ...     return shared.begin(1, make) is shared.begin(1, make), await shared.made(1, make)
    >>> async def make():
    ...     return "made"
    >>> asyncio.run(twice())
    (True, 'made')
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._being_made: dict[K, asyncio.Task[T]] = {}

    def begin(self, key: K, make: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Begin to make something, unless that is being done."""
        task = self._being_made.get(key)
        if task is None:
            task = asyncio.create_task(make(), name=self._name)
            self._being_made[key] = task
            task.add_done_callback(lambda done: self._let_go(key, done))
        return task

    async def made(self, key: K, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what is made; it is made to the end even if nobody waits for it any more."""
        return await asyncio.shield(self.begin(key, make))

    async def close(self, within: float = 0.0) -> None:
        """Wait some seconds for what is being made, and let go of the rest."""
        if tasks := [*self._being_made.values()]:
            await asyncio.wait(tasks, timeout=within)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _let_go(self, key: K, task: asyncio.Task[T]) -> None:
        del self._being_made[key]
        if not task.cancelled():
            task.exception()  # whoever waits is told; perhaps nobody does any more
