"""Processes that run any program, in the place of those that are forked for the bot."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks
from bot.match.house.pipe import LENGTH
from tests.waits import PATIENCE

ECHO = f"import sys, time; sys.stdin.buffer.read({LENGTH.size}); "


@dataclass(frozen=True)
class Spawned:
    """A process that speaks over pipes."""

    process: asyncio.subprocess.Process
    has_kernels = False

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def answers(self) -> Any:
        return self.process.stdout

    @property
    def questions(self) -> Any:
        return self.process.stdin

    @property
    def is_over(self) -> bool:
        return self.process.returncode is not None

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        self.questions.close()
        await self.process.wait()


class Spawning:
    """Stands for `Forks`: every child runs a program."""

    homes = ()
    has_kernels = False

    def __init__(self, *command: str) -> None:
        self._command = command

    async def fork(self, _: Program) -> Spawned:
        pipe = asyncio.subprocess.PIPE
        return Spawned(
            await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        )

    is_compiling = False

    async def compiled(self) -> None:
        return

    async def load(self) -> None:
        return


def failing_forks(code: str) -> Forks:
    """Return what starts processes that do `code` when they are asked."""
    return cast("Forks", Spawning(sys.executable, "-S", "-c", ECHO + code))


def compiling(forks: Forks) -> asyncio.Event:
    """Have kernels be compiled until the event is set, which is returned."""
    gate = asyncio.Event()

    async def compile_at_the_gate() -> None:
        await gate.wait()

    forks._compiling = asyncio.create_task(compile_at_the_gate())
    return gate


async def is_gone(pid: int) -> None:
    """Wait until there is no process of this number."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                await asyncio.sleep(0.01)
