"""A process that works for the bot: one message in, one message out.

It reads a length and that many bytes, and writes the same. It ends with the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.match.house.pipe import LENGTH


class Process(Protocol):
    """A running process and the way to and from it."""

    @property
    def pid(self) -> int: ...
    @property
    def answers(self) -> asyncio.StreamReader: ...
    @property
    def questions(self) -> asyncio.StreamWriter: ...
    @property
    def is_over(self) -> bool: ...

    async def end(self) -> None:
        """End it at once."""


class Worker:
    """One process, started with its first message."""

    def __init__(self, start: Callable[[], Awaitable[Process]]) -> None:
        self._start = start
        self._process: Process | None = None
        # Held while a process is started or ended, so that none that is starting is overlooked.
        self._changing = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process's number; None while there is none."""
        return self._process.pid if self._process else None

    async def ask(self, message: bytes) -> bytes:
        """Send a message and return the answer. Raises OSError or EOFError when none comes.

        Whoever stops waiting for the answer must `end` the process before the next message.
        """
        async with self._changing:
            if self._process is not None and self._process.is_over:
                await self._end()  # it died while it had nothing to do
            if self._process is None:
                self._process = await self._start()
            process = self._process
        process.questions.write(LENGTH.pack(len(message)) + message)
        await process.questions.drain()
        head = await process.answers.readexactly(LENGTH.size)
        return await process.answers.readexactly(LENGTH.unpack(head)[0])

    async def end(self) -> None:
        """End the process at once, also one that is starting; the next message starts another."""
        async with self._changing:
            await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.end()
