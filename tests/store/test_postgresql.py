"""What only a server can do: be away or full, cut a line, refuse a login; and what comes of it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, make_url, text

from bot.store import Store
from bot.store.backends.postgresql import PostgresqlBackend, writing_engine
from bot.store.errors import CannotOpen, InUse, NewerDatabase, StoreFailed, StoreLost, Unsupported
from bot.store.migrations import NEWEST
from bot.store.settings import get, put
from bot.store.writer import OutOfTurn, Unsure, flush
from tests.postgresql import Server
from tests.store.samples import TABLE, OnServer, ask, joined, move_on, opened, tamper
from tests.store.troubles import CutLine
from tests.waits import until

# What only a server can do: be away, cut a line, refuse a login; and what the store does then.


@pytest.fixture
def line(emptied: OnServer) -> Iterator[CutLine]:
    """Return a line to the server that can be cut."""
    with CutLine(emptied.server, emptied.name) as line:
        yield line


@asynccontextmanager
async def over(line: CutLine) -> AsyncIterator[Store]:
    """Open the store over a line."""
    store = await Store.open(line.url, alone=True)
    try:
        yield store
    finally:
        await store.close()


async def test_a_store_fails_while_its_server_is_away_and_goes_on_when_it_is_back(
    emptied: OnServer,
) -> None:
    async with opened(emptied, alone=True) as store:
        row = await store.new_match(TABLE)
        commit = move_on(row)
        emptied.server.stop()
        try:
            for _ in range(2):
                with pytest.raises(StoreFailed):
                    await store.commit(commit)
                with pytest.raises(StoreFailed):
                    await store.match(row.id)
                assert await store.trouble()
        finally:
            emptied.server.start()
        assert await store.commit(commit)
        assert await store.match(row.id) == commit.row
        assert not await store.trouble()
        await store.check()


async def test_a_server_that_was_started_anew_is_not_noticed(emptied: OnServer) -> None:
    async with opened(emptied, alone=True) as store:
        row = await store.new_match(TABLE)
        commit = move_on(row)
        emptied.server.stop()
        emptied.server.start()
        assert await asyncio.gather(*(store.match(row.id) for _ in range(6))) == [row] * 6
        assert await asyncio.gather(store.commit(commit), store.new_match(TABLE))
        assert await store.match(row.id) == commit.row


async def test_what_was_cut_off_before_its_commit_is_done_again(emptied: OnServer) -> None:
    tries = 0

    def cut(connection: Connection) -> str | None:
        nonlocal tries
        tries += 1
        if tries == 1:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return get(connection, "scope", "key")

    async with opened(emptied, alone=True) as store:
        row = await store.new_match(TABLE)
        commit = move_on(row)
        done = await asyncio.gather(store.database.write(cut), store.commit(commit))
        assert tuple(done) == (None, True)
        assert tries == 2
        assert len(await store.moves(row.id)) == 1


@pytest.mark.parametrize("arrives", [True, False])
@pytest.mark.parametrize("moves", [1, 3])
async def test_nobody_is_told_wrongly_of_a_commit_in_which_the_line_was_cut(
    line: CutLine, arrives: bool, moves: int
) -> None:
    async with over(line) as store:
        rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(moves)))
        line.cut_at(b"COMMIT", arrives=arrives)
        assert all(await asyncio.gather(*(store.commit(move_on(row)) for row in rows)))
        assert line.cuts == 1
        for row in rows:
            assert len(await store.moves(row.id)) == 1
            assert not await store.commit(move_on(row))


async def test_where_the_server_does_not_come_back_to_tell_nobody_is_told_it_was_stored(
    line: CutLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.postgresql.PATIENCE", 0.2)
    async with over(line) as store:
        row = await store.new_match(TABLE)
        line.cut_at(b"COMMIT", arrives=True, for_good=True)
        with pytest.raises(StoreFailed, match="may have been stored"):
            await store.commit(move_on(row))
        line.mend()

        async def is_stored() -> bool:
            return await store.version(row.id) == 2

        await until(is_stored)


@pytest.mark.parametrize("another_writes", [True, False])
def test_a_crash_may_give_the_number_of_what_was_lost_to_another(
    emptied: OnServer, another_writes: bool
) -> None:
    engine, elsewhere = (writing_engine(make_url(emptied.url)) for _ in range(2))
    numbers = []

    def crash(connection: Connection) -> None:
        numbers.append(connection.scalar(text("SELECT pg_current_xact_id()::text")))
        emptied.server.crash()
        if another_writes:
            with elsewhere.connect() as other:
                assert flush(other, [_setting("other")])[0].error is None
                numbers.append(other.scalar(text("SELECT xmin::text FROM setting")))

    with engine.connect() as one:
        event.listen(engine, "commit", crash, once=True)
        (answer,) = flush(one, [_setting("lost")])
        with one.begin():
            kept = get(one, "scope", "lost")
    for each in (engine, elsewhere):
        each.dispose()
    # It is done again where it is known to be lost. Else nobody is told that it was stored. What
    # the server has written of it by itself meanwhile keeps the number from others.
    if numbers == numbers[:1] * 2:
        assert (kept, type(answer.error)) == (None, Unsure)
    else:
        assert (kept, answer.error) == ("1", None)


def _setting(key: str) -> OutOfTurn[None]:
    return OutOfTurn(lambda connection: put(connection, "scope", key, "1"))


async def test_a_second_bot_is_kept_out_until_the_first_has_gone(emptied: OnServer) -> None:
    async with opened(emptied, alone=True) as first:
        with pytest.raises(InUse, match="is used by another bot that is running"):
            await Store.open(emptied.url, alone=True)
        async with opened(emptied) as other:
            assert await other.live() == await first.live()
    async with opened(emptied, alone=True):
        pass


async def test_those_that_share_keep_out_who_must_be_alone_and_the_other_way_round(
    emptied: OnServer,
) -> None:
    sharing = {"alone": True, "shares": True}
    async with opened(emptied, **sharing), opened(emptied, **sharing):
        with pytest.raises(InUse, match="is used by another bot that is running"):
            await Store.open(emptied.url, alone=True)
    async with opened(emptied, alone=True):
        with pytest.raises(InUse, match="must be alone on it"):
            await Store.open(emptied.url, alone=True, shares=True)


async def test_a_process_that_hangs_in_a_transaction_holds_up_no_other(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.postgresql.HANGING", 1)
    sharing, tries = {"alone": True, "shares": True}, 0
    loop, begun, gate = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def hang(_: Connection) -> None:
        nonlocal tries
        tries += 1
        loop.call_soon_threadsafe(begun.set)
        if tries == 1:
            gate.wait()

    async with opened(emptied, **sharing) as one, opened(emptied, **sharing) as other:
        hanging = asyncio.create_task(one.database.write(hang))
        await begun.wait()
        await other.new_match(TABLE)
        assert not hanging.done()
        gate.set()
        await hanging
        assert tries == 2


async def test_a_bot_that_lost_its_database_to_another_stops(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.postgresql.GHOST", 0.0)
    async with opened(emptied, alone=True) as first:
        tamper(
            emptied, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
        )
        async with opened(emptied, alone=True):
            await first.check()
            with pytest.raises(InUse):
                await first.new_match(TABLE)
            with pytest.raises(StoreLost, match="Somebody else has taken"):
                await first.check()


async def test_of_several_that_start_at_once_one_makes_the_tables(on_server: OnServer) -> None:
    stores = await asyncio.gather(*(Store.open(on_server.url) for _ in range(3)))
    rows = await asyncio.gather(*(store.new_match(TABLE) for store in stores))
    assert {row.id for row in rows} == {1, 2, 3}
    await asyncio.gather(*(store.close() for store in stores))


async def refused(url: str, kind: type[CannotOpen]) -> str:
    with pytest.raises(CannotOpen) as caught:
        await Store.open(url, alone=True)
    assert type(caught.value) is kind
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert "hush" not in sentence
    return sentence


async def test_what_is_wrong_with_an_address_is_said_in_one_sentence(shared: OnServer) -> None:
    server, directory = shared.server, shared.server.directory
    server.run("postgres", "CREATE ROLE locked LOGIN PASSWORD 'open'")
    server.run("postgres", "CREATE ROLE guest LOGIN")
    base = f"postgresql+psycopg://nimbus:hush@/{{}}?host={directory}"
    there = base.format(shared.name)
    for url, kind, said in (
        (base.format("nowhere"), Unsupported, "There is no database nowhere on"),
        (there.replace("nimbus:", "locked:"), Unsupported, "does not let the bot in"),
        (there.replace("nimbus:", "ada:"), Unsupported, "does not let the bot in"),
        (there.replace("nimbus:", "guest:"), Unsupported, "Make it the owner"),
        (f"{there}&colour=blue", Unsupported, "does not know a part of DATABASE_URL"),
        (f"{there}&sslmode=blah", Unsupported, 'DATABASE_URL: invalid sslmode value: "blah"'),
        ("postgresql://nimbus:hush@127.0.0.1:99999/x", Unsupported, "invalid port number"),
        (f"{there}&port=1", CannotOpen, "cannot be reached"),
        ("postgresql://nimbus:hush@127.0.0.1:1/x", CannotOpen, "refused. Start it, or correct"),
        ("postgresql://nimbus:hush@localhost", Unsupported, "must name a database"),
    ):
        assert said in await refused(url, kind), url


async def test_databases_that_do_not_fit_are_left_as_they_are(
    on_server: OnServer, postgresql: Server
) -> None:
    tamper(on_server, "CREATE TABLE places (url TEXT)")
    assert "another program" in await refused(on_server.url, Unsupported)
    tamper(on_server, "DROP TABLE places")
    async with opened(on_server):
        pass
    tamper(on_server, "UPDATE alembic_version SET version_num = '9999'")
    assert "Install that version" in await refused(on_server.url, NewerDatabase)
    tamper(on_server, "DROP TABLE alembic_version, hand; CREATE TABLE alembic_version AS SELECT 1")
    postgresql.run("postgres", "CREATE DATABASE plain ENCODING SQL_ASCII LOCALE 'C' "
                   "LOCALE_PROVIDER libc TEMPLATE template0")  # fmt: skip
    assert "needs UTF8" in await refused(postgresql.url("plain"), Unsupported)
    postgresql.run("postgres", "DROP DATABASE plain")


def look(on_server: OnServer) -> tuple[str, str]:
    return PostgresqlBackend(make_url(on_server.url)).look()


async def test_a_look_at_a_database_says_what_is_there(on_server: OnServer) -> None:
    assert "at the first start" in look(on_server)[0]
    assert not ask(on_server, "SELECT * FROM pg_tables WHERE schemaname = 'public'")
    async with opened(on_server, alone=True):
        said, amiss = look(on_server)
    assert f"{on_server.name} on " in said
    assert said.endswith(f"revision {NEWEST}; no process serves it now")
    assert not amiss
    async with joined(on_server) as one:
        await one.leases.take_all({"leader", "shard 0/2", "shard 1/2"})
        said, amiss = look(on_server)
        assert said.endswith("; shards served now: 0/2, 1/2")
        assert not amiss
        await one.leases.release("shard 0/2")
        assert look(on_server)[1].startswith("Nobody serves 0/2. Start a process for each")
        await one.leases.take_all({"shard 0/4"})
        said, amiss = look(on_server)
        assert said.endswith("; shards served now: 0/4, 1/2")
        assert amiss.startswith("Nobody serves 0/2, 1-3/4. Start a process for each")
    with pytest.raises(CannotOpen, match="cannot be reached"):
        PostgresqlBackend(make_url(f"{on_server.url}&port=1")).look()


async def looked_at(url: str, kind: type[CannotOpen]) -> str:
    """Have a look refuse a database; gives the sentence, which is that of a start."""
    with pytest.raises(CannotOpen) as caught:
        PostgresqlBackend(make_url(url)).look()
    assert type(caught.value) is kind
    assert str(caught.value) == await refused(url, kind)
    return str(caught.value)


async def test_a_look_refuses_what_a_start_refuses_in_the_same_words(
    on_server: OnServer, postgresql: Server
) -> None:
    postgresql.run("postgres", "CREATE ROLE visitor LOGIN")
    as_visitor = on_server.url.replace("nimbus@", "visitor@")
    assert "permission denied for schema public" in await looked_at(as_visitor, Unsupported)
    read_only = f"{on_server.url}&options=-cdefault_transaction_read_only%3Don"
    assert "takes no changes" in await looked_at(read_only, CannotOpen)
    async with opened(on_server):
        pass
    before = ask(on_server, "SELECT * FROM setting")
    assert f"revision {NEWEST}" in look(on_server)[0]
    assert ask(on_server, "SELECT * FROM setting") == before
    assert "takes no changes" in await looked_at(read_only, CannotOpen)
    assert "permission denied for table" in await looked_at(as_visitor, Unsupported)
    tamper(on_server, "DROP TABLE hand")
    assert "its table 'hand' is missing" in await looked_at(on_server.url, CannotOpen)
    tamper(on_server, "UPDATE alembic_version SET version_num = '0099'")
    assert "newer version of the bot, or by one of before 0.2.0 (revision 0099)" in await looked_at(
        on_server.url, NewerDatabase
    )


async def test_a_table_that_is_missing_is_found_at_the_start(on_server: OnServer) -> None:
    async with opened(on_server):
        pass
    tamper(on_server, "DROP TABLE hand")
    assert "its table 'hand' is missing" in await refused(on_server.url, CannotOpen)


async def test_a_missing_driver_is_named(shared: OnServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "[postgresql]'" in await refused(shared.url, Unsupported)


async def test_a_database_that_does_not_say_its_version_is_left_as_it_is(
    on_server: OnServer,
) -> None:
    async with opened(on_server) as store:
        row = await store.new_match(TABLE)
    tamper(on_server, "DELETE FROM alembic_version")
    said = "does not say of which version of the bot it is: .* Restore a backup"
    with pytest.raises(CannotOpen, match=said):
        await Store.open(on_server.url, alone=True)
    with pytest.raises(CannotOpen, match=said):
        PostgresqlBackend(make_url(on_server.url)).look()
    assert ask(on_server, "SELECT id FROM match") == [(row.id,)]


async def test_a_driver_without_its_library_is_told(
    shared: OnServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError('no pq wrapper available')")
    monkeypatch.delitem(sys.modules, "psycopg")
    monkeypatch.syspath_prepend(tmp_path)
    said = await refused(shared.url, Unsupported)
    assert "driver cannot be loaded (no pq wrapper available)" in said


# A server without room for new rows: what is written over still fits, and health is red.

_AS_A_FULL_DISK = """
CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS
$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON match FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE FUNCTION refuse_tables() RETURNS EVENT_TRIGGER LANGUAGE plpgsql AS
$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE EVENT TRIGGER full_disk_for_tables ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
EXECUTE FUNCTION refuse_tables();
"""


async def test_a_store_that_has_no_room_for_what_is_pressed_is_not_healthy(
    on_server: OnServer,
) -> None:
    async with opened(on_server, alone=True) as store:
        await store.new_match(TABLE)
        for statement in _AS_A_FULL_DISK.split(";\n"):
            tamper(on_server, statement)
        # What is written over has room.
        assert not await store.trouble()
        with pytest.raises(StoreFailed, match="could not extend file"):
            await store.new_match(TABLE)
        for _ in range(3):
            assert "could not extend file" in await store.trouble()
        tamper(on_server, "DROP TRIGGER full_disk ON match")
        tamper(on_server, "DROP EVENT TRIGGER full_disk_for_tables")
        assert not await store.trouble()
        await store.new_match(TABLE)
        tables = "SELECT tablename FROM pg_tables WHERE tablename LIKE 'nimbus%'"
        assert ask(on_server, tables) == []


@contextmanager
def small_disk(server: Server, size: str) -> Iterator[Path]:
    """Mount a disk of a size in memory as the tablespace `small` of a server, where one may."""
    place = server.directory / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk, and not everywhere")
    try:
        owner = server.directory.stat()
        os.chown(place, owner.st_uid, owner.st_gid)
        server.run("postgres", f"CREATE TABLESPACE small LOCATION '{place}'")
        yield place
        server.run("postgres", "DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)  # noqa: S607 - as mount


async def test_a_server_whose_disk_is_full_is_not_healthy_until_there_is_room(
    postgresql: Server,
) -> None:
    with small_disk(postgresql, "20m") as place, postgresql.database() as name:
        postgresql.run("postgres", f"ALTER DATABASE {name} SET TABLESPACE small")
        async with opened(OnServer(postgresql, name), alone=True) as store:
            filling = place / "filling"
            with suppress(OSError), filling.open("wb", buffering=0) as file:
                while file.write(bytes(4096)):
                    pass
            assert not await store.trouble()
            # What fits into pages that are there is stored.
            rows = (await store.new_match(TABLE) for _ in range(1000))
            with pytest.raises(StoreFailed, match="could not extend file"):
                assert [row async for row in rows] == []
            for _ in range(3):
                assert "could not extend file" in await store.trouble()
            filling.unlink()
            assert not await store.trouble()
            await store.new_match(TABLE)
        postgresql.run("postgres", f"ALTER DATABASE {name} SET TABLESPACE pg_default")
