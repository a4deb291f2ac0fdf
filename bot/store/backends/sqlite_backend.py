"""SQLite as a backend: one file, one bot."""

from __future__ import annotations

import logging
import sqlite3
from functools import partial
from math import inf
from pathlib import Path
from time import time

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.store import settings
from bot.store.backends.checkup import incomplete, refuse_damaged, refuse_foreign, tables_of
from bot.store.backends.database_file import DatabaseFile, Scouring
from bot.store.backends.readers import Readers
from bot.store.backends.sqlite import (
    ReadingThread,
    brief,
    cannot_open,
    damaged,
    is_busy,
    is_damage,
    is_full,
    reading_engine,
    writing_engine,
)
from bot.store.errors import CannotOpen
from bot.store.migrations import naming, upgrade

log = logging.getLogger(__name__)


class SqliteBackend:
    """The file at a URL. Raises CannotOpen where there can be no file."""

    is_shared = False
    failures: tuple[type[Exception], ...] = (SQLAlchemyError, sqlite3.Error)

    def __init__(self, url: URL) -> None:
        path = Path(url.database or "")
        try:
            self._file = DatabaseFile(path)
        except (OSError, ValueError, RuntimeError) as error:
            # A RuntimeError is what Python 3.11 and 3.12 make of links that lead in a circle.
            raise cannot_open(path, error) from error
        self._url = url.set(database=str(self._file.path))
        self._scouring = Scouring(self._file.path)
        self._has_logged_damage = False

    def prepare(self, *, alone: bool, shares: bool = False) -> Engine:  # noqa: ARG002 - never
        """Make the directory, migrate, and give the engine to write with; blocks."""
        file = self._file
        file.prepare()
        # First, so that nothing is left beside what is another program's.
        refuse_foreign(file.path)
        if alone:
            file.hold()
        is_new = not file.path.exists()
        try:
            self._migrate(alone=alone)
        except BaseException:
            if is_new:
                file.forget_empty()
            raise
        if alone:
            self._scouring.scour(inf)
        engine = writing_engine(self._url)
        try:
            with engine.begin() as connection:
                if alone:
                    self._look_over(connection)
                file.remember()
        except BaseException:
            engine.dispose()
            raise
        return engine

    def is_empty(self) -> bool:
        self._file.refuse_unfit()
        return not tables_of(self._file.path)

    def fill(self) -> Engine:
        self._file.prepare()
        self._file.hold()
        return writing_engine(self._url)

    def _migrate(self, *, alone: bool) -> None:
        migrating = writing_engine(self._url, foreign_keys=False)
        try:
            with migrating.connect() as connection:
                if alone:
                    refuse_damaged(connection, self._file.path)
                with naming(f"The database {self._file.path}"):
                    upgrade(connection)
        finally:
            migrating.dispose()

    def _look_over(self, connection: Connection) -> None:
        if missing := incomplete(connection):
            raise CannotOpen(damaged(self._file.path, missing))
        # What can be read but not written is found now, not at the first move.
        settings.put(connection, *settings.MARK, f"{time():.0f}")

    def readers(self) -> Readers:
        return Readers(reading_engine(), partial(ReadingThread, self._url))

    def scour(self) -> bool:
        return self._scouring.scour()

    def apart(self) -> None:
        return None

    def listener(self) -> None:
        return None  # there is nobody to listen to

    def check(self) -> None:
        self._file.check()

    def release(self) -> None:
        self._file.release()

    def cannot_open(self, error: BaseException) -> CannotOpen:
        return cannot_open(self._file.path, error)

    def harmless(self, error: BaseException) -> BaseException:
        return error  # SQLite quotes no values

    is_full = staticmethod(is_full)
    is_busy = staticmethod(is_busy)

    def brief(self, error: BaseException) -> str:
        """Say briefly what failed; the first broken page is logged as an error."""
        if is_damage(error) and not self._has_logged_damage:
            self._has_logged_damage = True
            log.critical("%s", damaged(self._file.path, brief(error)))
        return brief(error)
