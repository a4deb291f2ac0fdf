"""The cost of processes of this machine: processor time and memory, as Linux tells them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Spent:
    """Processor seconds: of the bot's own processes, of those they have started, and of this one.

    In this one are the sandbox, the people and whoever measures.
    """

    bot: float
    helpers: float
    sandbox: float

    @classmethod
    def now(cls, pids: Iterable[int]) -> Spent:
        """Return the costs of a bot's processes and those beside them so far."""
        trees = [tree_of(pid) for pid in pids]
        own = sum(_spent(tree[0]) for tree in trees)
        # Those that have ended count as what the process that started them has spent.
        everything = sum(_spent(pid, ended=True) for tree in trees for pid in tree)
        return cls(own, everything - own, _spent(os.getpid()))

    def since(self, before: Spent) -> Spent:
        """Return the costs since then."""
        return Spent(
            self.bot - before.bot, self.helpers - before.helpers, self.sandbox - before.sandbox
        )


def spent_by(program: str) -> float:
    """Return the processor seconds of all processes of a program that run on this machine.

    Those of processes that they had started and that have ended count, too.
    """
    return sum(_spent(pid, ended=True) for pid in _running(program))


def memory_of(pids: Iterable[int]) -> list[float]:
    """Return the megabytes that each process has for itself, and its share of what it shares."""
    return [_memory(pid) for pid in pids]


def tree_of(pid: int) -> list[int]:
    """Return a process and all that it and those after it have started, the first one first."""
    return [pid, *(one for child in _started_by(pid) for one in tree_of(child))]


def _running(program: str) -> Iterator[int]:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may end meanwhile
            if (process / "comm").read_text(encoding="utf-8").strip() == program:
                yield int(process.name)


def _memory(pid: int) -> float:
    with suppress(FileNotFoundError, ProcessLookupError):  # it may have ended meanwhile
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
    return 0.0


def _started_by(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    numbers = [(task / "children").read_text(encoding="ascii").split() for task in tasks]
    return [int(number) for some in numbers for number in some]


def _spent(pid: int, *, ended: bool = False) -> float:
    try:
        line = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    fields = line.rpartition(")")[2].split()[11 : 15 if ended else 13]
    return sum(map(int, fields)) / os.sysconf("SC_CLK_TCK")
