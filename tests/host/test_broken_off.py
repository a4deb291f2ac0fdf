"""Killed at any step, a restore leaves the old database or the new one, a backup one or none."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

from bot.host.backups import make, versions
from bot.settings import Settings
from bot.store.backends.backup import verified
from tests.e2e import warm
from tests.e2e.test_database import made
from tests.store.samples import ask, tamper

NEWEST = "SELECT value FROM setting WHERE key = 'n'"
MOST = 100
"""More steps than a job has."""


async def killed(job: str, place: Path, file: Path) -> AsyncIterator[int]:
    """Do a job again and again, killed at one step after another, until it is done.

    Gives the step before each; what a job finds is up to who is given it.
    """
    for step in range(1, MOST):
        yield step
        arguments = (str(step), job, str(place), str(file))
        process = await warm.start(
            "tests.host.broken_off", dict(os.environ), place.parent / "log", *arguments
        )
        status = await process.wait()
        if status == 0:
            return
        assert status == -signal.SIGKILL, (place.parent / "log").read_text()
    raise AssertionError("it never ended")


async def with_a_log(path: Path) -> None:
    """Make a database whose newest value stands in its log alone, as after a crash."""
    whole = path.with_name("whole.sqlite3")
    await made(whole)
    tamper(whole, "INSERT INTO setting (scope, key, value) VALUES ('x', 'n', 'before')")
    with closing(sqlite3.connect(whole)) as connection:
        connection.execute("UPDATE setting SET value = 'newest' WHERE key = 'n'")
        connection.commit()
        for ending in ("", "-wal"):
            shutil.copy2(f"{whole}{ending}", f"{path}{ending}")
    assert path.with_name(f"{path.name}-wal").stat().st_size


async def test_a_restore_leaves_one_of_the_two_and_loses_neither(tmp_path: Path) -> None:
    kept, place = tmp_path / "kept", tmp_path / "data"
    kept.mkdir()
    await made(kept / "nimbus.sqlite3")
    file = tmp_path / "backup.sqlite3"
    tamper(
        kept / "nimbus.sqlite3",
        "INSERT INTO setting (scope, key, value) VALUES ('x', 'n', 'restored')",
    )
    make(Settings.read({"NIMBUS_DATA": str(kept)}), file)
    old = tmp_path / "old"
    old.mkdir()
    await with_a_log(old / "nimbus.sqlite3")
    seen = set()
    path = place / "nimbus.sqlite3"
    async for step in killed("restore", place, file):
        if step > 1:
            seen.add(look(path))
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for ending in ("", "-wal"):
            shutil.copy2(old / f"nimbus.sqlite3{ending}", f"{path}{ending}")
    assert look(path) == "restored"
    assert seen == {"newest", "restored"}
    (aside,) = place.glob("*.replaced-*[0-9]")
    assert ask(aside, NEWEST) == [("newest",)]


def look(path: Path) -> str:
    """Return the newest value of a database that must be whole."""
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]
    ((value,),) = ask(path, NEWEST)
    return str(value)


async def test_a_backup_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    place, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    place.mkdir()
    await made(place / "nimbus.sqlite3")
    async for _ in killed("backup", place, file):
        if file.exists():
            verified(file, versions())
            file.unlink()
    verified(file, versions())
