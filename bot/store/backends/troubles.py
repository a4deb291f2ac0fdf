"""Errors of SQLite and of the system, as sentences for a host.

No sentence holds a statement or its values: those are names, hands and secrets.
"""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bot.store.errors import CannotOpen, InUse

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NO_DIRECTORY = frozenset({errno.ENOTDIR, errno.EEXIST})
_PRIMARY = 0xFF
"""The bits of a result code of SQLite that say what it is about; the others say more exactly."""

_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_RESCUE = (
    "Stop the bot, keep a copy of the file, and restore a backup; without one, save what can be "
    'read with "sqlite3 OLD .recover | sqlite3 NEW" (docs/hosting.md, "When the database is in '
    'trouble").'
)


def origin(error: BaseException) -> BaseException:
    """Return the driver's own error, where SQLAlchemy only wrapped it."""
    return getattr(error, "orig", None) or error


def is_damage(error: BaseException) -> bool:
    """Return whether the file itself is broken."""
    return _code(error) in _DAMAGE


def is_full(error: BaseException) -> bool:
    """Return whether there was no room for what was to be written."""
    return _code(error) == sqlite3.SQLITE_FULL


def is_busy(error: BaseException) -> bool:
    """Return whether another program holds the file."""
    return _code(error) in _HELD


def brief(error: BaseException) -> str:
    """Say in a few words what failed, without the statement and its values."""
    cause = origin(error)
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", None)
        return f"{cause} ({name})" if name else str(cause)
    if isinstance(cause, OSError):
        return cause.strerror or type(cause).__name__
    return type(cause).__name__


def damaged(path: Path, what: str) -> str:
    """Say that a database is damaged, and what to do."""
    return f"The database {path} is damaged ({' '.join(what.split())}). {_RESCUE}"


def not_ours(path: Path, what: str) -> CannotOpen:
    """Say that a file is none of the bot's."""
    return CannotOpen(
        f"{path} {what}. Nothing in it was changed. Move it away, or name another file in "
        "DATABASE_URL."
    )


def cannot_open(path: Path, error: BaseException) -> CannotOpen:
    """Say why a database cannot be opened, and what to do."""
    cause = origin(error)
    if isinstance(cause, OSError):
        return _place_trouble(path, cause)
    code = _code(error)
    if is_busy(error):
        return InUse(
            f"The database {path} was locked by another program for some seconds. End that "
            "program, or wait until it is done, and start again."
        )
    if code == sqlite3.SQLITE_NOTADB:
        return not_ours(path, "is not a SQLite database")
    sentences: dict[int | None, str] = {
        sqlite3.SQLITE_CORRUPT: damaged(path, brief(error)),
        sqlite3.SQLITE_FULL: _full(path),
        sqlite3.SQLITE_READONLY: _read_only(path),
        sqlite3.SQLITE_PERM: _read_only(path),
        sqlite3.SQLITE_CANTOPEN: (
            f"The database {path} cannot be opened. Let the bot's user read and write the file "
            "and its directory, or name another place in NIMBUS_DATA or DATABASE_URL."
        ),
        sqlite3.SQLITE_IOERR: (
            f"The disk of the database {path} does not work as it should: {brief(error)}. Look "
            "whether it is full, and what the system's log says of it."
        ),
    }
    return CannotOpen(sentences.get(code) or _unforeseen(path, error))


def _place_trouble(path: Path, error: OSError) -> CannotOpen:
    directory = path.parent
    if error.errno in _FULL:
        return CannotOpen(_full(path))
    if error.errno in _NO_DIRECTORY:
        return CannotOpen(
            f"The database {path} cannot be kept there: {error.filename or directory} is not a "
            "directory. Name another place in NIMBUS_DATA or DATABASE_URL."
        )
    return CannotOpen(
        f"The database {path} cannot be kept in {directory}: {brief(error)}. Let the bot's user "
        "write there, or name another place in NIMBUS_DATA or DATABASE_URL."
    )


def _full(path: Path) -> str:
    return f"There is no space left for the database {path}. Make room on its disk and start again."


def _read_only(path: Path) -> str:
    return (
        f"The database {path} cannot be written: the file, its directory or its disk is "
        "read-only. Let the bot's user write there and start again."
    )


def _unforeseen(path: Path, error: BaseException) -> str:
    # Alembic says what it is about in its message, and never what was stored.
    cause = origin(error)
    is_sql = isinstance(cause, (sqlite3.Error, SQLAlchemyError))
    said = brief(error) if is_sql else " ".join(str(cause).split()) or brief(error)
    return f"The database {path} cannot be opened: {said}."


def _code(error: BaseException) -> int | None:
    code = getattr(origin(error), "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY
