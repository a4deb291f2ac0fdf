"""The database as the whole store uses it."""

from __future__ import annotations

import asyncio
import inspect
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

import bot.store
from bot.store import Store
from bot.store.errors import CannotOpen, NewerDatabase, StoreClosed, Unsupported
from bot.store.rows import Commit, MatchId, Publication
from tests.store.samples import LOBBY, At, after, ask, opened, tamper, url_of
from tests.swift import SHIPPED

SLOW = text(
    "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000000) "
    "SELECT max(n) FROM counted"
)


async def test_opening_makes_the_directory_and_the_file(path: Path) -> None:
    async with opened(path):
        assert ask(path, "SELECT count(*) FROM match") == [(0,)]


async def test_what_was_stored_is_there_after_reopening(path: Path) -> None:
    async with opened(path) as store:
        row = await store.new_match(LOBBY)
    async with opened(path) as store:
        assert await store.match(row.id) == row


async def test_the_file_is_durable_and_strict(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.backends.sqlite.DURABLE", SHIPPED)
    async with opened(path) as store:
        await _is_durable_and_strict(store, path)


async def _is_durable_and_strict(store: Store, path: Path) -> None:
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]

    def pragmas(connection: object) -> list[int]:
        run = connection.exec_driver_sql  # type: ignore[attr-defined] # a Connection
        names = ("synchronous", "foreign_keys", "busy_timeout")
        return [run(f"PRAGMA {name}").scalar_one() for name in names]

    full, on = 2, 1
    assert await store.database.write(pragmas) == [full, on, 5_000]


async def test_questions_cannot_write(store: Store) -> None:
    def write(connection: object) -> None:
        connection.exec_driver_sql("DELETE FROM match")  # type: ignore[attr-defined] # a Connection

    with pytest.raises(Exception, match=r"readonly|read-only"):
        await store.database.read(write)


async def test_a_database_of_a_newer_program_is_refused(path: Path) -> None:
    async with opened(path):
        pass
    tamper(path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabase, match="9999"):
        await Store.open(url_of(path))
    assert ask(path, "SELECT version_num FROM alembic_version") == [("9999",)]


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Nimbus, " * 100)
    with pytest.raises(CannotOpen, match=r"letter\.txt"):
        await Store.open(url_of(path))
    assert path.read_text().startswith("Dear")


async def test_a_place_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotOpen):
        await Store.open(url_of(tmp_path / "file" / "nimbus.sqlite3"))


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "postgresql+asyncpg://localhost/nimbus",
        "sqlite:///x.sqlite3",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///file::memory:",
        "sqlite+aiosqlite:///x%00y",
        "sqlite+aiosqlite:///x.sqlite3?mode=ro",
        "sqlite+aiosqlite://data/x.sqlite3",
        "sqlite+aiosqlite://user:pw@/x.sqlite3",
        "postgres://host:port/x",
        "://",
        " ",
    ],
)
async def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(Unsupported, match="DATABASE_URL") as caught:
        await Store.open(url)
    assert "\n" not in str(caught.value)


async def test_a_refused_address_does_not_tell_its_password() -> None:
    with pytest.raises(Unsupported) as caught:
        await Store.open("postgresql+asyncpg://nimbus:hush@localhost/nimbus")
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "u:p@hush/w@localhost/nimbus",
        "u:p@hush@localhost/nimbus",
        "u:p@hush:1/hush@localhost/nimbus",
        "u:p@hush/@localhost/nimbus",
        "u:p@hush/hush?hush@localhost/nimbus",
        "u:p@hush/hush?hush=hush@localhost/nimbus",
        "u/hush:hush@localhost/nimbus",
    ],
)
async def test_a_password_that_is_not_escaped_is_told_of_and_not_repeated(address: str) -> None:
    with pytest.raises(Unsupported, match="@ as %40, / as %2F") as caught:
        await Store.open(f"postgresql+psycopg://{address}")
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "u:hush%40%2F@127.0.0.1:1/nimbus",
        "u:p/w?x@127.0.0.1:1/nimbus",
        "u@corp:hush@127.0.0.1:1/nimbus",
        "/nimbus?host=@nobody&user=u@corp&password=p@hush",
    ],
)
async def test_what_may_have_any_sign_is_taken(address: str) -> None:
    with pytest.raises(CannotOpen, match="cannot be reached"):
        await Store.open(f"postgresql+psycopg://{address}")


async def test_closing_twice_is_harmless_and_ends_the_store(path: Path) -> None:
    store = await Store.open(url_of(path))
    await asyncio.gather(store.close(), store.close())
    await store.close()
    with pytest.raises(StoreClosed):
        await store.match(MatchId(1))
    with pytest.raises(StoreClosed):
        await store.set_publication(Publication(MatchId(1)))
    with pytest.raises(StoreClosed):
        await store.commit(Commit(after(LOBBY)))


async def test_closing_writes_what_waits(path: Path) -> None:
    store = await Store.open(url_of(path))
    waiting = [asyncio.create_task(store.new_match(LOBBY)) for _ in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert len({(await task).id for task in waiting}) == 20
    assert ask(path, "SELECT count(*) FROM match") == [(20,)]


async def test_closing_answers_what_was_asked(path: Path) -> None:
    store = await Store.open(url_of(path))
    row = await store.new_match(LOBBY)
    asked = [asyncio.create_task(store.match(row.id)) for _ in range(10)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [row] * 10


async def test_a_cancelled_question_disturbs_nobody(store: Store) -> None:
    row = await store.new_match(LOBBY)
    for steps in range(12):
        asked = asyncio.create_task(store.match(row.id))
        for _ in range(steps):
            await asyncio.sleep(0)
        asked.cancel()
        assert await store.match(row.id) == row
    assert await asyncio.gather(*(store.match(row.id) for _ in range(10))) == [row] * 10


async def test_two_stores_on_one_file_see_each_other(path: Path) -> None:
    async with opened(path) as one, opened(path) as two:
        row = await one.new_match(LOBBY)
        assert await two.commit(Commit(after(row)))
        assert not await one.commit(Commit(after(row)))
        assert await one.match(row.id) == after(row)


async def test_stores_can_be_opened_at_the_same_time(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.sqlite3" for number in range(4)]
    stores = await asyncio.gather(*(Store.open(url_of(path)) for path in paths))
    assert [(await store.new_match(LOBBY)).id for store in stores] == [1, 1, 1, 1]
    await asyncio.gather(*(store.close() for store in stores))


async def test_opening_leaves_the_loop_free(path: Path) -> None:
    steps = 0

    async def count() -> None:
        nonlocal steps
        while True:
            await asyncio.sleep(0)
            steps += 1

    counting = asyncio.create_task(count())
    async with opened(path):
        assert steps > 10
    counting.cancel()


async def test_a_question_nobody_waits_for_is_answered_before_the_store_is_closed(
    tmp_path: Path,
) -> None:
    gate = threading.Event()
    begun, answers, loop = asyncio.Event(), [], asyncio.get_running_loop()

    def count(connection: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        gate.wait()
        answers.append(connection.execute(SLOW).scalar())

    async with opened(tmp_path / "x.sqlite3") as store:
        asking = asyncio.create_task(store.database.read(count))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert not answers
        gate.set()
    assert answers == [1_000_000]


async def test_an_open_store_is_healthy_until_it_is_closed(at: At) -> None:
    async with opened(at) as store:
        assert not await store.trouble()
    assert await store.trouble()


def test_the_package_names_everything_it_exports() -> None:
    exported = {name for name in dir(bot.store) if isinstance(getattr(bot.store, name), type)}
    assert exported <= set(bot.store.__all__)
    assert sorted(bot.store.__all__) == list(bot.store.__all__)


def test_every_method_of_the_store_is_awaited() -> None:
    methods = inspect.getmembers(Store, inspect.isfunction)
    # What is set aside is only noted, in memory.
    noted = {"set_aside"}
    public = [method for name, method in methods if name[0] != "_" and name not in noted]
    assert len(public) > 20
    assert all(inspect.iscoroutinefunction(method) for method in public)
