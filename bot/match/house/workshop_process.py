"""The process of the workshop: jobs in, results out, at the lowest priority.

It is forked for `bot.match.house.workshop` (`bot.match.house.fork_server`). It ends when its input
does, even amid a job, and when one job takes far too long.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from bot.match.house.pipe import LENGTH

LONGEST_JOB = 120
"""Seconds after which a process that still works ends itself; no job may take longer."""

HUMBLEST = 19
"""How much everything else goes first, as `nice` counts."""


def spell(fine: bool, found: object) -> bytes:
    """Spell what came of a job: what it gave, or where it failed, as text."""
    return pickle.dumps((fine, found))


def read(answer: bytes) -> tuple[bool, object]:
    """Read what `spell` wrote. Raises ValueError if it is something else."""
    try:
        # Only a process that the bot started itself writes to this pipe.
        fine, found = pickle.loads(answer)  # noqa: S301
    except (pickle.UnpicklingError, AttributeError, EOFError, ImportError) as error:
        raise ValueError("no answer of the workshop") from error
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError("a spoilt answer of the workshop") from error
    return bool(fine), found


def do(job: Callable[[], object]) -> bytes:
    """Do a job and spell what came of it."""
    try:
        return spell(True, job())
    except Exception:  # noqa: BLE001 - whatever a job raises is told to the bot, which logs it
        return spell(False, traceback.format_exc(limit=-3))


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Do jobs for ever; the process ends at once, even amid a job, when there can be no more."""
    there: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(jobs, there), daemon=True).start()
    while True:
        job = there.get()
        if hasattr(signal, "alarm"):
            signal.alarm(LONGEST_JOB)
        answer = do(pickle.loads(job))  # noqa: S301 - from the bot
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
        if hasattr(signal, "alarm"):
            signal.alarm(0)


def _listen(jobs: BinaryIO, there: SimpleQueue[bytes]) -> None:
    while head := jobs.read(LENGTH.size):
        there.put(jobs.read(LENGTH.unpack(head)[0]))
    # The bot is gone, and with it everybody who could want an answer.
    os._exit(0)


def be(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Be the workshop's process."""
    if hasattr(os, "nice"):
        os.nice(HUMBLEST)
    sys.stdout = sys.stderr  # what a job prints is no answer
    serve(jobs, answers)
