"""A process that makes moves until it is killed; a test starts it.

Run: python -m tests.store.victim PATH
Prints a line with match and number for each move it was told is stored.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.store import Store
from bot.store.rows import MatchId
from tests.store.samples import move_on, url_of

TABLES = 6


async def play(store: Store, match_id: MatchId) -> None:
    row = await store.match(match_id)
    while row is not None:
        commit = move_on(row, state={"moves": row.moves + 1})
        if not await store.commit(commit):
            raise SystemExit("stale")
        row = commit.row
        print(row.id, row.moves, flush=True)  # noqa: T201 - the test listens


async def main(path: str) -> None:
    store = await Store.open(url_of(Path(path)))
    await asyncio.gather(*(play(store, match_id) for match_id in await store.live()))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
