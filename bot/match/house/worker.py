"""A process that works for the bot: one message in, one message out, over its pipes.

It runs a program of ours that reads a length and so many bytes, and writes the same. Its input
ends with the bot, and then it ends too, so it never outlives the bot.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.match.house.pipe import LENGTH

_ROOT = Path(__file__).parents[3]


class Worker:
    """One process, started with its first message."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
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
            if self._process is not None and self._process.returncode is not None:
                await self._end()  # it died while it had nothing to do
            process = self._process or await self._start()
        if process.stdin is None or process.stdout is None:
            raise EOFError("a process without pipes")
        process.stdin.write(LENGTH.pack(len(message)) + message)
        await process.stdin.drain()
        head = await process.stdout.readexactly(LENGTH.size)
        return await process.stdout.readexactly(LENGTH.unpack(head)[0])

    async def end(self) -> None:
        """End the process at once, also one that is starting; the next message starts another."""
        async with self._changing:
            await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, cwd=_ROOT
        )
        return self._process
