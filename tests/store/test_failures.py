"""Databases that fail and processes that are killed: nothing half, and no names in the log."""

from __future__ import annotations

import asyncio
import logging
import random
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.store import Store
from bot.store.errors import StoreFailed
from bot.store.rows import MatchId, Member
from bot.store.settings import MARK
from tests.soak.amounts import amount
from tests.store.samples import ALICE, LOBBY, TABLE, ask, ending, move_on, opened, tamper
from tests.store.victim import TABLES

# What a database that fails under the bot's hands does: nothing half, and no names in the log.

NAME = "Zebedee"


async def pragma(store: Store, text: str) -> Any:
    """Set something of the connection that writes."""

    def ask(connection: Connection) -> Any:
        answer = connection.exec_driver_sql(f"PRAGMA {text}")
        return answer.scalar() if answer.returns_rows else None

    return await store.database.write(ask)


async def test_a_full_disk_loses_nothing_and_the_next_try_works(path: Path) -> None:
    async with opened(path, alone=True) as store:
        row = await store.new_match(TABLE)
        pages = await pragma(store, "page_count")
        await pragma(store, f"max_page_count={pages}")
        large = move_on(row, state={"long": "x" * 100_000})
        for _ in range(3):
            with pytest.raises(StoreFailed, match="full"):
                await store.commit(large)
            with pytest.raises(StoreFailed, match="full"):
                await store.new_match(replace(TABLE, state={"long": "x" * 100_000}))
        assert await store.match(row.id) == row
        assert await store.moves(row.id) == []
        await pragma(store, "max_page_count=1000000")
        assert await store.commit(large)
        assert await store.match(row.id) == large.row
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


@contextmanager
def no_room(path: Path) -> Iterator[None]:
    """Let no file of this process grow beyond what the write-ahead log has now."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(f"{path.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_a_store_that_cannot_write_is_not_healthy_while_it_lasts(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    row = await store.new_match(TABLE)
    assert not await store.trouble()
    with no_room(path):
        for _ in range(2):
            assert await store.trouble() == "disk I/O error (SQLITE_IOERR_WRITE)"
        with pytest.raises(StoreFailed):
            await store.commit(move_on(row))
        assert await store.match(row.id) == row
    assert await store.commit(move_on(row))
    assert not await store.trouble()
    assert not await store.trouble()
    assert caplog.messages == []  # whoever asks tells of it


async def test_looking_whether_a_store_is_healthy_writes_and_does_not_grow_the_file(
    store: Store, path: Path
) -> None:
    await store.trouble()
    pages, seen = ask(path, "PRAGMA page_count"), set()
    for _ in range(50):
        assert not await store.trouble()
        seen.add(ask(path, "SELECT value FROM setting WHERE scope = ? AND key = ?", *MARK)[0])
    assert len(seen) == 50
    assert ask(path, "PRAGMA page_count") == pages
    assert ask(path, "SELECT count(*) FROM setting") == [(1,)]


async def test_a_failed_statement_is_told_without_its_values(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    row = await store.new_match(TABLE)
    members = (Member(str(ALICE), NAME),)
    nothing: Any = None
    bad = replace(LOBBY, locale=nothing, members=members, secret=b"the secret of a deal")
    result = ending(row, {ALICE: 7})
    results = (replace(result.results[0], name=NAME, score=nothing),)
    worse = replace(result, results=results)
    move = replace(move_on(row, code="play KH"), row=replace(row, version=2, locale=nothing))
    for call in (store.new_match(bad), store.commit(worse), store.commit(move)):
        with pytest.raises(
            StoreFailed, match=r"^[^\n]* constraint failed[^\n]*$|^NotNullViolation \(23502\)$"
        ) as caught:
            await call
        assert "INSERT" not in str(caught.value)
        logging.getLogger("test").error("this failed", exc_info=caught.value)
    assert caplog.text.count("this failed") == 3
    for word in (NAME, "the secret", "play KH"):
        assert word not in caplog.text


async def test_a_page_that_breaks_later_is_named_once_with_what_to_do(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(path) as store:
        rows = [await store.new_match(replace(TABLE, state={"long": "x" * 900})) for _ in range(40)]
    root = ask(path, "SELECT rootpage FROM sqlite_master WHERE name = 'match'")[0][0]
    async with opened(path) as store:
        with path.open("r+b") as file:
            file.seek((root - 1) * 4096)
            file.write(b"\xff" * 64)
        for row in rows[:3]:
            with pytest.raises(StoreFailed, match="malformed"):
                await store.match(row.id)
    (told,) = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    assert f"The database {path} is damaged" in told.getMessage()
    assert "restore a backup" in told.getMessage()
    assert ".recover" in told.getMessage()


async def test_a_store_that_lost_its_tables_is_not_healthy(store: Store, path: Path) -> None:
    tamper(path, "DROP TABLE setting")
    assert await store.trouble()


KILLS = pytest.param(3), pytest.param(amount(30), marks=[pytest.mark.soak, pytest.mark.timeout(0)])
"""Of each of two processes, which play at the same time in files of their own."""


@pytest.mark.parametrize("kills", KILLS)
async def test_a_killed_process_leaves_whole_moves_and_all_it_told_of(
    tmp_path: Path, kills: int
) -> None:
    await asyncio.gather(*(_play_and_kill(tmp_path / f"{n}.sqlite3", n, kills) for n in range(2)))


async def _play_and_kill(path: Path, seed: int, kills: int) -> None:
    async with opened(path) as store:
        for _ in range(TABLES):
            await store.new_match(TABLE)
    moments = random.Random(seed)
    told = dict.fromkeys(range(1, TABLES + 1), 0)
    for _ in range(kills):
        told |= await _kill_after(path, moments.randint(12, 90), moments.uniform(0.0, 0.003))
        assert ask(path, "PRAGMA integrity_check") == [("ok",)]
        async with opened(path) as store:
            for match_id, moves in told.items():
                await _check(store, MatchId(match_id), moves)
    assert min(told.values()) >= kills


async def _kill_after(path: Path, moves: int, seconds: float) -> dict[int, int]:
    """Let a process play, kill it soon after this many moves; the last it told of by match."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.victim", str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(moves)]
    await asyncio.sleep(seconds)
    process.kill()
    lines += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    whole = [line.split() for line in lines if line.endswith(b"\n")]
    return {int(match_id): int(number) for match_id, number in whole}


async def _check(store: Store, match_id: MatchId, told: int) -> None:
    row = await store.match(match_id)
    assert row is not None
    log = await store.moves(match_id)
    assert [move.number for move in log] == list(range(1, row.moves + 1))
    assert row.version == row.moves + 1
    assert row.state == ({"moves": row.moves} if row.moves else TABLE.state)
    assert row.moves >= told
