"""What processes on one server write beside each other, and databases that fail."""

from __future__ import annotations

import asyncio
import logging
import random
import resource
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, make_url, text

from bot.store import Store, matches, publications, writer
from bot.store.backends import postgresql, sqlite
from bot.store.backends.postgresql import LOCKS, WRITING, writing_engine
from bot.store.changes import change_of
from bot.store.errors import Held, StoreFailed
from bot.store.rows import HandMessage, MatchId, MatchRow, Member
from bot.store.settings import MARK
from bot.store.writer import Answer, OutOfTurn, Task, flush, flush_each
from tests.soak.amounts import amount
from tests.store.samples import (
    ALICE,
    CHANNEL,
    LOBBY,
    TABLE,
    At,
    OnServer,
    ask,
    ending,
    joined,
    move_on,
    opened,
    tamper,
    url_of,
)
from tests.store.victim import TABLES
from tests.waits import until

# What processes on one server write beside each other, and what one after the other.

_HOLD = text("SELECT id FROM match WHERE id = :key FOR NO KEY UPDATE SKIP LOCKED")


@contextmanager
def on_the_side(where: OnServer) -> Iterator[Connection]:
    """Give another connection, in a transaction."""
    engine = create_engine(make_url(where.url))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def is_waited_for(other: Connection) -> bool:
    """Return whether anybody on the server waits for what another holds."""
    return bool(other.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


@asynccontextmanager
async def somebody_s_turn(where: OnServer) -> AsyncIterator[Connection]:
    """Have another process write what takes a turn, and take its time."""
    with on_the_side(where) as other:
        other.execute(text(f"SELECT pg_advisory_xact_lock({LOCKS}, {WRITING})"))
        yield other
        other.rollback()


async def test_what_reads_nothing_that_it_writes_by_waits_for_nobody_s_turn(
    emptied: OnServer,
) -> None:
    async with joined(emptied, alone=True, shares=True) as process:
        store = process.store
        row = await store.new_match(TABLE)
        async with somebody_s_turn(emptied):
            assert await store.commit(move_on(row))
            await store.note(row.id, published=2)
            await process.peers.tell()
            assert await process.processes.renew()
            assert await process.claims.claim(7)
            assert not await process.claims.claim(7)
        assert (await store.publication(row.id)).published == 2


async def test_what_reads_what_it_writes_by_waits_for_its_turn(emptied: OnServer) -> None:
    async with opened(emptied, alone=True, shares=True) as store:
        row = await store.new_match(TABLE)
        async with somebody_s_turn(emptied) as other:
            shown = HandMessage(row.id, ALICE, CHANNEL, 8, 1, 1)
            noting = asyncio.create_task(store.set_hand(shown))
            await until(lambda: is_waited_for(other))
            assert not noting.done()
        await noting
        assert await store.hands(row.id) == [shown]


def how(connection: Connection) -> str:
    """Return whether a commit waits for the disk."""
    return str(connection.scalar(text("SHOW synchronous_commit")))


async def test_nobody_waits_for_the_disk_to_note_that_a_board_was_shown(emptied: OnServer) -> None:
    """If that is lost it is shown once more; what is written beside it lasts."""
    published, called = ({name: 1} for name in ("published", "ping_message"))
    assert not publications.noting(MatchId(1), published).lasting
    assert publications.noting(MatchId(1), published | called).lasting
    light, lasting = OutOfTurn(how, lasting=False), OutOfTurn(how)
    engine = writing_engine(make_url(emptied.url))
    with engine.connect() as connection:
        for other, waits in ((light, "off"), (lasting, "on"), (how, "on")):
            assert [answer.value for answer in flush(connection, [light, other])] == [waits, waits]
    engine.dispose()


async def test_what_another_transaction_holds_is_left_and_the_rest_is_done(
    emptied: OnServer,
) -> None:
    async with opened(emptied) as store:
        low, high = [await store.new_match(TABLE) for _ in range(2)]
    engine = writing_engine(make_url(emptied.url))
    with engine.connect() as connection, on_the_side(emptied) as other:
        other.execute(_HOLD, {"key": low.id})
        tasks = [moved(high), moved(low), shown(low)]
        done, *held = await asyncio.to_thread(flush, connection, tasks)
        assert done.value is True
        assert [type(answer.error) for answer in held] == [Held, Held]
        other.rollback()
        assert [one.error for one in flush_each(connection, tasks[1:])] == [None, None]
    engine.dispose()


async def test_what_waits_for_its_turn_holds_up_nothing_else(emptied: OnServer) -> None:
    async with opened(emptied, alone=True, shares=True) as store:
        row = await store.new_match(TABLE)
        async with somebody_s_turn(emptied):
            in_turn = asyncio.create_task(store.set_hand(HandMessage(row.id, 1, 2, 3, 1, 1)))
            await asyncio.sleep(0)
            for _ in range(5):
                row = (moving := move_on(row)).row
                assert await store.commit(moving)
            assert not in_turn.done()
        await in_turn


async def test_a_row_that_somebody_holds_keeps_no_other_table_waiting(emptied: OnServer) -> None:
    """And the process does not take itself for dead: it says that it is alive all the same."""
    async with joined(emptied, alone=True, shares=True) as process:
        store = process.store
        held, *others = [await store.new_match(TABLE) for _ in range(13)]
        with on_the_side(emptied) as other:
            other.execute(_HOLD, {"key": held.id})
            waits = asyncio.create_task(store.commit(move_on(held)))
            for _ in range(4):
                moves = [move_on(row) for row in others]
                assert all(await asyncio.gather(*map(store.commit, moves)))
                others = [move.row for move in moves]
            assert await process.processes.renew()
            assert not waits.done()
            other.rollback()
        assert await waits


async def test_what_somebody_holds_for_long_is_told_to_fail(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.5)
    async with opened(emptied) as store:
        row = await store.new_match(TABLE)
        with on_the_side(emptied) as other:
            other.execute(_HOLD, {"key": row.id})
            with pytest.raises(StoreFailed, match="another transaction holds"):
                await store.commit(move_on(row))
            other.rollback()
        assert await store.commit(move_on(row))


async def test_closing_answers_what_somebody_holds(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 1.0)
    with on_the_side(emptied) as other:
        async with opened(emptied) as store:
            row = await store.new_match(TABLE)
            other.execute(_HOLD, {"key": row.id})
            waits = asyncio.create_task(store.commit(move_on(row)))
            await until(lambda: is_waited_for(other))
        with pytest.raises(StoreFailed):
            await waits
        other.rollback()


async def test_a_process_lives_on_while_its_writer_is_held_up(emptied: OnServer) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def holds_up(_: Connection) -> None:
        begun.set()
        go_on.wait()

    async with joined(emptied, alone=True, shares=True) as process:
        store = process.store
        stuck = asyncio.create_task(store.database.write(holds_up))
        await until(begun.is_set)
        assert await process.processes.renew()
        assert not stuck.done()
        go_on.set()
        await stuck


def moved(row: MatchRow) -> Task:
    return change_of(move_on(row))


def shown(row: MatchRow) -> Task:
    return OutOfTurn(partial(_publish, match_id=row.id), row.id)


def _publish(connection: Connection, match_id: MatchId) -> None:
    publications.note(connection, match_id, {"published": 1})


@pytest.mark.parametrize("kinds", [(moved, moved), (shown, shown), (moved, shown), (shown, moved)])
async def test_rows_are_written_in_one_order_whatever_the_order_of_the_tasks(
    emptied: OnServer,
    kinds: tuple[Callable[[MatchRow], Task], Callable[[MatchRow], Task]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else two processes that wait for each other's rows would wait forever."""
    monkeypatch.setattr(postgresql, "WAIT", "10s")
    async with opened(emptied) as store:
        low, high = [await store.new_match(TABLE) for _ in range(2)]
    engine = writing_engine(make_url(emptied.url))
    first, second = kinds
    with engine.connect() as connection, on_the_side(emptied) as other:
        other.execute(_HOLD, {"key": low.id})
        tasks = [first(high), second(low)]
        writing = asyncio.create_task(asyncio.to_thread(flush, connection, tasks))
        await until(lambda: is_waited_for(other))
        assert other.scalars(_HOLD, {"key": high.id}).all() == [high.id]
        other.rollback()
        assert all(answer.error is None for answer in await writing)
    engine.dispose()


@pytest.fixture
async def connection(at: At) -> AsyncIterator[Connection]:
    async with opened(at):
        pass
    make = postgresql.writing_engine if isinstance(at, OnServer) else sqlite.writing_engine
    engine = make(make_url(url_of(at)))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def add(connection: Connection) -> int:
    return matches.add(connection, LOBBY).id


def add_and_fail(connection: Connection) -> int:
    add(connection)
    raise ValueError("a broken job")


def give_up(connection: Connection) -> None:
    """Fail as a full disk does: SQLite rolls the whole transaction back by itself."""
    connection.exec_driver_sql("ROLLBACK")
    raise OSError("the disk is full")


def count(at: At) -> int:
    return int(ask(at, "SELECT count(*) FROM match")[0][0])


def test_answers_come_in_the_order_of_the_tasks(connection: Connection) -> None:
    first = flush(connection, [add])
    assert first == [Answer(1)]
    row = matches.by_id(connection, first[0].value)
    connection.rollback()
    assert isinstance(row, MatchRow)
    change = change_of(move_on(row))
    assert flush(connection, [add, change, add]) == [Answer(2), Answer(True), Answer(3)]
    assert flush(connection, [change]) == [Answer(False)]


def test_a_broken_job_is_alone_in_failing(connection: Connection, at: At) -> None:
    answers = flush(connection, [add, add_and_fail, add])
    first, broken, second = (answer.value for answer in answers)
    assert broken is None
    assert 0 < first < second
    assert isinstance(answers[1].error, ValueError)
    assert count(at) == 2


def test_a_lone_broken_job_stores_nothing(connection: Connection, at: At) -> None:
    assert isinstance(flush(connection, [add_and_fail])[0].error, ValueError)
    assert count(at) == 0
    assert flush(connection, [add])[0].error is None


def test_when_the_transaction_is_lost_nobody_is_told_otherwise(
    connection: Connection, path: Path
) -> None:
    answers = flush(connection, [add, give_up, add])
    assert all(answer.error is not None for answer in answers)
    assert count(path) == 0
    assert flush(connection, [add])[0].error is None
    assert count(path) == 1


def test_a_transaction_that_cannot_be_committed_is_told_to_all(
    connection: Connection, path: Path
) -> None:
    def owe(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        connection.exec_driver_sql("INSERT INTO move VALUES (404, 1, 1, 'KH', 1, 1.0)")

    answers = flush(connection, [add, owe])
    assert all(answer.error is not None for answer in answers)
    assert count(path) == 0
    assert flush(connection, [add])[0].error is None


def test_a_change_is_not_told_stale_when_it_failed(connection: Connection, path: Path) -> None:
    assert count(path) == 0
    change = change_of(move_on(TABLE))
    connection.exec_driver_sql("DROP TABLE move")
    connection.exec_driver_sql("DROP TABLE match")
    connection.commit()
    assert flush(connection, [change, change])[0].error is not None


# Databases that fail and processes that are killed: nothing half, and no names in the log.

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
