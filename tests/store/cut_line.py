"""A line to a PostgreSQL server that can be cut at a word, before it arrives or after."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from tests.postgresql import Server

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
        return f"{self._server.url(self._database)}&port={_PORT}"

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
