"""Whether a database can be read and written now."""

from __future__ import annotations

import asyncio
from time import time

from sqlalchemy import Column, Connection, MetaData, Table, Text, insert
from sqlalchemy.schema import CreateTable, DropTable

from bot.store import settings
from bot.store.database import Database
from bot.store.errors import StoreError

PATIENCE = 5.0
"""Seconds in which a healthy store reads and writes something."""

ROWS, LENGTH = 128, 1000
"""Rows and their letters: more than a press stores, in pages of their own."""

_room = Table("nimbus_room", MetaData(), Column("filling", Text, nullable=False))


async def trouble(database: Database) -> str:
    """Say why a database cannot be read and written now, "" if it can; takes PATIENCE at most.

    One short text is written over, so the file does not grow. On a full disk that may go on where
    no new row fits: once a write has met that, the disk counts as full until new rows are written.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            await database.read(settings.get, *settings.MARK)
            # Always another text: SQLite writes nothing where nothing changes.
            await database.write(settings.put, *settings.MARK, f"{time():.6f}")
            if database.is_full:
                await database.write(_take_room)
                database.is_full = False
    except StoreError as error:
        return str(error)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    return ""


def _take_room(connection: Connection) -> None:
    """Make a table and fill it, and take it away again before anybody sees it."""
    connection.execute(CreateTable(_room))
    connection.execute(insert(_room), [{"filling": "x" * LENGTH}] * ROWS)
    connection.execute(DropTable(_room))
