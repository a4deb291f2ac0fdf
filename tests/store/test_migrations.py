"""A database's way to a newer schema or to another engine: everything, or one sentence."""

# ruff: noqa: ASYNC240 - files are what these tests are about

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    Table,
    column,
    create_engine,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import OperationalError

from bot.leagues.store import LeagueStore
from bot.store import migrations
from bot.store.backends.postgresql import writing_engine as postgresql_engine
from bot.store.backends.sqlite import writing_engine
from bot.store.backends.transfer import move
from bot.store.errors import CannotOpen, InUse, NewerDatabase, NotMoved, StoreError, Unsupported
from bot.store.schema import metadata
from tests.store.samples import (
    LOBBY,
    TABLE,
    At,
    OnServer,
    ask,
    league_in,
    move_on,
    opened,
    tamper,
    url_of,
)
from tests.store.test_erasing import full
from tests.store.troubles import CutLine

HERE = Path(__file__).parent


def lay_oldest(path: Path) -> None:
    """Make a file as the oldest version that opens has left it, with games in it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((HERE / "written_by_2ad4c595.sql").read_text(encoding="utf-8"))


def lay_oldest_on(server: OnServer, file: Path) -> None:
    """Make the tables that the oldest version made on a server, with the rows of a file of it."""
    tamper(server, (HERE / "written_by_2ad4c595.postgresql.sql").read_text(encoding="utf-8"))
    there, tables = postgresql_engine(make_url(server.url)), MetaData()
    with there.begin() as connection:
        tables.reflect(connection)
        for table in tables.sorted_tables:
            names = table.columns.keys()
            rows = ask(file, str(select(*map(column, names)).select_from(text(f'"{table.name}"'))))
            if rows:
                connection.execute(
                    table.insert(), [dict(zip(names, row, strict=True)) for row in rows]
                )
    there.dispose()


def on_both(file: Path, server: OnServer) -> list[Engine]:
    """Lay what the oldest version wrote in a file and on a server; return both, upgraded."""
    lay_oldest(file)
    lay_oldest_on(server, file)
    engines = upgraded(file), postgresql_engine(make_url(server.url))
    with engines[1].connect() as connection:
        migrations.upgrade(connection)
    return [*engines]


def migrated(path: Path) -> Engine:
    """Open a file that went through every migration: a new one goes through none."""
    lay_oldest(path)
    return upgraded(path)


def upgraded(path: Path) -> Engine:
    engine = writing_engine(make_url(url_of(path)), foreign_keys=False)
    with engine.connect() as connection:
        migrations.upgrade(connection)
    return engine


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


def definitions(path: Path) -> dict[str, str]:
    """Return every table and index as the file defines it, spelt alike."""
    rows = ask(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: " ".join(sql.replace("\t", " ").split()) for name, sql in rows}


def test_the_newest_revision_builds_the_tables_of_the_schema(tmp_path: Path) -> None:
    engine = migrated(tmp_path / "x.sqlite3")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


def test_a_server_gets_the_same_tables_and_rows(tmp_path: Path, on_server: OnServer) -> None:
    rows = []
    for engine in on_both(tmp_path / "x.sqlite3", on_server):
        with engine.connect() as connection:
            assert differences(connection) == []
            rows.append(
                [
                    sorted(map(repr, connection.execute(select(table))))
                    for table in metadata.sorted_tables
                ]
            )
        engine.dispose()
    assert rows[0] == rows[1]
    assert sum(map(bool, rows[0])) > 20


def test_an_empty_file_gets_what_the_migrations_make_to_the_letter(tmp_path: Path) -> None:
    migrated(tmp_path / "x.sqlite3").dispose()
    direct = create_engine(f"sqlite:///{tmp_path / 'y.sqlite3'}")
    with direct.connect() as connection:
        migrations.upgrade(connection)
    direct.dispose()
    versions = [
        ask(tmp_path / name, "SELECT * FROM alembic_version") for name in ("x.sqlite3", "y.sqlite3")
    ]
    assert versions == [[(migrations.NEWEST,)]] * 2
    upgraded = definitions(tmp_path / "x.sqlite3")
    assert {name: _lines(sql) for name, sql in upgraded.items()} == {
        name: _lines(sql) for name, sql in definitions(tmp_path / "y.sqlite3").items()
    }


@pytest.mark.parametrize(
    "table", [table for table in metadata.tables.values() if "match_id" in table.columns], ids=str
)
def test_the_numbers_of_matches_are_as_large_everywhere_in_postgresql(table: Table) -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call] # SQLAlchemy's own
    assert table.columns["match_id"].type.compile(dialect) == "BIGINT"


def test_upgrading_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    migrated(path).dispose()
    before = definitions(path)
    upgraded(path).dispose()
    assert definitions(path) == before


def test_tables_that_cannot_be_made_leave_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    engine = writing_engine(make_url(url_of(path)), foreign_keys=False)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE setting (mine TEXT)")  # the last to be made
    with engine.connect() as connection:
        with pytest.raises(OperationalError, match="setting"):
            migrations.upgrade(connection)
        assert inspect(connection).get_table_names() == ["setting"]
    engine.dispose()


def test_a_migration_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    lay_oldest(path)
    tamper(path, "ALTER TABLE evening_board ADD COLUMN asks TEXT")  # the last to be added
    with pytest.raises(OperationalError, match="asks"):
        upgraded(path)
    assert ask(path, "SELECT * FROM alembic_version") == [(migrations.OLDEST,)]
    assert ask(path, "SELECT mixed FROM evening WHERE id = 1") == [(1,)]
    tamper(path, "ALTER TABLE evening_board DROP COLUMN asks")
    upgraded(path).dispose()
    assert ask(path, "SELECT * FROM alembic_version") == [(migrations.NEWEST,)]


def test_a_directory_with_a_percent_sign_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "100%s" / "x.sqlite3"
    path.parent.mkdir()
    migrated(path).dispose()
    assert ask(path, "SELECT count(*) FROM match") == [(14,)]


def _lines(sql: str) -> list[str]:
    """Take a definition apart: columns added later stand behind the keys."""
    body, _, end = sql.rpartition(")")
    return sorted([*(part.strip() for part in body.split(",")), end.strip()])


@pytest.mark.parametrize("revision", ["0022", "0024", "0029", "9999"])
def test_a_revision_that_nobody_was_given_is_refused_in_a_sentence(
    tmp_path: Path, revision: str
) -> None:
    path = tmp_path / "x.sqlite3"
    lay_oldest(path)
    tamper(path, f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608 - our own words
    before = definitions(path)
    with pytest.raises(NewerDatabase, match=rf"^[^.\n]*0\.2\.0 \(revision {revision}\)\. Install "):
        upgraded(path)
    assert definitions(path) == before


def test_a_database_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    migrated(tmp_path / "x.sqlite3").dispose()
    program = (
        "import asyncio, sys\n"
        "from bot.store import Store\n"
        f"store = asyncio.run(Store.open({url_of(tmp_path / 'x.sqlite3')!r}))\n"
        "assert not [name for name in sys.modules if name.startswith('alembic')]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[2])


# A database carried over to another engine and back: everything, or nothing and one sentence.


def content(at: At) -> dict[str, list[str]]:
    """Return what all tables hold, in an order of our own."""
    return {
        table.name: sorted(
            repr([bytes(one) if isinstance(one, memoryview) else _plain(one) for one in row])
            for row in ask(at, f'SELECT * FROM "{table.name}"')  # noqa: S608 - our own words
        )
        for table in metadata.sorted_tables
    }


def _plain(value: object) -> object:
    """Return a truth as SQLite keeps it."""
    return int(value) if isinstance(value, bool) else value


async def filled(at: At) -> None:
    """Store something in every table, and more rows than are carried at a time."""
    async with opened(at) as store:
        await full(store)
        row = await store.new_match(replace(TABLE, state={"text": "Ünï\u0000côde 🂡 %s"}))
        for code in ("KH", "%s ? :x"):
            commit = move_on(row, code)
            assert await store.commit(commit)
            row = commit.row
        await store.set_settings("many", {f"key {n}": "Zebra" for n in range(25)})
        assert await LeagueStore(store.database).open(league_in(5)) is not None
        last = await store.new_match(LOBBY)
    tamper(at, "INSERT INTO process VALUES ('one', 5.0)")
    tamper(at, "INSERT INTO lease VALUES ('leader', 'one')")
    tamper(at, "INSERT INTO claim VALUES (5, 6, 7.0)")
    for sql in (
        "DELETE FROM seat WHERE match_id = ?",
        "DELETE FROM publication WHERE match_id = ?",
        "DELETE FROM match WHERE id = ?",
    ):
        tamper(at, sql, last.id)


def refused(source: At, target: At, kind: type[StoreError] = NotMoved) -> str:
    with pytest.raises(kind) as caught:
        move(url_of(source), url_of(target))
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def tables_of(at: OnServer) -> list[tuple[str]]:
    return ask(at, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")


async def test_everything_arrives_on_a_server_and_comes_back(
    path: Path, tmp_path: Path, on_server: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.transfer.BATCH", 10)
    await filled(path)
    async with opened(path, alone=True):
        pass
    before = content(path)
    empty = {name for name, rows in before.items() if not rows}
    assert empty <= {"series", "daily_try", "daily_place", "evening", "challenge", "club"} | {
        "puzzle_return",
        "appointment",
        "seeker",
    }
    rows = sum(map(len, before.values()))
    assert move(url_of(path), on_server.url) == rows
    before = content(path)
    assert content(on_server) == before
    assert move(on_server.url, url_of(tmp_path / "back.sqlite3")) == rows
    back = tmp_path / "back.sqlite3"
    assert content(back) == content(on_server)
    used = len(before["match"]) + 1
    for at in (path, on_server, back):
        async with opened(at, alone=True) as store:
            assert (await store.new_match(LOBBY)).id == used + 1


async def test_a_target_that_is_not_empty_is_left_as_it_is(
    path: Path, emptied: OnServer, tmp_path: Path
) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    async with opened(emptied) as store:
        await store.new_match(LOBBY)
    before = content(emptied)
    assert f"The database {emptied.name} on " in (said := refused(path, emptied))
    assert "(TO) is not empty" in said
    assert content(emptied) == before
    tamper(tmp_path / "places.sqlite3", "CREATE TABLE places (url TEXT)")
    assert "is not empty" in refused(path, tmp_path / "places.sqlite3")
    assert "is not empty" in refused(path, path)
    # Nothing is left beside either file.
    assert sorted(tmp_path.iterdir()) == [path.parent, tmp_path / "places.sqlite3"]
    assert list(path.parent.iterdir()) == [path]


async def test_a_source_that_cannot_be_carried_over_is_named(
    path: Path, on_server: OnServer, tmp_path: Path
) -> None:
    said = f"There is no database of the bot at {tmp_path}/nowhere.sqlite3 (FROM)"
    assert said in refused(tmp_path / "nowhere.sqlite3", on_server)
    assert not (tmp_path / "nowhere.sqlite3").exists()
    async with opened(path, alone=True):
        assert "Another bot is running" in refused(path, on_server, InUse)
    tamper(path, "UPDATE alembic_version SET version_num = '9999'")
    assert "Install that version" in refused(path, on_server, NewerDatabase)
    (tmp_path / "letter").write_text("Dear Nimbus, " * 100)
    assert "is not a SQLite database" in refused(tmp_path / "letter", on_server, CannotOpen)
    assert tables_of(on_server) == []


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("moves = 'much'", "row of the table match (id 2) is damaged"),
        ("locale = 'e' || char(0) || 'n'", "row of the table match (id 2) is damaged"),
        ("rated = 'maybe'", "The table match cannot be read whole"),
    ],
)
async def test_a_damaged_row_stops_all_and_is_named(
    path: Path, on_server: OnServer, damage: str, said: str
) -> None:
    async with opened(path) as store:
        for _ in range(3):
            await store.new_match(TABLE)
    tamper(path, f"UPDATE match SET {damage} WHERE id = 2")  # noqa: S608 - our own words
    assert said in refused(path, on_server)
    assert tables_of(on_server) == []


async def test_a_server_that_goes_away_in_the_middle_leaves_nothing(
    path: Path, emptied: OnServer, on_server: OnServer
) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    with CutLine(emptied.server, on_server.name) as line:
        line.cut_at(b"INSERT INTO seat", arrives=True)
        with pytest.raises(CannotOpen, match=r"The server of the database .* cannot be reached: "):
            move(url_of(path), line.url)
    assert move(url_of(path), on_server.url) > 0


async def test_the_wrong_one_of_two_addresses_is_named(path: Path, on_server: OnServer) -> None:
    async with opened(path):
        pass
    for source, target, said in (
        (str(path), on_server.url, "FROM is not the address of a database"),
        (url_of(path), "mysql://me:hush@localhost/x", "TO names a database of kind mysql"),
        (on_server.url.replace("/test_", "/no_"), url_of(path), "or correct FROM"),
        (url_of(path), f"{on_server.url}&port=1", "Start it, or correct TO"),
    ):
        with pytest.raises(CannotOpen) as caught:
            move(source, target)
        assert said in str(caught.value)
        assert "DATABASE_URL" not in str(caught.value)
        assert "hush" not in str(caught.value)


async def test_a_user_who_may_not_make_tables_is_told_of(path: Path, on_server: OnServer) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    tamper(on_server, "CREATE ROLE newcomer LOGIN")
    try:
        with pytest.raises(Unsupported, match=r"The user in TO may not do .* Make it the owner"):
            move(url_of(path), on_server.url.replace("nimbus@", "newcomer@"))
    finally:
        tamper(on_server, "DROP ROLE newcomer")
    assert tables_of(on_server) == []


async def test_a_table_that_may_not_be_read_is_no_damaged_row(
    tmp_path: Path, on_server: OnServer
) -> None:
    async with opened(on_server) as store:
        await store.new_match(TABLE)
    tamper(on_server, "CREATE ROLE reader LOGIN")
    tamper(on_server, "GRANT ALL ON ALL TABLES IN SCHEMA public TO reader")
    tamper(on_server, "REVOKE ALL ON seat FROM reader")
    try:
        with pytest.raises(Unsupported, match=r"The user in FROM may not do .* table seat"):
            move(on_server.url.replace("nimbus@", "reader@"), url_of(tmp_path / "back.sqlite3"))
    finally:
        tamper(on_server, "DROP OWNED BY reader")
        tamper(on_server, "DROP ROLE reader")


async def test_a_broken_page_of_the_source_is_no_damaged_row(
    path: Path, on_server: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    # A page can break between the look at the start and the reading.
    monkeypatch.setattr("bot.store.backends.sqlite.refuse_damaged", lambda *_: None)
    root = ask(path, "SELECT rootpage FROM sqlite_master WHERE name = 'seat'")[0][0]
    content = path.read_bytes()
    place = (root - 1) * 4096
    path.write_bytes(content[:place] + b"\xff" * 64 + content[place + 64 :])
    with pytest.raises(CannotOpen, match=r"nimbus\.sqlite3 is damaged \(.*restore a backup"):
        move(url_of(path), on_server.url)
    assert tables_of(on_server) == []
