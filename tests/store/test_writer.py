from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.store import Publication, Store, writer
from bot.store.writer import Answer, Task, flush
from tests.store.samples import LOBBY, TABLE, At, ask, move_on, opened, url_of


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
