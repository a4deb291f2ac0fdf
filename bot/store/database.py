"""One open database: questions are asked of many connections, all writing goes through one."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import time
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import settings
from bot.store.changes import Change
from bot.store.checkup import refuse_damaged, refuse_foreign, refuse_incomplete
from bot.store.database_file import DatabaseFile
from bot.store.errors import NewerDatabase, StoreClosed, StoreFailed, Unsupported
from bot.store.migrations import upgrade
from bot.store.sqlite import reading_engine, writing_engine
from bot.store.troubles import brief, cannot_open, damaged, is_damage
from bot.store.writer import Writer

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_LOOKS_LIKE = "sqlite+aiosqlite:///data/nimbus.sqlite3"

_FAILURES = (SQLAlchemyError, sqlite3.Error)
"""What a statement that went wrong raises; those compiled by hand raise the driver's own."""


class Database:
    """Runs functions of a connection, which is all that the other modules are made of."""

    def __init__(self, file: DatabaseFile, readers: AsyncEngine, writer: Writer) -> None:
        self._file = file
        self._readers = readers
        self._writer = writer
        self._told_of_damage = False
        self._closed = False
        self._reads = 0
        self._idle = asyncio.Event()

    @classmethod
    async def open(cls, address: str, *, alone: bool = False) -> Self:
        """Open the database at a URL, made and brought up to date first.

        `alone` is for a bot that serves players: it keeps others that ask for it out, and has the
        whole file checked first. Raises CannotOpen.
        """
        url = _checked(address)
        try:
            file = DatabaseFile(Path(url.database or ""))
            url = url.set(database=str(file.path))
            writer = Writer(partial(_prepared, url, file, alone=alone))
        except (OSError, ValueError, RuntimeError) as error:
            # A RuntimeError is what Python 3.11 and 3.12 make of links that lead in a circle.
            raise cannot_open(Path(url.database or ""), error) from error
        try:
            await writer.start()
        except BaseException as error:
            file.release()
            if isinstance(error, (*_FAILURES, OSError, ValueError)):
                raise cannot_open(file.path, error) from error
            raise
        return cls(file, reading_engine(url), writer)

    async def check(self) -> None:
        """Raise StoreLost if the file was deleted, moved or replaced."""
        await asyncio.to_thread(self._file.check)

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that only asks. Raises StoreClosed or StoreFailed."""
        if self._closed:
            raise StoreClosed("the store is closed")
        self._reads += 1
        asking = asyncio.create_task(
            self._ask(lambda connection: query(connection, *args, **kwargs))
        )
        asking.add_done_callback(self._answered)
        # A connection is never left in the middle of a statement, whoever gives up waiting.
        return await asyncio.shield(asking)

    async def _ask(self, query: Callable[[Connection], T]) -> T:
        try:
            async with self._readers.connect() as connection:
                return await connection.run_sync(query)
        except _FAILURES as error:
            raise self._failed(error) from error

    def _answered(self, _: object) -> None:
        self._reads -= 1
        if self._reads == 0:
            self._idle.set()

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes; durable when done. Raises StoreClosed or StoreFailed."""
        try:
            return await self._writer.run(lambda connection: job(connection, *args, **kwargs))
        except _FAILURES as error:
            raise self._failed(error) from error

    async def commit(self, change: Change) -> bool:
        """Write a change of a match; False if stale. Raises StoreClosed or StoreFailed."""
        try:
            return await self._writer.commit(change)
        except _FAILURES as error:
            raise self._failed(error) from error

    async def close(self) -> None:
        """Answer what was asked, write what waits, let go of the file; twice is harmless."""
        self._closed = True
        if self._reads:
            self._idle.clear()
            await self._idle.wait()
        await self._readers.dispose()
        await self._writer.close()
        self._file.release()

    def _failed(self, error: Exception) -> StoreFailed:
        """Say briefly what failed; the first broken page is told of loudly."""
        if is_damage(error) and not self._told_of_damage:
            self._told_of_damage = True
            log.critical("%s", damaged(self._file.path, brief(error)))
        return StoreFailed(brief(error))


def path_of(address: str) -> Path:
    """Return the file that the address of a SQLite database names. Raises Unsupported."""
    return Path(_checked(address).database or "").resolve()


def _checked(address: str) -> URL:
    # What cannot be read may hold a password, so it is never repeated.
    try:
        url = make_url(address)
    except (SQLAlchemyError, ValueError):
        raise Unsupported(
            f"DATABASE_URL is not the address of a database. One looks like {_LOOKS_LIKE}."
        ) from None
    if url.drivername != "sqlite+aiosqlite":
        raise Unsupported(
            f"DATABASE_URL names a database of kind {url.drivername}, but the bot keeps its games "
            f"in SQLite: {_LOOKS_LIKE}."
        )
    path = url.database or ""
    is_elsewhere = url.host or url.port or url.username or url.password or url.query
    is_file = path not in ("", ":memory:") and not path.startswith("file:") and "\0" not in path
    if is_elsewhere or not is_file:
        raise Unsupported(
            "DATABASE_URL must name a file and nothing else, with three slashes, or four where "
            f"its path begins with one: {_LOOKS_LIKE}."
        )
    return url


def _prepared(url: URL, file: DatabaseFile, *, alone: bool) -> Engine:
    """Make the directory, migrate, and give the engine to write with; blocks."""
    file.prepare()
    if alone:
        file.hold()
        refuse_foreign(file.path)
    migrating = writing_engine(url, foreign_keys=False)
    try:
        with migrating.connect() as connection:
            if alone:
                refuse_damaged(connection, file.path)
            upgrade(connection)
    except NewerDatabase as error:
        raise NewerDatabase(f"The database {file.path} {error}") from error
    finally:
        migrating.dispose()
    engine = writing_engine(url)
    try:
        with engine.begin() as connection:
            if alone:
                refuse_incomplete(connection, file.path)
                # What can be read but not written is found now, not at the first move.
                settings.put(connection, *settings.MARK, f"{time():.0f}")
            file.remember()
    except BaseException:
        engine.dispose()
        raise
    return engine
