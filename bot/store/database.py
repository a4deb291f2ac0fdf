"""One open database: questions are asked of many connections, all writing goes through one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.changes import Change
from bot.store.errors import CannotOpen, StoreClosed, StoreFailed, Unsupported
from bot.store.migrations import upgrade
from bot.store.sqlite import reading_engine, writing_engine
from bot.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """Runs functions of a connection, which is all that the other modules are made of."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        self._readers = readers
        self._writer = writer
        self._closed = False
        self._reads = 0
        self._idle = asyncio.Event()

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database at a URL, made and brought up to date first. Raises CannotOpen."""
        url = _checked(address)
        writer = Writer(partial(_prepared, url))
        try:
            await writer.start()
        except (SQLAlchemyError, OSError) as error:
            raise CannotOpen(f"the database {url.database} cannot be opened: {error}") from error
        return cls(reading_engine(url), writer)

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that only asks. Raises StoreClosed or StoreFailed."""
        if self._closed:
            raise StoreClosed("the store is closed")
        self._reads += 1
        try:
            async with self._readers.connect() as connection:
                return await connection.run_sync(query, *args, **kwargs)
        except SQLAlchemyError as error:
            raise StoreFailed(str(error)) from error
        finally:
            self._reads -= 1
            if self._reads == 0:
                self._idle.set()

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that writes; durable when done. Raises StoreClosed or StoreFailed."""
        try:
            return await self._writer.run(lambda connection: job(connection, *args, **kwargs))
        except SQLAlchemyError as error:
            raise StoreFailed(str(error)) from error

    async def commit(self, change: Change) -> bool:
        """Write a change of a match; False if stale. Raises StoreClosed or StoreFailed."""
        try:
            return await self._writer.commit(change)
        except SQLAlchemyError as error:
            raise StoreFailed(str(error)) from error

    async def close(self) -> None:
        """Answer what was asked, write what waits, let go of the file; twice is harmless."""
        self._closed = True
        if self._reads:
            self._idle.clear()
            await self._idle.wait()
        await self._readers.dispose()
        await self._writer.close()


def _checked(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise Unsupported(f"this is not the address of a database: {error}") from error
    if url.drivername != "sqlite+aiosqlite":
        raise Unsupported(f"a database of kind {url.drivername} is not supported")
    if url.database in (None, "", ":memory:") or url.query:
        raise Unsupported("the address of a SQLite database is sqlite+aiosqlite:///path/to/file")
    return url


def _prepared(url: URL) -> Engine:
    """Make the directory, migrate, and give the engine to write with; blocks."""
    Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
    migrating = writing_engine(url, foreign_keys=False)
    try:
        with migrating.connect() as connection:
            upgrade(connection)
    finally:
        migrating.dispose()
    return writing_engine(url)
