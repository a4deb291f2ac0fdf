"""The fork server: a small process from which those that think and work for the bot are forked.

`bot.match.house.forks` starts it as `python -m bot.match.house.fork_server` and speaks to it over a
Unix socket, which is its standard input. Its children share its memory, so that compiled
kernels are in memory once, however many processes think. It has no thread, no event loop and no
file open but that socket, so that forking is safe. It ends with the bot.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import mmap
import os
import signal
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import BinaryIO, Protocol

from bot.match.house import child_processes
from bot.match.house.child_processes import LENGTH
from engine.players.kernels import HOMES, get_ready

# A process that works for the bot: one message in, one message out.
#
# It reads a length and that many bytes, and writes the same. It ends with the bot.


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


PID = struct.Struct("!I")
"""How the number of a child is told."""


class Program(Enum):
    """The job of a child."""

    THINK = b"t"
    """Answer questions."""
    WORK = b"w"
    """Do jobs of the workshop."""
    COMPILE = b"c"
    """Compile the kernels and end, so that what compiling takes is given back.

    It writes a byte after those of each game.
    """
    SERVE = b"s"
    """Load the kernels, tell its number, and be a fork server itself, whose children have them.

    Meanwhile the one that it comes from goes on forking.
    """


def serve(control: socket.socket) -> None:
    """Fork a child for each request, which comes with the child's end of a socket."""
    while True:
        request, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not request:
            return  # the bot is gone
        program = Program(request)
        # What is here stays for good. Without this the child's collector would write to all of it,
        # and so have a copy of its own.
        gc.collect()
        gc.freeze()
        pid = os.fork()
        if not pid:
            control.close()
            _run(program, descriptors[0])
        for descriptor in descriptors:
            os.close(descriptor)
        control.sendall(PID.pack(pid))


def _run(program: Program, descriptor: int) -> None:
    """Be the child: do what is asked until the bot closes the other end, and end the process."""
    status = 0
    try:
        if program is Program.SERVE:
            _serve_with_kernels(socket.socket(fileno=descriptor))
            os._exit(status)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with open(descriptor, "rb", closefd=False) as asked, open(descriptor, "wb") as answers:
            match program:
                case Program.WORK:
                    child_processes.work(asked, answers)
                case Program.COMPILE:
                    get_ready(lambda: _tell(answers, program.value))
                case _:
                    child_processes.serve(asked, answers)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the bot is gone, and with it everybody who could want the answer
    except BaseException:  # noqa: BLE001 - a child never goes on as its parent
        sys.excepthook(*sys.exc_info())
        status = 1
    finally:
        os._exit(status)


def _tell(answers: BinaryIO, word: bytes) -> None:
    answers.write(word)
    answers.flush()


COMPILER = "libllvmlite.so"

_MAPS = Path("/proc/self/maps")


def _let_compiler_go() -> None:
    """Give back the compiler's code: loading kernels reads some 70 MB of it, and thinking none.

    Should any of it be wanted again, the system reads it again from its file. Linux alone tells
    where it lies.
    """
    if not _MAPS.exists():
        return
    advise = ctypes.CDLL(None).madvise
    for line in _MAPS.read_text(encoding="utf-8").splitlines():
        where, rights, *_, name = line.split()
        if rights == "r-xp" and name.endswith(COMPILER):  # what is never written to
            start, end = (int(number, 16) for number in where.split("-"))
            advise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), mmap.MADV_DONTNEED)


def _serve_with_kernels(control: socket.socket) -> None:
    get_ready()
    _let_compiler_go()
    control.sendall(PID.pack(os.getpid()))
    serve(control)


def main() -> None:
    """Be the fork server; its argument, if any, is where compiled kernels may be kept."""
    # Ctrl-C in a terminal goes to the bot's processes too; the bot tells them when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The system buries children at once; nobody asks how they ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    HOMES.extend(map(Path, sys.argv[1:]))
    with suppress(BrokenPipeError, ConnectionResetError):  # the bot is gone amid a request
        serve(socket.socket(fileno=0))


if __name__ == "__main__":
    main()
