"""The heartbeat of a process: it renews its row, and lives on under a new name when late."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from bot.store.cluster.leases import Leases
from bot.store.cluster.processes import RENEWING, Processes
from bot.store.errors import StoreError

log = logging.getLogger(__name__)


class Heartbeat:
    """Keeps the process alive in the eyes of the others, from `begin` to `close`.

    Each of `on_late` is called when others may have taken what this process held, after it has
    joined anew.
    """

    def __init__(self, processes: Processes, leases: Leases) -> None:
        self.on_late: list[Callable[[], None]] = []
        self._processes = processes
        self._give_back = leases.give_back
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Join, and renew from now on. Raises StoreError."""
        await self._processes.join()
        self._task = asyncio.create_task(self._renew(), name="heartbeat")

    async def close(self) -> None:
        """Leave: what this process held is free at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreError):  # else its row runs out
            await self._processes.leave()

    async def _renew(self) -> None:
        was_told = False
        while True:
            await asyncio.sleep(RENEWING)
            try:
                is_in_time = await self._processes.renew()
                if not is_in_time:
                    await self._processes.join()
            except StoreError as error:
                if not was_told:
                    log.warning("this process cannot say that it is alive: %s", error)
                was_told = True
                continue
            was_told = False
            # What could not be given back while the database was away: nobody else asks again.
            await self._give_back()
            if is_in_time:
                continue
            log.warning("this process was late: others may have taken what it held")
            for tell in self.on_late:
                tell()
