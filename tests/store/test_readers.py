"""Reading: one trip to a thread, presses before all else, and nobody waits for long."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import pytest
from sqlalchemy import Connection, text

from bot.store import Store
from bot.store.backends.readers import PlainThread, Pool
from bot.store.database import is_urgent, make_urgent
from bot.store.errors import StoreBusy, StoreFailed
from tests.store.held import held
from tests.store.samples import LOBBY, OnServer, opened
from tests.waits import PATIENCE, rounds, until

T = TypeVar("T")


def where(connection: Connection) -> set[str]:
    """Ask several questions, and tell in which threads that was done."""
    found = set()
    for number in range(3):
        assert connection.execute(text(f"SELECT {number}")).scalar_one() == number
        found.add(threading.current_thread().name.partition("_")[0])
    return found


async def urgently(store: Store) -> set[str]:
    make_urgent()
    return await store.database.read(where)


async def test_all_that_one_read_asks_is_asked_in_one_trip_to_a_thread(store: Store) -> None:
    assert await store.database.read(where) == {"store reader"}
    assert await asyncio.create_task(urgently(store)) == {"urgent store reader"}


async def test_what_a_press_asks_waits_for_nothing_that_is_read_for_boards(store: Store) -> None:
    async with held(store.database, urgent=False) as gate:
        behind = asyncio.create_task(store.database.read(where))
        await asyncio.create_task(urgently(store))
        assert not behind.done()
        gate.set()
        await behind


async def test_what_a_press_begins_is_not_urgent_itself() -> None:
    async def press() -> tuple[bool, bool]:
        make_urgent()
        return is_urgent(), await asyncio.create_task(begun())

    async def begun() -> bool:
        return is_urgent()

    assert await asyncio.create_task(press()) == (True, False)


async def test_a_press_whose_read_cannot_begin_is_refused_as_busy_and_others_wait(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(store.database) as gate:
        waiting = asyncio.create_task(store.database.read(where))
        with monkeypatch.context() as patched:
            patched.setattr("bot.store.backends.readers.BEGUN_WITHIN", 0.01)
            with pytest.raises(StoreBusy, match="could not begin"):
                await asyncio.create_task(urgently(store))
        gate.set()
        await waiting
    await asyncio.create_task(urgently(store))


async def test_a_press_waits_in_a_row_that_moves(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, now = list[float](), [0.0]

    def clock() -> float:
        looks.append(now[0])
        return now[0]

    async with held(store.database) as gate:
        monkeypatch.setattr("bot.store.backends.readers.BEGUN_WITHIN", 0.01)
        monkeypatch.setattr("bot.store.backends.readers.time", SimpleNamespace(monotonic=clock))
        waiting = asyncio.create_task(urgently(store))
        looks.clear()
        await until(lambda: len(looks) > 3)
        assert not waiting.done()
        now[0] = 1.0
        with pytest.raises(StoreBusy):
            await waiting
        gate.set()


async def test_a_thread_goes_on_while_the_event_loop_is_busy(store: Store) -> None:
    done = threading.Event()

    def end(_: Connection) -> None:
        done.set()

    asking = [asyncio.create_task(store.database.read(where)) for _ in range(20)]
    ending = asyncio.create_task(store.database.read(end))
    await until(asking[0].done)
    assert done.wait(PATIENCE)
    await asyncio.gather(ending, *asking)


async def test_the_end_waits_for_a_thread_that_is_only_opening_its_connection() -> None:
    begun, gate = asyncio.Event(), asyncio.Event()

    class Slow(PlainThread):
        async def run(self, job: Callable[[], T]) -> T:
            begun.set()
            await gate.wait()
            return await super().run(job)

    threads = [PlainThread("quick"), Slow("slow")]
    pool = Pool(threads)
    assert await asyncio.gather(*(pool.run(lambda: 1, limited=False) for _ in range(2))) == [1, 1]
    await begun.wait()
    closing = asyncio.create_task(pool.close())
    await rounds()
    assert not closing.done()
    gate.set()
    await closing


async def test_a_read_that_fails_is_no_matter_of_being_busy(store: Store) -> None:
    def ask(connection: Connection) -> None:
        connection.execute(text("SELECT x FROM nothing"))

    with pytest.raises(StoreFailed) as caught:
        await store.database.read(ask)
    assert not isinstance(caught.value, StoreBusy)


async def test_a_file_that_another_program_holds_is_busy_and_is_asked_for_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.sqlite.DURABLE", ("PRAGMA busy_timeout=1",))
    async with opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            done = await asyncio.gather(
                *(store.new_match(LOBBY) for _ in range(3)), return_exceptions=True
            )
            assert [type(each) for each in done] == [StoreBusy] * 3
            other.execute("ROLLBACK")
        assert (await store.new_match(LOBBY)).id == 1


async def test_a_table_that_another_program_holds_is_busy(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.postgresql.BEGUN_WITHIN", 0.01)
    async with opened(emptied) as store, opened(emptied) as other:
        release, begun = threading.Event(), threading.Event()

        def hold(connection: Connection) -> None:
            connection.execute(text("LOCK TABLE setting IN ACCESS EXCLUSIVE MODE"))
            begun.set()
            release.wait()

        holding = asyncio.create_task(other.database.write(hold))
        await asyncio.to_thread(begun.wait)
        with pytest.raises(StoreBusy):
            await store.settings("person 1")
        release.set()
        await holding
        assert await store.settings("person 1") == {}
