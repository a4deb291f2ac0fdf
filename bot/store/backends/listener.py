"""Listening for the signals of other processes, on a connection of its own, never blocking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from bot.store.signals import CHANNEL, Signal, received

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds before a connection that was lost is made anew."""

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
        """Begin; `missed` is called whenever it listens anew, as some may have been lost.

        `deaf` is called when it does not for a while.
        """
        self._task = asyncio.create_task(self._run(hear, missed, deaf), name="listener")

    async def close(self) -> None:
        """Stop; twice is harmless."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

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
