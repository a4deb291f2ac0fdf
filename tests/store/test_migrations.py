from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
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

from bot.store import migrations
from bot.store.backends.postgresql import writing_engine as postgresql_engine
from bot.store.backends.sqlite import writing_engine
from bot.store.schema import metadata
from tests.store.samples import OnServer, ask, tamper, url_of

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
    assert ask(path, "SELECT * FROM alembic_version") == [("0023",)]
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
