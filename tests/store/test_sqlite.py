"""SQLite's file: one bot alone has it, and what was erased leaves it."""

# ruff: noqa: ASYNC240 - files are what these tests are about

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.privacy.store import PrivacyStore
from bot.store import Store
from bot.store.backends import sqlite, sqlite_backend
from bot.store.errors import InUse, StoreLost
from bot.store.rows import Commit, MatchId, MatchRow, Member, Status
from bot.store.schema import metadata
from tests.store.samples import (
    ALICE,
    BOB,
    CAROL,
    CHANNEL,
    GUILD,
    LOBBY,
    TABLE,
    after,
    ask,
    ending,
    move_on,
    opened,
    url_of,
)
from tests.waits import until

LIVE = (Status.LOBBY, Status.PLAYING)


@pytest.fixture
async def asked(store: Store) -> AsyncIterator[list[tuple[str, Any]]]:
    """Return the statements that are sent, with their values."""
    statements: list[tuple[str, Any]] = []

    def note(*call: Any) -> None:
        statements.append((call[2], call[3]))

    engine = store.database._readers.engine
    event.listen(engine, "before_cursor_execute", note)
    yield statements
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    ("question", "values", "index"),
    [
        ("match", (MatchId(1),), "PRIMARY KEY"),
        ("moves", (MatchId(1),), "PRIMARY KEY"),
        ("matches_of", (ALICE, LIVE), "ix_seat_user_id_match_id"),
        ("matches_in", (CHANNEL, LIVE), "ix_match_channel_id_status"),
        ("match_of_thread", (CHANNEL, ALICE), "ix_match_thread_id_status"),
        ("due", (5.0,), "ix_match_status_deadline"),
        ("deadlines", (5.0,), "ix_match_status_deadline"),
        ("unpublished", (), "ix_match_unpublished"),
        ("live", (), "ix_match_status_deadline"),
        ("publication", (MatchId(1),), "PRIMARY KEY"),
        ("ended_threads", (5.0,), "ix_publication_thread_open"),
        ("hands", (MatchId(1),), "PRIMARY KEY"),
        ("results", (MatchId(1),), "PRIMARY KEY"),
        ("leaderboard", ("cloud_nine", GUILD), "ix_match_game_status_rated_guild_id"),
        ("leaderboard", ("cloud_nine", None), "ix_match_game_status_rated_guild_id"),
        ("past", (ALICE, None, 5), "ix_result_user_id_match_id"),
        ("past", (None, CHANNEL, 5), "ix_match_channel_id_status"),
        ("setting", ("", "x"), "PRIMARY KEY"),
    ],
)
async def test_no_question_reads_a_whole_table(
    store: Store,
    asked: list[tuple[str, Any]],
    path: Path,
    question: str,
    values: tuple[Any, ...],
    index: str,
) -> None:
    await getattr(store, question)(*values)
    statement, given = asked[0]
    plan = [line for *_, line in ask(path, f"EXPLAIN QUERY PLAN {statement}", *given)]
    assert any(index in line for line in plan), plan
    tables = set(metadata.tables)
    scanned = [line for line in plan if line.startswith("SCAN") and line.split()[1] in tables]
    assert [line for line in scanned if "INDEX" not in line] == []


async def test_readers_do_not_wait_for_the_writer(store: Store) -> None:
    row = await store.new_match(LOBBY)
    reading = asyncio.Event()
    loop = asyncio.get_running_loop()
    done = asyncio.run_coroutine_threadsafe

    def hold(connection: Any) -> object:
        connection.exec_driver_sql("UPDATE match SET locale = 'fr'")
        loop.call_soon_threadsafe(reading.set)
        return done(store.match(row.id), loop).result(5)

    writing = asyncio.create_task(store.database.write(hold))
    await reading.wait()
    assert await writing == row
    assert await store.match(row.id) == replace(row, locale="fr")


# One bot alone has a database, and notices when the file is taken away.

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
    monkeypatch.setattr("bot.store.backends.sqlite_backend.LARGE_LOG", 50_000)
    async with opened(path, alone=True) as store:
        await store.check()
        assert not caplog.records
        for _ in range(12):
            await store.new_match(TABLE)
        await store.check()
        await store.check()
    assert len(caplog.records) == 1
    assert "has grown to" in caplog.text


# What was erased leaves SQLite's files: the database, its log and the log's index.

NAME = "Zoe of Oz"
MARKS = (NAME.encode(), str(ALICE).encode(), ALICE.to_bytes(8, "big"))
"""A person's name and id, as text and as SQLite writes a number."""

TABLES = 150

CAROLS = replace(TABLE, opener_id=CAROL, members=(Member(str(CAROL), "Carol"),))


def held(path: Path) -> dict[str, int]:
    """Return how often the files say who a person is, by the end of their names."""
    files = sorted(path.parent.glob(f"{path.name}*"))
    found = {one.name.removeprefix(path.name): one.read_bytes() for one in files}
    return {end: count for end, data in found.items() if (count := sum(map(data.count, MARKS)))}


def members(chance: random.Random) -> tuple[Member, ...]:
    """Return a table at which people of names of many lengths sit, one of them Alice."""
    others = [Member(str(BOB), "b" * chance.randrange(1, 32)), Member("house:1", "Nim")]
    return (Member(str(ALICE), NAME, joined=str(chance.randrange(10**18))), *others)


async def _table(store: Store, chance: random.Random) -> None:
    """Play a table of hers to its end; its row grows and is written again with every move."""
    row = await store.new_match(replace(TABLE, members=members(chance)))
    for _ in range(chance.randrange(1, 9)):
        state = {"trick": [chance.randrange(10**9)] * chance.randrange(1, 200)}
        moving = move_on(row, state=state, members=members(chance))
        await store.commit(moving)
        row = moving.row
    end = ending(row, {ALICE: 7, BOB: 5, None: 1})
    await store.commit(replace(end, results=tuple(replace(r, name=NAME) for r in end.results[:1])))


async def lived_in(store: Store) -> None:
    """Have Alice play at many tables at once, among those of others."""
    chance = random.Random(7)  # the same pages in every run
    await asyncio.gather(
        *(_table(store, chance) for _ in range(TABLES)),
        *(store.new_match(CAROLS) for _ in range(TABLES)),
    )


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Keep another connection in the middle of a question."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM match").fetchone()
        yield


def is_scoured(path: Path) -> bool:
    """Return whether nothing is owed any more."""
    return ask(path, "PRAGMA user_version") == [(0,)]


async def plays_on(store: Store) -> MatchRow:
    """Store a move of somebody else, and read it again."""
    row = await store.new_match(CAROLS)
    commit = Commit(after(row))
    assert await store.commit(commit)
    assert await store.match(row.id) is not None
    return commit.row


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "x.sqlite3"


async def test_after_an_erasure_no_byte_names_the_person_while_the_bot_runs(file: Path) -> None:
    async with opened(file, alone=True) as store:
        await lived_in(store)
        assert held(file)
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        await until(lambda: is_scoured(file))
        assert held(file) == {}
        await plays_on(store)
        assert held(file) == {}
    assert held(file) == {}


async def test_no_byte_does_where_no_zeros_were_written_before(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As all did before, wherever SQLite was not built to do so by itself."""
    with monkeypatch.context() as before:
        before.setattr(sqlite, "DURABLE", (*sqlite.DURABLE, "PRAGMA secure_delete=OFF"))
        async with opened(file) as store:
            await lived_in(store)
    async with opened(file, alone=True) as store:
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        await until(lambda: is_scoured(file))
        assert held(file) == {}


async def test_a_reader_only_puts_it_off_and_holds_up_nobody(file: Path) -> None:
    async with opened(file, alone=True) as store:
        await lived_in(store)
        with reading(file):
            assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
            for _ in range(20):
                await plays_on(store)
            assert "-wal" in held(file)
        await until(lambda: is_scoured(file))
        assert held(file) == {}


async def test_the_loop_goes_on_meanwhile(file: Path) -> None:
    async with opened(file, alone=True) as store:
        await lived_in(store)
        loop, longest = asyncio.get_running_loop(), 0.0
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        while not is_scoured(file):
            began = loop.time()
            await asyncio.sleep(0)
            longest = max(longest, loop.time() - began)
        assert longest < 0.5


async def test_what_takes_too_long_is_done_at_the_next_start(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite_backend.Scouring.scour, "__defaults__", (0.0,))
    async with opened(file, alone=True) as store:
        await lived_in(store)
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        wal = file.with_name("x.sqlite3-wal")
        await until(lambda: "too large" in caplog.text and not wal.stat().st_size)
        assert not is_scoured(file)
    async with opened(file, alone=True):
        assert is_scoured(file)
        assert held(file) == {}


async def test_two_erasures_in_a_row_are_both_done(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_backend, "APART", 0.5)
    async with opened(file, alone=True) as store:
        await lived_in(store)
        live = await PrivacyStore(store).live_with(CAROL)
        assert await PrivacyStore(store).erase(CAROL, "Someone", 7.0, (), unreadable=live)
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        await until(lambda: is_scoured(file))
        assert held(file) == {}


async def test_deleting_nothing_owes_nothing(file: Path) -> None:
    async with opened(file, alone=True) as store:
        await plays_on(store)
        assert await PrivacyStore(store).erase(404, "Someone", 7.0, ())
        assert is_scoured(file)


def test_a_file_that_was_taken_away_is_not_made_anew(file: Path) -> None:
    assert not sqlite_backend.Scouring(file).scour()
    assert not file.exists()
