from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url

from bot.store import MatchRow, matches
from bot.store.backends import postgresql, sqlite
from bot.store.changes import change_of
from bot.store.writer import Answer, flush
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
