"""An outgoing line to one websocket: frames leave in the order in which they were said."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Self

import orjson
from aiohttp import web

from sandbox.wire import Json


class Line:
    """Sends JSON frames over a websocket from a queue; use it as a context manager."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.is_cut = False
        """Whether everything said is swallowed, as if the wire were cut."""
        self._socket = socket
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._writer = asyncio.create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._frames.put_nowait(None)
        if self._writer is not None:
            await self._writer

    def say(self, frame: Json) -> None:
        """Send a frame soon; a line that is already cut swallows it."""
        self.say_text(orjson.dumps(frame).decode())

    def say_text(self, text: str) -> None:
        """Send a frame that is JSON already."""
        if not self.is_cut:
            self._frames.put_nowait(text)

    async def close(self, code: int) -> None:
        """Close the socket with a code, once what was said before has left."""
        self._frames.put_nowait(None)
        if self._writer is not None:
            await self._writer
        if self.is_cut:
            return
        with contextlib.suppress(ConnectionError):
            await self._socket.close(code=code)

    async def _write(self) -> None:
        while (text := await self._frames.get()) is not None:
            try:
                await self._socket.send_str(text)
            except ConnectionError:
                return
