"""The other processes on the database, over its signals: telling them, and hearing them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.remembered import Remembered
from bot.store.rewrites import Rewrites
from bot.store.signals import REWRITTEN, SETTINGS, Signal, send

log = logging.getLogger(__name__)


class SharedPeers:
    """`bot.store.peers` of several; keeps what was read before true, whoever changes it."""

    def __init__(self, database: Database, remembered: Remembered, rewrites: Rewrites) -> None:
        self._database = database
        self._remembered = remembered
        self._rewrites = rewrites
        self._waiting: list[Signal] = []
        self._telling: asyncio.Task[None] | None = None

    def listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        """Hear from now on what other processes tell; see `Peers`."""

        def heard(signal: Signal) -> None:
            if signal.kind == SETTINGS:
                self._remembered.forget(*signal.about)
            elif signal.kind == REWRITTEN:
                self._rewrites.note()
            else:
                hear(signal)

        def missed_some() -> None:
            # Nothing is taken for known before the line stands again: what changed while it was
            # cut nobody will ever tell.
            self._remembered.forget()
            self._rewrites.is_deaf = False
            self._rewrites.note()
            missed()

        def deaf() -> None:
            self._rewrites.is_deaf = True

        self._database.listen(heard, missed_some, deaf)

    async def tell(self, *signals: Signal) -> None:
        """Tell the others what no change of the store tells them. Raises StoreError."""
        await self._database.write_out_of_turn(None, send, signals)

    def tell_soon(self, kind: str, *about: Any) -> None:
        """Tell the others something that may be lost, without waiting for it."""
        self._waiting.append(Signal(kind, about))
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all(), name="telling others")

    async def told(self) -> None:
        """Wait until all is told that is to be told soon."""
        if self._telling is not None:
            await self._telling

    async def _tell_all(self) -> None:
        while self._waiting:
            signals, self._waiting = self._waiting, []
            try:
                # More may come while these are told: the loop looks again before the task ends.
                await self.tell(*signals)
            except StoreError as error:
                log.warning("other processes could not be told: %s", error)
