"""Changes of matches that are made past `Store.commit`, counted.

Who keeps in hand what they read or stored looks it up again when something was rewritten since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.store.signals import REWRITTEN, Signal, telling

if TYPE_CHECKING:
    from bot.store.database import Database

P = ParamSpec("P")
T = TypeVar("T")


class Rewrites:
    """Writes what may change matches, whatever version they have; `count` says how often it did."""

    def __init__(self, database: Database) -> None:
        self.count = 0
        self._database = database

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes; durable when done. Raises StoreClosed or StoreFailed."""

        def rewrite(connection: Connection) -> T:
            return job(connection, *args, **kwargs)

        try:
            return await self._database.write(telling(rewrite, Signal(REWRITTEN)))
        finally:
            self.count += 1
