"""Programs of the bot that start at once: a process that has imported it all forks for each.

What is started is a process of its own in every way (`kill -9` ends it and nothing else), but does
without the second and a half that importing takes. `python -m tests.e2e.warm SOCKET` is that
process; it ends when its standard input does, so with the tests that use it. Whoever connects sends
a line of JSON, and reads the number of the process, then its exit status when it has ended.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Process:
    """A started program, as `asyncio.subprocess.Process` is one."""

    def __init__(self, pid: int, ending: asyncio.Task[bytes]) -> None:
        self.pid = pid
        self._ending = ending

    @property
    def returncode(self) -> int | None:
        """The exit status, or the negative number of the signal; None while it runs."""
        return int(self._ending.result()) if self._ending.done() else None

    def send_signal(self, number: int) -> None:
        """Send a signal, if the process has not ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until it has ended; return the exit status."""
        return int(await asyncio.shield(self._ending))


async def start(module: str, environment: Mapping[str, str], log: Path, *arguments: str) -> Process:
    """Run `python -m module` with this environment; what it prints goes to the end of a file."""
    reader, writer = await asyncio.open_unix_connection(_Server.get())
    log.touch()  # noqa: ASYNC240 - a file of the test itself
    asked = {
        "module": module, "arguments": arguments, "environment": dict(environment), "log": str(log),
    }  # fmt: skip
    writer.write(json.dumps(asked).encode() + b"\n")
    pid = int(await reader.readline())
    ending = asyncio.create_task(reader.readline())
    ending.add_done_callback(lambda _: writer.close())
    return Process(pid, ending)


class _Server:
    """The one warm process of these tests, started when it is first needed."""

    _address = ""

    @classmethod
    def get(cls) -> str:
        if not cls._address:
            folder = tempfile.TemporaryDirectory(prefix="warm-")
            address = str(Path(folder.name) / "socket")
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.warm", address], cwd=ROOT, stdin=subprocess.PIPE
            )
            atexit.register(folder.cleanup)
            atexit.register(process.wait)
            assert process.stdin is not None
            atexit.register(process.stdin.close)
            while not Path(address).exists():
                assert process.poll() is None
                time.sleep(0.01)
            cls._address = address
        return cls._address


def _serve(address: str) -> dict[str, object] | None:
    """Fork for whoever asks; return what was asked in the forked process, None at the end."""
    woken, waking = socket.socketpair()
    waking.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address + ".new")
    listening.listen()
    Path(address + ".new").rename(address)
    running: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([listening, woken, sys.stdin], [], [])
        if sys.stdin in ready:
            return None
        if woken in ready:
            woken.recv(4096)
            _tell_of_the_ended(running)
        if listening in ready:
            connection, _ = listening.accept()
            asked: dict[str, object] = json.loads(connection.makefile("rb").readline())
            pid = os.fork()
            if pid == 0:
                for held in (woken, waking, listening, connection, *running.values()):
                    held.close()
                return asked
            running[pid] = connection
            connection.sendall(b"%d\n" % pid)


def _tell_of_the_ended(running: dict[int, socket.socket]) -> None:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            with running.pop(ended[0]) as connection, suppress(OSError):
                connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(ended[1]))


def _become(
    module: str, arguments: Sequence[str], environment: Mapping[str, str], log: str
) -> None:
    """Be in this process what `python -m module` would be."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    end = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, standard in ((nothing, 0), (end, 1), (end, 2)):
        os.dup2(source, standard)
    os.close(end)
    os.close(nothing)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def main() -> None:
    """Import the bot and serve; in a forked process, run what was asked for."""
    gc.disable()
    import bot.client  # noqa: F401, PLC0415 - what the forked processes need not import
    from bot.puzzles import service  # noqa: PLC0415 - nor read puzzles
    from render.scenes import EMOJI, emoji  # noqa: PLC0415 - nor paint
    from tests import fork_server, swift  # noqa: PLC0415 - nor wait for a disk

    swift.take_over()
    fork_server.take_over()
    vars(service)["shipped"] = swift.some_puzzles
    swift.some_puzzles()
    for key in EMOJI:
        emoji(key)
    gc.freeze()
    gc.enable()
    asked = _serve(sys.argv[1])
    if asked is not None:
        _become(**asked)  # type: ignore[arg-type] # what `start` sends


if __name__ == "__main__":
    main()
