"""Trouble for tests: a line to a server that is cut at a word, and a store held for a while."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Self

from bot.store.backends.readers import OTHERS, URGENT
from bot.store.database import Database, make_urgent
from tests.postgresql import Server

# A line to a PostgreSQL server that can be cut at a word, before it arrives or after.

_PORT = 6543


class CutLine:
    """Passes on what is said over a socket of its own, until a word is said at which it is cut."""

    def __init__(self, server: Server, database: str) -> None:
        self._server = server
        self._database = database
        self._socket = socket.socket(socket.AF_UNIX)
        self._word: bytes | None = None
        self._arrives = self._for_good = self._is_down = False
        self._ends: list[socket.socket] = []
        self.cuts = 0

    @property
    def url(self) -> str:
        """The address of the database over this line."""
        return f"{self._server.url(self._database, patience=5)}&port={_PORT}"

    def cut_at(self, word: bytes, *, arrives: bool, for_good: bool = False) -> None:
        """Cut the line the next time that a word is said; it may arrive, its answer does not."""
        self._word, self._arrives, self._for_good = word, arrives, for_good

    def mend(self) -> None:
        self._is_down = False

    def __enter__(self) -> Self:
        self._socket.bind(str(self._server.directory / f".s.PGSQL.{_PORT}"))
        self._socket.listen()
        threading.Thread(target=self._take_calls, daemon=True).start()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        _shut(self._socket)
        self._socket.close()
        for end in self._ends:
            # One that is only closed stays open while a thread waits for what it says.
            _shut(end)
            end.close()
        (self._server.directory / f".s.PGSQL.{_PORT}").unlink()

    def _take_calls(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._socket.accept()
                if self._is_down:
                    caller.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server.directory / ".s.PGSQL.5432"))
                self._ends += [caller, server]
                for ends in ((caller, server), (server, caller)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                if self._word is not None and self._word in said:
                    self._cut(one, other, said)
                    return
                other.sendall(said)
        for end in (one, other):
            _shut(end)

    def _cut(self, caller: socket.socket, server: socket.socket, said: bytes) -> None:
        self._word, self._is_down = None, self._for_good
        self.cuts += 1
        # First away from the caller, so that no answer comes through.
        caller.shutdown(socket.SHUT_RDWR)
        if self._arrives:
            server.sendall(said)
        server.shutdown(socket.SHUT_WR)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


# A store that answers nothing for a while: its threads are held.


@asynccontextmanager
async def held(
    database: Database, *, urgent: bool = True, writes: bool = True
) -> AsyncIterator[threading.Event]:
    """Hold all that reads and writes until the event is set, at the latest at the end.

    What is `urgent` goes on if it is not to be held, and so does what `writes`.
    """
    gate, begun = threading.Event(), list[object]()

    def wait(connection: object) -> None:
        begun.append(connection)
        gate.wait()

    async def reading_urgently() -> None:
        make_urgent()
        await database.read(wait)

    waits = [database.read(wait) for _ in range(OTHERS)]
    waits += [reading_urgently() for _ in range(URGENT if urgent else 0)]
    waits += [database.write(wait)] if writes else []
    holding = [asyncio.create_task(each) for each in waits]
    try:
        while len(begun) < len(holding):
            assert not any(each.done() for each in holding), "a thread could not be held"
            await asyncio.sleep(0.001)
        yield gate
    finally:
        gate.set()
        await asyncio.gather(*holding)
