"""What processes on one server write beside each other, and what one after the other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, make_url, text

from bot.store import matches, publications, writer
from bot.store.backends import postgresql, sqlite
from bot.store.backends.postgresql import LOCKS, WRITING, writing_engine
from bot.store.changes import change_of
from bot.store.errors import Held, StoreFailed
from bot.store.rows import HandMessage, MatchId, MatchRow
from bot.store.writer import Answer, OutOfTurn, Task, flush, flush_each
from tests.store.samples import (
    ALICE,
    CHANNEL,
    LOBBY,
    TABLE,
    At,
    OnServer,
    ask,
    joined,
    move_on,
    opened,
    url_of,
)
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
    """Else two processes that wait for each other's rows would wait for ever."""
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
