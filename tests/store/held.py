"""A store that answers nothing for a while: its threads are held."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.store.backends.readers import OTHERS, URGENT
from bot.store.database import Database, make_urgent


@asynccontextmanager
async def held(
    database: Database, *, urgent: bool = True, writes: bool = True
) -> AsyncIterator[threading.Event]:
    """Hold all that reads and writes until the event is set, at the latest at the end.

    What is `urgent` goes on if it is not to be held, and so does what `writes`.
    """
    gate, begun = threading.Event(), list[object]()

    def wait(connection: object) -> None:
        begun.append(connection)
        gate.wait()

    async def reading_urgently() -> None:
        make_urgent()
        await database.read(wait)

    waits = [database.read(wait) for _ in range(OTHERS)]
    waits += [reading_urgently() for _ in range(URGENT if urgent else 0)]
    waits += [database.write(wait)] if writes else []
    holding = [asyncio.create_task(each) for each in waits]
    try:
        while len(begun) < len(holding):
            assert not any(each.done() for each in holding), "a thread could not be held"
            await asyncio.sleep(0.001)
        yield gate
    finally:
        gate.set()
        await asyncio.gather(*holding)
