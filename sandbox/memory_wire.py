"""A wire without sockets: clients in the stand-in's own process speak with it on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler


class _End(asyncio.Transport):
    """One end of a connection; what is written at it arrives at the other in the next round."""

    other: _End

    def __init__(self, protocol: Any) -> None:
        super().__init__()
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_closing:
            self._loop.call_soon(self.other.take, bytes(data))

    def take(self, data: bytes) -> None:
        """Give what has arrived to whoever reads here."""
        if not self._is_closing:
            self._protocol.data_received(data)

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._loop.call_soon(self._protocol.connection_lost, None)
            self._loop.call_soon(self.other.close)

    abort = close

    def is_closing(self) -> bool:
        return self._is_closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        found: asyncio.BaseProtocol = self._protocol
        return found

    # Who reads slowly is given it all the same: nothing is lost, and all of it is in memory anyway.
    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class MemoryConnector(aiohttp.BaseConnector):
    """Connects every request with a server of this process, whatever address it names."""

    def __init__(self, serve: Callable[[], Any]) -> None:
        super().__init__(limit=0)
        self._serve = serve

    async def _create_connection(self, *_: object) -> ResponseHandler:
        client, server = ResponseHandler(asyncio.get_running_loop()), self._serve()
        here, there = _End(client), _End(server)
        here.other, there.other = there, here
        client.connection_made(here)
        server.connection_made(there)
        return client
