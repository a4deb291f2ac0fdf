"""The first step of some work: all that it does before it has to wait for anything.

What memory knows is read without waiting, so a press that memory can answer is answered by then;
any other can be acknowledged in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Generator
from typing import Any, TypeAlias

Work: TypeAlias = "Coroutine[asyncio.Future[Any] | None, None, None]"


def begun(work: Work) -> Awaitable[None] | None:
    """Do the first step of some work; return what is left of it, None if it is done.

    What is left must be awaited in the task that began it. Raises what the work raises.
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return _Rest(work, awaited)


class _Rest:
    """Goes on with work when what it waits for is there; begun, it cannot be awaited itself."""

    def __init__(self, work: Work, awaited: asyncio.Future[Any] | None) -> None:
        self._work, self._awaited = work, awaited

    def __await__(self) -> Generator[Any, Any, None]:
        if self._awaited is not None:
            try:
                yield from asyncio.wait([self._awaited]).__await__()
            except BaseException:
                self._work.close()
                raise
        yield from self._work.__await__()
