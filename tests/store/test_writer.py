from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url

from bot.store import MatchRow, Publication, Store, matches, writer
from bot.store.backends import postgresql, sqlite
from bot.store.changes import change_of
from bot.store.writer import Answer, Task, flush
from tests.store.samples import LOBBY, TABLE, At, OnServer, ask, move_on, opened, url_of


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


async def test_what_waits_while_one_writes_goes_out_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def counting(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
        sizes.append(len(tasks))
        return flush(connection, tasks)

    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(30)))
    monkeypatch.setattr(writer, "flush", counting)
    begun, go_on = threading.Event(), threading.Event()
    holding = asyncio.create_task(store.database.write(_hold, begun, go_on))
    await asyncio.to_thread(begun.wait, 5)
    waiting = [asyncio.create_task(store.commit(move_on(row))) for row in rows]
    await asyncio.sleep(0)
    go_on.set()
    await holding
    assert [await task for task in waiting] == [True] * 30
    assert sizes == [1, 30]


def _hold(_connection: Connection, begun: threading.Event, go_on: threading.Event) -> None:
    begun.set()
    go_on.wait(5)


async def test_a_cancelled_caller_disturbs_nobody(store: Store, at: At) -> None:
    waiting = [asyncio.create_task(store.new_match(LOBBY)) for _ in range(10)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    rows = await asyncio.gather(*waiting[1::2])
    assert len({row.id for row in rows}) == 5
    assert not await store.trouble()
    assert ask(at, "SELECT count(*) FROM match") == [(10,)]


async def test_publications_and_moves_do_not_lock_each_other_out(store: Store) -> None:
    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(10)))

    async def play(index: int) -> None:
        row = rows[index]
        for _ in range(10):
            commit = move_on(row)
            assert await store.commit(commit)
            row = commit.row
            assert await store.match(row.id) == row
            await store.set_publication(Publication(row.id, published=row.version))

    await asyncio.gather(*(play(index) for index in range(10)))
    assert await store.unpublished() == []


def test_a_store_left_open_does_not_keep_the_process(path: Path) -> None:
    async def leave_open() -> Store:
        return await Store.open(url_of(path))

    asyncio.run(leave_open())
    ours = [thread for thread in threading.enumerate() if thread.name == "store writer"]
    assert ours
    assert all(thread.daemon for thread in ours)


async def test_closing_ends_the_thread(at: At) -> None:
    before = set(threading.enumerate())
    async with opened(at) as store:
        await store.live()
        assert set(threading.enumerate()) - before
    for thread in set(threading.enumerate()) - before:
        thread.join(1)
    assert not set(threading.enumerate()) - before


async def test_closing_waits_for_nothing_that_nobody_holds(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RETRY_AFTER", 600.0)
    async with opened(at) as store:
        await store.new_match(TABLE)
        await store.close()


async def test_an_error_of_a_job_reaches_its_caller_as_it_is(store: Store) -> None:
    def fail(_connection: Connection) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await store.database.write(fail)
    assert not await store.trouble()
