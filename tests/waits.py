"""Waits of tests: for what is asked about, however long a busy machine takes, never for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import TypeVar, overload

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which what is waited for is held to hang."""

ROUNDS = 100
"""Times that the event loop goes round until whatever need not wait has happened."""


@overload
async def until(condition: Callable[[], Awaitable[T]]) -> T: ...
@overload
async def until(condition: Callable[[], T]) -> T: ...
async def until(condition: Callable[[], object]) -> object:
    """Return what is asked for as soon as it is true. Raises TimeoutError after `PATIENCE`."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = condition()
            answer = await found if isawaitable(found) else found
            if answer:
                return answer
            await asyncio.sleep(0.01)


async def rounds(number: int = ROUNDS) -> None:
    """Let everything happen that waits for no clock, thread or process."""
    for _ in range(number):
        await asyncio.sleep(0)
