"""A process among others, as far as the store goes: without Discord and without tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.cluster.peers import Cluster
from bot.store import Store
from tests.store.samples import OnServer, opened


class Joined(Cluster):
    """A process that has joined others, with its store."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.store = store
        store.ownership, store.peers = self.ownership, self.peers


@asynccontextmanager
async def joined(at: OnServer, **options: Any) -> AsyncIterator[Joined]:
    async with opened(at, **options) as store:
        process = Joined(store)
        await process.processes.join()
        yield process
