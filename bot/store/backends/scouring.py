"""Having what was deleted leave SQLite's files for good.

Zeros over what is deleted are not enough: pages that were split keep copies of rows that have moved
since, and the write-ahead log has the pages of before. So the file is built anew and its log
emptied. Both want a moment in which nobody writes, and the log one in which nobody reads what is in
it; where there is none they are tried again. The owed steps stand in the file (`user_version`), so
that no restart forgets it.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from math import inf
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection

from bot.store.backends.troubles import brief

log = logging.getLogger(__name__)

LONGEST = 2.0
"""Seconds for which others may have to wait to write while the file is built anew."""

APART = 60.0
"""Seconds between two times that the file is built anew, so that nobody is held up on purpose."""

STEPS = 1000
"""Steps of SQLite's between two looks at the clock."""

WAITS = 0.5
"""Seconds to wait for another who writes."""

AGAIN, SELDOM = 0.25, 300.0
"""Seconds until it is tried again: at first, and at last."""


@contextmanager
def owing(connection: Connection) -> Iterator[None]:
    """Note in SQLite's file, in this transaction, that it is to be rid of what is deleted here."""
    if connection.dialect.name != "sqlite":
        yield
        return
    changes = "SELECT total_changes()"
    before = connection.exec_driver_sql(changes).scalar_one()
    yield
    if connection.exec_driver_sql(changes).scalar_one() > before:
        owed = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {owed + 1}")


class Scouring:
    """Scours the file at a path. All of it blocks, and is for one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tried = 0
        """The steps owed when the file was last built anew, or was found too large for that."""
        self._tried_at = -inf
        self._is_rebuilt = False

    def scour(self, longest: float = LONGEST) -> bool:
        """Do what is owed; False if some of it is to be tried again.

        A file that cannot be built anew in time is left to the next start.
        """
        try:
            with closing(self._connect()) as connection:
                return self._scour(connection, longest)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                log.warning("what was deleted cannot leave the database yet: %s", brief(error))
            return False

    def _connect(self) -> sqlite3.Connection:
        """Open the file that is there: one that was taken away must not be made anew."""
        uri = f"file:{quote(str(self._path))}?mode=rw"
        return sqlite3.connect(uri, WAITS, isolation_level=None, uri=True)

    def _scour(self, connection: sqlite3.Connection, longest: float) -> bool:
        owed = _owed(connection)
        if not owed:
            return True
        if self._tried != owed:
            _empty_log(connection)  # at once, however long the rest takes
            if time.monotonic() < self._tried_at + APART:
                return False
            self._is_rebuilt = self._rebuild(connection, longest)
            self._tried, self._tried_at = owed, time.monotonic()
        if not _empty_log(connection):
            return False
        return self._settle(connection, owed) if self._is_rebuilt else True

    def _rebuild(self, connection: sqlite3.Connection, longest: float) -> bool:
        """Build the file anew; False if that takes too long, and then nothing has changed."""
        end = time.monotonic() + longest
        connection.set_progress_handler(lambda: time.monotonic() >= end, STEPS)
        try:
            connection.execute("VACUUM")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            log.warning(
                "%s is too large to be built anew while the bot runs: copies of what was deleted "
                "may stay between its rows until the next start", self._path,
            )  # fmt: skip
            return False
        finally:
            connection.set_progress_handler(None, 0)
        return True

    def _settle(self, connection: sqlite3.Connection, owed: int) -> bool:
        """Note that nothing is owed any more; False if more has been deleted meanwhile."""
        connection.execute("BEGIN IMMEDIATE")
        is_all = _owed(connection) == owed
        if is_all:
            connection.execute("PRAGMA user_version = 0")
            self._tried = 0
        connection.execute("COMMIT")
        return is_all


def _owed(connection: sqlite3.Connection) -> int:
    """Return how many erasures have left traces; 0 is none."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def _empty_log(connection: sqlite3.Connection) -> bool:
    """Cut the write-ahead log to nothing; False if somebody reads what is in it.

    It waits for nobody: who writes would wait as long.
    """
    connection.execute("PRAGMA busy_timeout = 0")
    is_busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    connection.execute(f"PRAGMA busy_timeout = {WAITS * 1000:.0f}")
    return not is_busy


class Scourer:
    """Has a database scoured whenever that is asked for, again and again until nothing is left."""

    def __init__(self, scour: Callable[[], bool]) -> None:
        """Make one; `scour` blocks, and tells whether all is done."""
        self._scour = scour
        self._asked = False
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> None:
        """Have it scoured, beside whatever else is done."""
        self._asked = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Try no more; what is owed is done at the next start."""
        self._closing.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        pause = AGAIN
        while self._asked and not self._closing.is_set():
            self._asked = False
            if not await asyncio.to_thread(self._scour):
                self._asked = True
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), pause)
                pause = min(2 * pause, SELDOM)
