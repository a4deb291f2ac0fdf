"""Changes of matches that are made past `Store.commit`, counted.

Who keeps in hand what they read or stored looks it up again when something was rewritten since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.store.database import Database
from bot.store.signals import REWRITTEN, Signal, telling

P = ParamSpec("P")
T = TypeVar("T")


class Rewrites:
    """Writes what may change matches, whatever version they have; `count` says how often it did."""

    def __init__(self, database: Database) -> None:
        self.is_deaf = False
        """Whether other processes cannot be heard: anything may have been rewritten since."""
        self._database = database
        self._count = 0

    @property
    def count(self) -> int:
        """How often matches were rewritten."""
        if self.is_deaf:
            self._count += 1
        return self._count

    def note(self) -> None:
        """Note that somebody has rewritten some."""
        self._count += 1

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes; durable when done. Raises StoreClosed or StoreFailed."""

        def rewrite(connection: Connection) -> T:
            return job(connection, *args, **kwargs)

        try:
            return await self._database.write(telling(rewrite, Signal(REWRITTEN)))
        finally:
            self.note()
