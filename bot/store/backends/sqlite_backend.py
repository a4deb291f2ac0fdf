"""SQLite as a backend: one file, one bot; who holds the file, and what lies beside it."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import logging
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.store import settings
from bot.store.backends import sqlite
from bot.store.backends.readers import Readers
from bot.store.backends.sqlite import is_busy, is_full
from bot.store.errors import CannotOpen, InUse, StoreLost
from bot.store.migrations import NEWEST, UNNAMED, naming, refuse_unknown, upgrade

# Having what was deleted leave SQLite's files for good.
#
# Zeros over what is deleted are not enough: pages that were split keep copies of rows that have
# moved since, and the write-ahead log has the pages of before. So the file is built again and its
# log emptied. Both want a moment in which nobody writes, and the log one in which nobody reads
# what is in it; where there is none they are tried again. The owed steps stand in the file
# (`user_version`), so that no restart forgets it.

log = logging.getLogger(__name__)

LONGEST = 2.0
"""Seconds for which others may have to wait to write while the file is built again."""

APART = 60.0
"""Seconds between two times that the file is built again, so that nobody is held up on purpose."""

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
        """The steps owed when the file was last built again, or was found too large for that."""
        self._tried_at = -inf
        self._is_rebuilt = False

    def scour(self, longest: float = LONGEST) -> bool:
        """Do what is owed; False if some of it is to be tried again.

        A file that cannot be built again in time is left to the next start.
        """
        try:
            with closing(self._connect()) as connection:
                return self._scour(connection, longest)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                log.warning(
                    "what was deleted cannot leave the database yet: %s", sqlite.brief(error)
                )
            return False

    def _connect(self) -> sqlite3.Connection:
        """Open the file that is there: one that was taken away must not be made again."""
        uri = f"file:{quote(str(self._path))}?mode=rw"
        return sqlite3.connect(uri, timeout=WAITS, isolation_level=None, uri=True)

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
        """Build the file again; False if that takes too long, and then nothing has changed."""
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


# The file of a SQLite database: made ready, held by one bot, watched while it is open.

_SMALLEST = 512
"""Bytes; SQLite takes a shorter file for an empty database and writes over it."""

_MOMENT = 0.5
"""Seconds in which whoever makes a database has written to its file."""

_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})

LARGE_LOG = 256 * 2**20
"""Bytes of write-ahead log that are too many: somebody keeps SQLite from tidying up."""

_Identity = tuple[int, int]


class DatabaseFile:
    """Where the database lies. `path` is absolute, with links followed."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._lock: int | None = None
        self._known: dict[Path, _Identity] = {}
        self._large_log = LARGE_LOG

    def prepare(self) -> None:
        """Make the directory, and refuse what is no database. Raises CannotOpen, OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.refuse_unfit()

    def refuse_unfit(self) -> None:
        """Refuse what is no database, or lacks its file. Raises CannotOpen, OSError."""
        try:
            there = self.path.stat()
        except FileNotFoundError:
            self._refuse_orphan("is missing")
            return
        if there.st_size == 0 and stat.S_ISREG(there.st_mode):
            time.sleep(_MOMENT)
            there = self.path.stat()
        if there.st_size == 0 and stat.S_ISREG(there.st_mode):
            # SQLite would begin again, and delete the log.
            self._refuse_orphan("is empty")
            raise CannotOpen(
                f"The database {self.path} is an empty file (0 bytes): something has emptied it, "
                "or a first start was broken off. Restore a backup, or remove the file to begin "
                "with an empty database."
            )
        if not stat.S_ISREG(there.st_mode):
            raise sqlite.not_ours(self.path, "is a directory or device, not the file of a database")
        if there.st_size < _SMALLEST:
            raise sqlite.not_ours(self.path, "is not a SQLite database")

    def hold(self) -> None:
        """Keep other bots away until `release`, or the end of the process. Raises InUse, OSError.

        The lock is one of the system's, on a file beside the database that stays behind: a killed
        process leaves it open to the next. Closing any other handle of the database itself would
        break SQLite's own locks, so that file is never touched here.
        """
        handle = os.open(_beside(self.path, "lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(handle)
            raise InUse(
                f"Another bot is running on the database {self.path}. Stop that one first: two "
                "must never share one file."
            ) from error
        except OSError as error:
            os.close(handle)
            if error.errno not in _NO_LOCKS:
                raise
            log.warning(
                "the disk of %s knows no locks: make sure that no other bot uses it", self.path
            )
            return
        self._lock = handle

    def forget_empty(self) -> None:
        """Remove a file that was made and never written to, as on a full disk."""
        with suppress(OSError):
            if self.path.stat().st_size == 0:
                self.path.unlink()

    def release(self) -> None:
        """Let other bots in again; twice is harmless."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def remember(self) -> None:
        """Note which files are open now; call it while a connection is."""
        for path in (self.path, *self._companions()):
            self._known[path] = _identity(path.stat())

    def check(self) -> None:
        """Raise StoreLost if what is open is not what lies there any more.

        A log that only grows is reported too, in a line whenever it has doubled.
        """
        for path, known in self._known.items():
            try:
                there = path.stat()
            except (FileNotFoundError, NotADirectoryError):
                raise StoreLost(self._lost(path, "is gone")) from None
            if _identity(there) != known:
                raise StoreLost(self._lost(path, "was replaced by another file"))
            if path != self.path and there.st_size >= self._large_log:
                self._large_log = 2 * there.st_size
                log.warning(
                    "%s has grown to %d MB: another program keeps the database open in a "
                    "transaction; end it, so that the log can be emptied",
                    path, there.st_size // 2**20,
                )  # fmt: skip

    def _lost(self, path: Path, what: str) -> str:
        return (
            f"{path} {what} while the bot was running; it stops, since nothing it stores is kept. "
            f"Put {self.path} back together with its -wal file, or restore a backup, and start "
            "the bot again."
        )

    def _refuse_orphan(self, what: str) -> None:
        """Refuse to begin again where the moves of a database still wait for it."""
        wal, _ = self._companions()
        if wal.exists() and wal.stat().st_size:
            raise CannotOpen(
                f"The database {self.path} {what}, but its newest moves are still in {wal}. "
                f"Put it back, or restore a backup and remove {wal.name}; to begin with an empty "
                f"database, remove {wal.name}."
            )

    def _companions(self) -> tuple[Path, Path]:
        return _beside(self.path, "wal", "-"), _beside(self.path, "shm", "-")


def _beside(path: Path, ending: str, link: str = ".") -> Path:
    return path.with_name(f"{path.name}{link}{ending}")


def _identity(there: os.stat_result) -> _Identity:
    return there.st_dev, there.st_ino


# A look at a SQLite database that changes nothing, whoever uses it: for `python -m bot check`.

_EVERY = 10_000
"""Steps of SQLite's machine between two looks at the time."""

PROBE = 64 * 1024
"""Bytes that are written to a file beside the database, and deleted, to see whether that works."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """The findings on a database.

    `exists` is false before the first start. `refused` is the sentence with which a start refuses
    the file, `trouble` says why it cannot be read, `damage` what is broken in it; each is empty if
    nothing. `whole` says that all of it was looked over.
    `revision` is that of its tables. `unwritten` says why its directory or file cannot be written.
    Sizes are in bytes.
    """

    path: Path
    exists: bool = False
    refused: str = ""
    trouble: str = ""
    damage: str = ""
    whole: bool = True
    revision: str = ""
    unwritten: str = ""
    size: int = 0
    free: int = 0

    @property
    def is_old(self) -> bool:
        """Whether the next start brings its tables up to date."""
        return bool(self.revision) and self.revision != NEWEST


def inspect(path: Path, seconds: float) -> Inspection:
    """Look a database over for that many seconds at most; blocks. Never raises for its findings."""
    path = path.resolve()
    nearest = _nearest(path.parent)
    trouble, free = _unwritten(path), shutil.disk_usage(nearest).free
    found = Inspection(path, refused=_refused(path, nearest), unwritten=trouble, free=free)
    if found.refused or not path.exists():
        return found
    found = replace(found, exists=True, size=path.stat().st_size)
    try:
        # Where nothing can be written, no log can be made.
        with closing(sqlite.reading(path, at_rest=bool(trouble))) as connection:
            return _looked_over(connection, found, seconds)
    except (sqlite3.Error, OSError) as error:
        return replace(found, trouble=sqlite.brief(error))


def _refused(path: Path, nearest: Path) -> str:
    """Say why a start refuses the file before it reads it; empty if it does not."""
    try:
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(nearest))
        DatabaseFile(path).refuse_unfit()
    except CannotOpen as error:
        return str(error)
    except OSError as error:
        return str(sqlite.cannot_open(path, error))
    return ""


def _looked_over(connection: sqlite3.Connection, found: Inspection, seconds: float) -> Inspection:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if "alembic_version" not in tables:
        text = "it is the database of another program" if tables else "it is empty"
        return replace(found, trouble=text)
    revisions = {name for (name,) in connection.execute("SELECT version_num FROM alembic_version")}
    if not revisions:
        return replace(found, refused=f"The database {found.path} {UNNAMED}")
    try:
        with naming(f"The database {found.path}"):
            refuse_unknown(revisions)
    except CannotOpen as error:
        return replace(found, refused=str(error))
    damage, whole = _damage(connection, seconds)
    return replace(found, revision=", ".join(sorted(revisions)), damage=damage, whole=whole)


def _damage(connection: sqlite3.Connection, seconds: float) -> tuple[str, bool]:
    """Say what is broken, and whether there was time to look at everything."""
    until = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > until, _EVERY)
    try:
        return broken(connection), True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return "", False


def broken(connection: sqlite3.Connection) -> str:
    """Say what is broken in a database: its pages, its indices, its references. Empty if nothing.

    Raises the driver's errors.
    """
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        return " ".join(str(said).split())
    lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    return "" if lost is None else f"a row of {lost[0]} belongs to a missing row of {lost[2]}"


def unwritten(directory: Path) -> str:
    """Say why nothing can be written to a directory, which may be to be made; empty if it can."""
    nearest = _nearest(directory)
    try:
        with tempfile.TemporaryFile(dir=nearest, prefix=".nimbus-check") as probe:
            probe.write(bytes(PROBE))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        return f"{nearest}: {sqlite.brief(error)}"
    return ""


def _unwritten(path: Path) -> str:
    """Say why the file or its directory cannot be written; empty if they can."""
    trouble = unwritten(path.parent)
    if not trouble and path.exists() and not os.access(path, os.W_OK):
        return f"{path} may not be written by this user"
    return trouble


def _nearest(directory: Path) -> Path:
    """Return a directory, or the first thing above it that is there."""
    return next(found for found in (directory, *directory.parents) if found.exists())


# The backend.


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
            raise sqlite.cannot_open(path, error) from error
        self._url = url.set(database=str(self._file.path))
        self._scouring = Scouring(self._file.path)
        self._has_logged_damage = False

    def prepare(self, *, alone: bool, shares: bool = False) -> Engine:  # noqa: ARG002 - never
        """Make the directory, migrate, and give the engine to write with; blocks."""
        file = self._file
        file.prepare()
        # First, so that nothing is left beside what is another program's.
        sqlite.refuse_foreign(file.path)
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
        engine = sqlite.writing_engine(self._url)
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
        return not sqlite.tables_of(self._file.path)

    def fill(self) -> Engine:
        self._file.prepare()
        self._file.hold()
        return sqlite.writing_engine(self._url)

    def _migrate(self, *, alone: bool) -> None:
        migrating = sqlite.writing_engine(self._url, foreign_keys=False)
        try:
            with migrating.connect() as connection:
                if alone:
                    sqlite.refuse_damaged(connection, self._file.path)
                with naming(f"The database {self._file.path}"):
                    upgrade(connection)
        finally:
            migrating.dispose()

    def _look_over(self, connection: Connection) -> None:
        if missing := sqlite.incomplete(connection):
            raise CannotOpen(sqlite.damaged(self._file.path, missing))
        # What can be read but not written is found now, not at the first move.
        settings.put(connection, *settings.MARK, f"{time.time():.0f}")

    def readers(self) -> Readers:
        return Readers(sqlite.reading_engine(), partial(sqlite.ReadingThread, self._url))

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
        return sqlite.cannot_open(self._file.path, error)

    def harmless(self, error: BaseException) -> BaseException:
        return error  # SQLite quotes no values

    is_full = staticmethod(is_full)
    is_busy = staticmethod(is_busy)

    def brief(self, error: BaseException) -> str:
        """Say briefly what failed; the first broken page is logged as an error."""
        if sqlite.is_damage(error) and not self._has_logged_damage:
            self._has_logged_damage = True
            log.critical("%s", sqlite.damaged(self._file.path, sqlite.brief(error)))
        return sqlite.brief(error)
