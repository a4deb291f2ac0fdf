"""Ways to write one durable move to the same tables; `bench.store` compares them.

Each opens a database that the store made. One move is one transaction (SQLite: with WAL and
synchronous=FULL): the version-checked UPDATE of the match, then the INSERT of the move. All spell
the row with the store's codec, so that only the way to the disk differs.
"""

from __future__ import annotations

import asyncio
import sqlite3
from operator import itemgetter
from typing import Any, Protocol, Self

from sqlalchemy import make_url

from bot.store import Commit, Store
from bot.store.changes import MOVED, change_of
from bot.store.codec import MATCH_COLUMNS

PRAGMAS = (
    "PRAGMA busy_timeout=10000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)
_SETS = ", ".join(f"{name} = ?" for name in MOVED)
_SAME = [name for name in MATCH_COLUMNS if name not in MOVED]
_UPDATE = f"UPDATE match SET {_SETS} WHERE id = ? AND version = ? AND " + " AND ".join(  # noqa: S608 - our own names
    f"{name} IS ?" for name in _SAME
)
_INSERT = "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)"
_pick = itemgetter(*(("id", "on", *MATCH_COLUMNS).index(n) for n in (*MOVED, "id", "on", *_SAME)))


class Peer(Protocol):
    """One way to write."""

    @classmethod
    async def open(cls, url: str) -> Self: ...
    async def move(self, commit: Commit) -> bool: ...
    async def close(self) -> None: ...


def _path_of(url: str) -> str:
    return make_url(url).database or ""


class Ours:
    """The store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    async def open(cls, url: str) -> Self:
        return cls(await Store.open(url))

    async def move(self, commit: Commit) -> bool:
        return await self._store.commit(commit)

    async def close(self) -> None:
        await self._store.close()


class Stdlib:
    """sqlite3 in the event loop, which it blocks."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, url: str) -> Self:
        connection = sqlite3.connect(_path_of(url), isolation_level=None)
        for pragma in PRAGMAS:
            connection.execute(pragma)
        return cls(connection)

    async def move(self, commit: Commit) -> bool:
        change = change_of(commit)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        hit = connection.execute(_UPDATE, _pick(change.match)).rowcount == 1
        if hit and change.move is not None:
            connection.execute(_INSERT, change.move)
        connection.execute("COMMIT")
        return hit

    async def close(self) -> None:
        self._connection.close()


class Psycopg:
    """psycopg, awaited: two statements and a COMMIT, one move after the other."""

    UPDATE = _UPDATE.replace(" IS ?", " IS NOT DISTINCT FROM ?").replace("?", "%s").encode()
    INSERT = _INSERT.replace("?", "%s").encode()

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Self:
        # Where there is no libpq this cannot be imported, and SQLite can be measured all the same.
        import psycopg  # noqa: PLC0415 - see above

        plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        return cls(await psycopg.AsyncConnection.connect(plain))

    async def move(self, commit: Commit) -> bool:
        change = change_of(commit)
        async with self._lock, self._connection.transaction():
            updated = await self._connection.execute(self.UPDATE, _pick(change.match))
            if updated.rowcount == 1 and change.move is not None:
                await self._connection.execute(self.INSERT, change.move)
        return bool(updated.rowcount == 1)

    async def close(self) -> None:
        await self._connection.close()
