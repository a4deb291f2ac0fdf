from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Table, create_engine, inspect, make_url
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.evenings import store as evenings
from bot.evenings.rows import EveningPerson, EveningRow
from bot.store import migrations
from bot.store.backends.postgresql import writing_engine as postgresql_engine
from bot.store.backends.sqlite import writing_engine
from bot.store.schema import metadata
from tests.store.samples import OnServer, ask, tamper, url_of

HERE = Path(__file__).parent


def lay_oldest(path: Path) -> None:
    """Make a file as the oldest version that opens has left it, with games in it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((HERE / "written_by_a4919a5.sql").read_text(encoding="utf-8"))


def lay_oldest_on(server: OnServer) -> None:
    """Make the tables that the oldest version made on a server."""
    tamper(server, (HERE / "written_by_a4919a5.postgresql.sql").read_text(encoding="utf-8"))


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


def unwind(path: Path, revision: str) -> None:
    """Make a file say that it is of that revision."""
    tamper(path, "UPDATE alembic_version SET version_num = ?", revision)


def definitions(path: Path) -> dict[str, str]:
    """Return every table and index as the file defines it, spelt alike."""
    rows = ask(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: " ".join(sql.replace("\t", " ").split()) for name, sql in rows}


def test_the_newest_revision_builds_the_tables_of_the_schema(tmp_path: Path) -> None:
    engine = migrated(tmp_path / "x.sqlite3")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


def test_the_migrations_build_the_same_tables_on_a_server(on_server: OnServer) -> None:
    lay_oldest_on(on_server)
    engine = postgresql_engine(make_url(on_server.url))
    with engine.connect() as connection:
        migrations.upgrade(connection)
        assert differences(connection) == []
    engine.dispose()


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


MATCH = metadata.tables["match"]
OLD_EVENING = sa.table(
    "evening",
    *map(sa.column, (
        "id", "guild_id", "locale", "begun", "round", "ended", "channel_id", "message_id", "shown",
    )),
)  # fmt: skip
SAT = [
    [{"key": "1", "name": "Ada", "joined": "91"}, {"key": "house:1", "name": "Nim"}],
    [{"key": "2", "name": "Ben"}],
]


def lay_evening(connection: Connection, number: int, channel: int, shown: str) -> None:
    """Lay an evening of two tables, as revision 0022 had it."""
    for match_id, members in enumerate(SAT, start=number):
        usual = {one.name: one.type.python_type() for one in MATCH.c if not one.nullable}
        values = {"id": match_id, "channel_id": 7, "members": json.dumps(members)}
        of = {"series": f"evening {number} 1"}
        connection.execute(MATCH.insert().values({**usual, **values, **of}))
    ended, message = (None if "playing" in shown else 8.0), 9 * number
    connection.execute(
        OLD_EVENING.insert().values(
            id=number, guild_id=9, locale="en", begun=5.0, round=1, ended=ended,
            channel_id=channel, message_id=message, shown=shown,
        )
    )  # fmt: skip


def check_evenings(connection: Connection) -> None:
    """Lay an evening in a thread, one in its channel and one that is told, and see them go on."""
    with connection.begin():
        command.upgrade(migrations._config(connection), "0022")
        lay_evening(connection, 103, 66, "66 playing 1, 66 playing 2")
        lay_evening(connection, 105, 7, "7 over 1, 7 over 1")
        lay_evening(connection, 107, 66, "over")
    migrations.upgrade(connection)
    ended = {103: None, 105: 8.0, 107: 8.0}
    assert [evenings.by_id(connection, number) for number in ended] == [
        EveningRow(number, 5.0, ended=at) for number, at in ended.items()
    ]
    assert [board for number in ended for board in evenings.boards(connection, number)] == [
        evenings.BoardRow(103, 9, 103, "en"),
        evenings.BoardRow(105, 9, 105, "en", channel_id=7, message_id=945),
        evenings.BoardRow(107, 9, 107, "en", channel_id=66, message_id=963, shown="over"),
    ]
    assert evenings.people(connection, 103) == [
        EveningPerson(103, 1, 9, "Ada", "91"), EveningPerson(103, 2, 9, "Ben", ""),
    ]  # fmt: skip
    assert evenings.to_do(connection, 0.0) == [103, 105]


def test_evenings_of_one_round_go_on_and_are_told_anew(tmp_path: Path, on_server: OnServer) -> None:
    lay_oldest(tmp_path / "x.sqlite3")
    lay_oldest_on(on_server)
    for engine in (
        writing_engine(make_url(url_of(tmp_path / "x.sqlite3")), foreign_keys=False),
        postgresql_engine(make_url(on_server.url)),
    ):
        with engine.connect() as connection:
            check_evenings(connection)
        engine.dispose()


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
    tamper(path, "INSERT INTO setting VALUES ('codes', 'before', 'taken already')")
    with pytest.raises(IntegrityError):
        upgraded(path)
    assert ask(path, "SELECT * FROM alembic_version") == [("0017",)]
    tamper(path, "DELETE FROM setting WHERE scope = 'codes'")
    upgraded(path).dispose()
    assert ask(path, "SELECT * FROM alembic_version") == [(migrations.NEWEST,)]


def test_a_directory_with_a_percent_sign_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "100%s" / "x.sqlite3"
    path.parent.mkdir()
    migrated(path).dispose()
    assert ask(path, "SELECT count(*) FROM match") == [(16,)]


def _lines(sql: str) -> list[str]:
    """Take a definition apart: columns added later stand behind the keys."""
    body, _, end = sql.rpartition(")")
    return sorted([*(part.strip() for part in body.split(",")), end.strip()])


def test_the_newest_revision_is_the_last_of_the_versions() -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert script.get_heads() == [migrations.NEWEST]


def test_a_database_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    migrated(tmp_path / "x.sqlite3").dispose()
    program = (
        "import asyncio, sys\n"
        "from bot.store import Store\n"
        f"store = asyncio.run(Store.open({url_of(tmp_path / 'x.sqlite3')!r}))\n"
        "assert not [name for name in sys.modules if name.startswith('alembic')]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[2])
