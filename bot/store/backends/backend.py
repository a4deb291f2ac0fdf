"""The interface of a kind of database, so that nothing else has to know which kind it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from sqlalchemy import Engine

from bot.store.backends.readers import Apart, Readers
from bot.store.errors import CannotOpen
from bot.store.signals import CHANNEL, Signal, received
from bot.turns import end_tasks

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds before a connection that was lost is made again."""

LOOK = 10.0
"""Seconds without a signal after which it is looked whether the connection still answers."""


class Listener:
    """Hears what other processes tell, from `start` to `close`.

    `connect` gives an asynchronous connection of the driver, `failures` are what it raises.
    """

    def __init__(
        self,
        connect: Callable[[], Awaitable[Any]],
        failures: tuple[type[Exception], ...],
        process: str,
    ) -> None:
        self._connect = connect
        self._failures: tuple[type[Exception], ...] = (*failures, OSError)
        self._process = process
        self._task: asyncio.Task[None] | None = None
        self._is_deaf = False

    def start(
        self, hear: Callable[[Signal], None], missed: Callable[[], None], deaf: Callable[[], None]
    ) -> None:
        """Begin; `missed` is called whenever it listens again, as some may have been lost.

        `deaf` is called when it does not for a while.
        """
        self._task = asyncio.create_task(self._run(hear, missed, deaf), name="listener")

    async def close(self) -> None:
        """Stop; twice is harmless."""
        await end_tasks([self._task])

    async def _run(
        self, hear: Callable[[Signal], None], missed: Callable[[], None], deaf: Callable[[], None]
    ) -> None:
        while True:
            try:
                await self._listen(hear, missed)
            except self._failures as error:
                deaf()
                if not self._is_deaf:
                    # Not the error's own words: they may name who logs in, and where.
                    log.warning("other processes cannot be heard: %s", type(error).__name__)
                self._is_deaf = True
            await asyncio.sleep(PAUSE)

    async def _listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        connection = await self._connect()
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
            if self._is_deaf:
                log.info("other processes are heard again")
            self._is_deaf = False
            # Only once it listens: what comes before is looked for, what comes after is heard.
            missed()
            while True:
                async for notice in connection.notifies(timeout=LOOK):
                    for signal in received(notice.payload, self._process):
                        _heard(hear, signal)
                await connection.execute("SELECT 1")
        finally:
            await connection.close()


def _heard(hear: Callable[[Signal], None], signal: Signal) -> None:
    try:
        hear(signal)
    except Exception:
        # What one signal leads to must not keep the others from being heard.
        log.exception("a signal was not understood: %s", signal.kind)


# The interface.


class Backend(Protocol):
    """A database at its address: SQLite's file, or one of a PostgreSQL server."""

    @property
    def is_shared(self) -> bool:
        """Whether several processes may be at work on the database."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The errors of statements that went wrong; those compiled by hand raise the driver's."""

    def prepare(self, *, alone: bool, shares: bool = False) -> Engine:
        """Make the tables or bring them up to date, and give the engine to write with; blocks.

        `alone` is for a bot that serves players: it keeps others that ask for it out until
        `release`, and has the database checked first; one that `shares` it keeps out those that do
        not, where the database can be shared. Raises CannotOpen, OSError, ValueError and
        `failures`.
        """

    def is_empty(self) -> bool:
        """Return whether there are no tables yet; blocks, and changes nothing. Raises as above."""

    def fill(self) -> Engine:
        """Give the engine to write with, for who makes the tables of an empty one; blocks.

        Keeps bots out until `release`. Raises as above.
        """

    def readers(self) -> Readers:
        """Make connections that cannot write; call it after `prepare`."""

    def scour(self) -> bool:
        """Have the files hold nothing of what was erased; False if to be tried again; blocks."""

    def apart(self) -> Apart | None:
        """Make a connection for what must wait for no other write; None where there is none."""

    def listener(self) -> Listener | None:
        """Make what hears other processes; None where there are none."""

    def check(self) -> None:
        """Raise StoreLost if what was opened is not there any more, or another bot's; blocks."""

    def release(self) -> None:
        """Let other bots in again; twice is harmless."""

    def cannot_open(self, error: BaseException) -> CannotOpen:
        """Say why `prepare` failed, and what to do."""

    def harmless(self, error: BaseException) -> BaseException:
        """Return an error as it may stand in a log: without what was to be stored."""

    def is_full(self, error: BaseException) -> bool:
        """Return whether there was no room for what was to be written."""

    def is_busy(self, error: BaseException) -> bool:
        """Return whether somebody else held what was asked for: later it may be free."""

    def brief(self, error: BaseException) -> str:
        """Say in a few words what failed, without the statement and its values.

        The first sign that stored data is broken is logged as an error.
        """
