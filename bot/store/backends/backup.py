"""Backups of a SQLite database: made while a bot runs, checked, and put in its place again.

A backup is a database file and, beside it, its label: a small JSON file with the checksum and the
versions. All functions block, and raise a StoreError with a sentence for the host.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bot.store.backends import sqlite
from bot.store.backends.sqlite_backend import DatabaseFile, broken
from bot.store.errors import BackupError, CannotOpen, NewerDatabase
from bot.store.migrations import naming, refuse_unknown
from bot.store.rows import LIVE

FORMAT = 1
"""The newest kind of label."""

OWNER_ONLY = 0o600
"""A backup holds the secrets of games and the ids of people."""

PART = ".nimbus-part"
"""How the name of a file ends that becomes a backup or a label when it is whole."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of a program: its own, and the newest rules of each game."""

    program: str
    rules: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Label:
    """The facts written beside a backup. `size` is in bytes, `made` in seconds since 1970."""

    made: float
    program: str
    revision: str
    rules: Mapping[str, int]
    size: int
    sha256: str
    format: int = FORMAT


def label_of(path: Path) -> Path:
    """Return where the label of a backup lies."""
    return path.with_name(f"{path.name}.json")


def back_up(source: Path, target: Path, versions: Versions, now: float) -> Label:
    """Make a backup of a database that may be in use, and check it.

    What was deleted from the database is not in it either. The file appears whole or not at all,
    and leftovers of a killed backup are removed. Raises BackupError; CannotOpen where it is the
    database that cannot be read.
    """
    _refuse_unreadable(source)
    part = _part_of(target)
    with _as_backup_error(f"The backup {target} cannot be written"):
        if target.exists():
            raise BackupError(f"{target} is there already. Name another file.")
        target.parent.mkdir(parents=True, exist_ok=True)
        with _tidied(target.parent):
            try:
                _copy(source, part)
                label = _label(part, source, versions, now)
                _write_label(label_of(target), label)
                part.replace(target)
                _sync(target.parent)
            finally:
                part.unlink(missing_ok=True)
    return label


def verified(path: Path, versions: Versions) -> Label:
    """Return the label of a backup that is whole. Raises BackupError where it cannot be used.

    Raises NewerDatabase where only another version of the program can.
    """
    with _as_backup_error(f"The backup {path} cannot be read"):
        _refuse_another_file(path)
        label = _read_label(path)
        if path.stat().st_size != label.size or _digest(path) != label.sha256:
            raise BackupError(
                f"{path} is not the file that its label {label_of(path).name} describes: it was "
                "cut short, damaged or changed. Use another backup."
            )
        if any(version > versions.rules.get(key, 0) for key, version in label.rules.items()):
            raise NewerDatabase(
                f"{path} was made by a newer version of the bot ({label.program}). Install that "
                "version, or use an older backup."
            )
        with naming(str(path)):
            refuse_unknown({label.revision})
        if damage := _look_into(path)[0]:
            raise BackupError(f"{path} is damaged ({damage}). Use another backup.")
    return label


def restore(path: Path, target: Path, versions: Versions, now: float) -> Path | None:
    """Put a backup in the place of a database; return where the replaced one is kept, if any.

    No bot may run on the database. Live games count as not shown, so that the bot shows them again
    when it starts. Whenever this is broken off, the database is the old one or the new one, whole.
    Raises BackupError; NewerDatabase as `verified`; InUse where a bot runs.
    """
    verified(path, versions)
    held = DatabaseFile(target)
    with _as_backup_error(f"The database {target} cannot be replaced"):
        held.path.parent.mkdir(parents=True, exist_ok=True)
        held.hold()
        fresh = held.path.with_name(f"{held.path.name}.new")
        try:
            shutil.copyfile(path, fresh)
            _show_anew(fresh)
            aside = _set_aside(held.path, now)
            shutil.copymode(aside or path, fresh)
            fresh.replace(held.path)
            _sync(held.path.parent)
        finally:
            fresh.unlink(missing_ok=True)
            held.release()
    return aside


def _part_of(path: Path) -> Path:
    return path.with_name(f"{path.name}{PART}")


@contextmanager
def _tidied(directory: Path) -> Iterator[None]:
    """Delete the parts in a directory, unless somebody is making a backup there; keep one's own.

    Whoever makes one shares a lock of the directory, which ends with its process. Where there are
    no locks, as on some network disks, parts stay.
    """
    handle = os.open(directory, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for part in directory.glob(f"*{PART}*"):
                part.unlink(missing_ok=True)
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def _refuse_another_file(path: Path) -> None:
    if path.is_dir():
        raise BackupError(f"{path} is a directory; name the .sqlite3 in it.")
    if not path.exists():
        raise BackupError(f"There is no file {path}.")
    if path.suffix == ".json" and not label_of(path).exists():
        raise BackupError(f"{path} is the label of a backup; name the .sqlite3, not its label.")


def _refuse_unreadable(source: Path) -> None:
    try:
        DatabaseFile(source).refuse_unfit()
        if not sqlite.tables_of(source):
            raise BackupError(f"There is no database at {source}, so there is nothing to back up.")
        sqlite.refuse_foreign(source)
    except (OSError, sqlite3.Error) as error:
        raise sqlite.cannot_open(source, error) from error


def _copy(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    with closing(sqlite.reading(source)) as connection:
        is_open = False
        try:
            is_open = bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone())
            # One reading transaction: whoever writes meanwhile does not wait for it.
            connection.execute("VACUUM INTO ?", [str(part)])
        except sqlite3.Error as error:
            if not is_open or _is_about_source(error):
                raise sqlite.cannot_open(source, error) from error
            raise
    _sync(part)


def _is_about_source(error: sqlite3.Error) -> bool:
    """Return whether copying failed at what is read, not at the new file, which is only written."""
    name = getattr(error, "sqlite_errorname", "")
    return sqlite.is_damage(error) or name.startswith(("SQLITE_BUSY", "SQLITE_IOERR_READ"))


def _label(path: Path, source: Path, versions: Versions, now: float) -> Label:
    damage, revision = _look_into(path)
    if damage:
        raise CannotOpen(sqlite.damaged(source, damage))
    size, digest = path.stat().st_size, _digest(path)
    return Label(now, versions.program, revision, dict(versions.rules), size, digest)


def _look_into(path: Path) -> tuple[str, str]:
    """Say what is broken in a database, and its revision; nobody else may have it open."""
    # A log beside it is not part of it.
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        if damage := broken(connection):
            return damage, ""
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return ("", str(found[0])) if found else ("it has no revision", "")


def _write_label(path: Path, label: Label) -> None:
    fresh = _part_of(path)
    fresh.write_text(json.dumps(asdict(label), indent=2) + "\n", encoding="utf-8")
    fresh.chmod(OWNER_ONLY)
    _sync(fresh)
    fresh.replace(path)


def _read_label(path: Path) -> Label:
    place = label_of(path)
    try:
        read: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
        if read["format"] > FORMAT:
            raise NewerDatabase(f"{place} was written by a newer version of the bot. Install that.")
        return _sound(Label(**read))
    except FileNotFoundError:
        raise BackupError(
            f"{place} is missing: it has the checksum of {path.name}. Copy both files."
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BackupError(f"{place} is no label of a backup. Use another backup.") from None


def _sound(label: Label) -> Label:
    """Return a label as it is. Raises TypeError where a part of it is of another kind."""
    match asdict(label):
        case {
            "made": int() | float(), "program": str(), "revision": str(), "size": int(),
            "sha256": str(), "rules": dict() as rules,
        } if all(isinstance(version, int) for version in rules.values()):  # fmt: skip
            return label
        case _:
            raise TypeError


def _show_anew(path: Path) -> None:
    """Have the bot show all live games of a database again: what stands on Discord is newer."""
    marks = ", ".join("?" * len(LIVE))
    statuses = sorted(status.value for status in LIVE)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(f"UPDATE match SET published = 0 WHERE status IN ({marks})", statuses)  # noqa: S608 - question marks
    _sync(path)


def _set_aside(path: Path, now: float) -> Path | None:
    """Keep a database, with the log of its newest moves, under another name; it stays in place."""
    wal, shm = (path.with_name(f"{path.name}-{ending}") for ending in ("wal", "shm"))
    if not path.exists() and not wal.exists():
        return None
    aside = path.with_name(f"{path.name}.replaced-{now:.0f}")
    for old, kept in ((path, aside), (wal, aside.with_name(f"{aside.name}-wal"))):
        if old.exists():
            shutil.copy2(old, kept)
            _sync(kept)
    # What stays in place until the last moment has its newest moves in itself, where it is whole:
    # its log must be gone before another file takes its name.
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=0)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for old in (wal, shm):
        old.unlink(missing_ok=True)
    return aside


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    """Have a file, or the names in a directory, on the disk for good."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _as_backup_error(what: str) -> Iterator[None]:
    """Say what the system or SQLite refuses in a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{what}: {sqlite.brief(error)}.") from error
