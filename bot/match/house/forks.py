"""Processes of the bot, forked from one server: asking for one, and speaking with it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from bot import PROGRAM
from bot.match.house.child_processes import TO_GET_READY
from bot.match.house.fork_server import PID, Program
from bot.turns import end_tasks
from engine.players.kernels import KERNELS, are_compiled, kept

log = logging.getLogger(__name__)

_ROOT = Path(__file__).parents[3]

MODULE = "bot.match.house.fork_server"

T = TypeVar("T")

COMPILING = (
    "what house players think with is compiled, once: some 40 seconds of one core; until then they "
    "play new games by rule of thumb"
)
"""The words for a host."""

PATIENCE = 30.0
"""Seconds that the server may take for one child; it takes a hundredth, and longer to start."""

GIVE_BACK = {"MALLOC_MMAP_THRESHOLD_": "262144", "MALLOC_TRIM_THRESHOLD_": "262144"}
"""Has glibc give the memory of a search back when it is over; other systems know nothing of it."""


@dataclass(frozen=True, slots=True)
class Fork:
    """A running child: its number, the way to and from it, and whether it came with kernels."""

    pid: int
    answers: asyncio.StreamReader
    questions: asyncio.StreamWriter
    has_kernels: bool

    @property
    def is_over(self) -> bool:
        """Whether it has ended, as far as was heard."""
        return self.answers.at_eof()

    async def end(self) -> None:
        """End it at once, whatever it does."""
        if not self.is_over:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        # Not waited for: somebody may still be reading, who hears now that nothing more comes.
        self.questions.close()
        with suppress(OSError):
            await self.questions.wait_closed()


class Forks:
    """The fork server, started with the first child and again if it dies.

    `home` is where the host keeps data: compiled kernels too, where the code is read-only.
    """

    def __init__(self, home: Path | None = None) -> None:
        self.homes = () if home is None else (home.absolute(),)
        self._started: asyncio.subprocess.Process | None = None
        # The way to the server, and to the one with kernels that came from it, which is asked then.
        # The first stays: it buries the other, and `ps` shows both below the bot.
        self._controls: list[socket.socket] = []
        self._pids: list[int] = []
        # One request at a time; whoever asks meanwhile waits.
        self._asking = asyncio.Lock()
        self._requests: set[asyncio.Task[Any]] = set()
        self._loading: asyncio.Task[None] | None = None
        self._compiling: asyncio.Task[None] | None = None

    @property
    def is_compiling(self) -> bool:
        """Whether kernels are being compiled, so that who needs them would wait for that."""
        return self._compiling is not None and not self._compiling.done()

    @property
    def has_kernels(self) -> bool:
        """Whether children come with kernels in memory, as far as is known."""
        return len(self._controls) > 1

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the server, and of the one that has loaded kernels, if there are."""
        return tuple(self._pids)

    async def fork(self, program: Program) -> Fork:
        """Start a child. Raises OSError or EOFError where there is none."""
        try:
            return await self._forked(program)
        except EOFError:
            return await self._forked(program)  # the server had died; this is from a new one

    def begin_to_compile(self) -> None:
        """Have the kernels compiled and kept, unless they are, and log how far that is.

        Where it fails, what was not compiled is as it is first needed.
        """
        if are_compiled() and kept(*self.homes) is None:
            log.info("%s", COMPILING)
            self._compiling = self._begun(self._compile())

    async def compiled(self) -> None:
        """Wait until nothing is being compiled."""
        if self._compiling is not None:
            await asyncio.wait((self._compiling,))

    async def _compile(self) -> None:
        try:
            await self._compile_each()
        except (OSError, EOFError, TimeoutError) as error:
            why = type(error).__name__
            log.warning("kernels are not compiled (%s): %s compile does it", why, PROGRAM)

    async def _compile_each(self) -> None:
        began, child = time.monotonic(), await self.fork(Program.COMPILE)
        try:
            for number, game in enumerate(KERNELS, start=1):
                async with asyncio.timeout(TO_GET_READY):
                    await child.answers.readexactly(1)
                took = time.monotonic() - began
                log.info(
                    "compiled for %s (%s of %s) after %.0f s", game, number, len(KERNELS), took
                )
        finally:
            await child.end()

    async def load(self) -> None:
        """Have children come with kernels from now on, which are loaded once for all of them.

        It goes on where whoever asked for it waits no longer. Raises OSError or EOFError.
        """
        if self.has_kernels:
            return
        if self._loading is None or self._loading.done():
            self._loading = self._begun(self._load())
        await asyncio.shield(self._loading)

    async def close(self) -> None:
        """End the server; its children go on until they are ended themselves."""
        await end_tasks(self._requests)
        await self._end()

    async def _forked(self, program: Program) -> Fork:
        ours, theirs = socket.socketpair()
        # Whoever gives up waiting leaves the server in order; a child that nobody wants finds its
        # other end closed.
        request = self._begun(self._ask(program, theirs))
        try:
            pid, has_kernels = await asyncio.shield(request)
            answers, questions = await asyncio.open_connection(sock=ours)
        except BaseException:
            ours.close()
            raise
        return Fork(pid, answers, questions, has_kernels)

    async def _load(self) -> None:
        ours, theirs = socket.socketpair()
        pid = None
        try:
            pid, _ = await self._ask(Program.SERVE, theirs)
            async with asyncio.timeout(TO_GET_READY):
                await _read_pid(ours)
            # Not while somebody asks: `_ask` says by this whether their child has kernels.
            async with self._asking:
                self._controls.append(ours)
                self._pids.append(pid)
        except BaseException:
            ours.close()
            if pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            raise

    async def _ask(self, program: Program, theirs: socket.socket) -> tuple[int, bool]:
        """Ask the server for a child; return its number and whether it came with kernels."""
        with theirs:
            async with self._asking:
                try:
                    control = self._controls[-1] if self._controls else await self._start()
                    async with asyncio.timeout(PATIENCE):
                        socket.send_fds(control, [program.value], [theirs.fileno()])
                        return await _read_pid(control), self.has_kernels
                except (OSError, EOFError) as error:
                    is_missing = not self._controls
                    await self._end()
                    if is_missing:
                        raise
                    raise EOFError("the fork server has ended") from error
                except asyncio.CancelledError:
                    await self._end()  # what it still says is for nobody
                    raise

    async def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._started = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", MODULE, *map(str, self.homes), cwd=_ROOT,
                    stdin=theirs.fileno(), stdout=asyncio.subprocess.DEVNULL,
                    env={**os.environ, **GIVE_BACK},
                )  # fmt: skip
            except BaseException:
                ours.close()
                raise
        self._controls, self._pids = [ours], [self._started.pid]
        return ours

    async def _end(self) -> None:
        """End the server at once, whatever it does, and the one that came from it."""
        controls, self._controls = self._controls, []
        pids, self._pids = self._pids, []
        for control, pid in zip(controls, pids, strict=True):
            if _is_open(control):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            control.close()
        started, self._started = self._started, None
        if started is not None:
            await started.wait()

    def _begun(self, what: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(what, name="asking for a process")
        self._requests.add(task)
        task.add_done_callback(self._over)
        return task

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._requests.discard(task)
        if not task.cancelled():
            task.exception()  # perhaps nobody waits for it any more


async def compile_kernels(data: Path) -> None:
    """Have the kernels compiled and kept, unless they are, by a server of its own."""
    forks = Forks(data)
    try:
        forks.begin_to_compile()
        await forks.compiled()
    finally:
        await forks.close()


def _is_open(control: socket.socket) -> bool:
    """Return whether a server still holds its end; the number of a dead one may be another's."""
    try:
        return control.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


async def _read_pid(control: socket.socket) -> int:
    """Return the number that a server tells. Raises OSError or EOFError where it has ended."""
    control.setblocking(False)
    told = await asyncio.get_running_loop().sock_recv(control, PID.size)
    if len(told) < PID.size:
        raise EOFError("the fork server has ended")
    pid: int = PID.unpack(told)[0]
    return pid
