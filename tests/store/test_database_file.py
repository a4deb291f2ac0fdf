"""One bot alone has a database, and notices when the file is taken away."""

# ruff: noqa: ASYNC240 - files are what these tests are about
from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import InUse, Store, StoreLost
from tests.store.samples import TABLE, opened, url_of

HOLDER = """
import asyncio, sys
from bot.store import Store

async def main():
    await Store.open(sys.argv[1], alone=True)
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_second_bot_on_one_file_is_refused_until_the_first_has_closed(path: Path) -> None:
    async with opened(path, alone=True) as store:
        row = await store.new_match(TABLE)
        with pytest.raises(InUse, match="Another bot is running on the database"):
            await Store.open(url_of(path), alone=True)
        assert await store.match(row.id) == row
    async with opened(path, alone=True) as store:
        assert await store.match(row.id) == row


async def test_a_second_bot_is_refused_by_another_name_of_the_file_too(path: Path) -> None:
    async with opened(path, alone=True):
        link = path.with_name("link.sqlite3")
        link.symlink_to(path)
        with pytest.raises(InUse):
            await Store.open(url_of(link), alone=True)


async def test_others_may_look_into_the_file_while_a_bot_has_it(path: Path) -> None:
    async with opened(path, alone=True) as store, opened(path) as beside:
        row = await store.new_match(TABLE)
        assert await beside.match(row.id) == row


async def test_a_start_that_failed_keeps_nobody_away(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"x")
    for _ in range(2):
        with pytest.raises(Exception, match="is not a SQLite database"):
            await Store.open(url_of(path), alone=True)
    path.unlink()
    async with opened(path, alone=True):
        pass


async def test_a_killed_bot_keeps_nobody_away(path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, url_of(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"open\n"
    with pytest.raises(InUse):
        await Store.open(url_of(path), alone=True)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    async with opened(path, alone=True):
        pass


def _delete(path: Path) -> None:
    path.unlink()


def _move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def _replace(path: Path) -> None:
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def _take_the_directory(path: Path) -> None:
    path.parent.rename(path.parent.with_name("other"))


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@pytest.mark.parametrize("trouble", [_delete, _move, _replace, _take_the_directory])
async def test_a_file_that_is_taken_away_is_noticed(
    path: Path, ending: str, trouble: Callable[[Path], None]
) -> None:
    async with opened(path, alone=True) as store:
        row = await store.new_match(TABLE)
        await store.check()
        assert await store.match(row.id) == row
        trouble(path.with_name(path.name + ending))
        with pytest.raises(StoreLost, match="while the bot was running; it stops") as caught:
            await store.check()
        assert "restore a backup" in str(caught.value)


async def test_a_file_that_only_changes_is_not_lost(path: Path) -> None:
    async with opened(path, alone=True) as store:
        for _ in range(30):
            await store.new_match(TABLE)
        await store.check()
        async with opened(path) as beside:
            await beside.new_match(TABLE)
        await store.check()


async def test_no_question_makes_an_empty_file_in_the_place_of_one_taken_away(path: Path) -> None:
    async with opened(path, alone=True) as store:
        path.unlink()
        with pytest.raises(Exception, match="unable to open"):
            await store.live()
        assert not path.exists()
    # The driver's thread answers once more that it stops; by then the loop must not be closed.
    for thread in threading.enumerate():
        if "_connection_worker" in thread.name:
            await asyncio.to_thread(thread.join, 60)


async def test_a_log_that_only_grows_is_told_of_once_each_time_it_has_doubled(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.store.backends.database_file.LARGE_LOG", 50_000)
    async with opened(path, alone=True) as store:
        await store.check()
        assert not caplog.records
        for _ in range(12):
            await store.new_match(TABLE)
        await store.check()
        await store.check()
    assert len(caplog.records) == 1
    assert "has grown to" in caplog.text
