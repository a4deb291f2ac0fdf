"""A look at a SQLite database that changes nothing, whoever uses it: for `python -m bot check`."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from bot.store.backends.checkup import reading
from bot.store.backends.database_file import DatabaseFile
from bot.store.backends.troubles import brief, cannot_open
from bot.store.errors import CannotOpen
from bot.store.migrations import NEWEST, UNNAMED, naming, refuse_unknown

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
        with closing(reading(path, at_rest=bool(trouble))) as connection:
            return _looked_over(connection, found, seconds)
    except (sqlite3.Error, OSError) as error:
        return replace(found, trouble=brief(error))


def _refused(path: Path, nearest: Path) -> str:
    """Say why a start refuses the file before it reads it; empty if it does not."""
    try:
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(nearest))
        DatabaseFile(path).refuse_unfit()
    except CannotOpen as error:
        return str(error)
    except OSError as error:
        return str(cannot_open(path, error))
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
        return f"{nearest}: {brief(error)}"
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
