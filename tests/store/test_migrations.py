from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, make_url
from sqlalchemy.exc import OperationalError

from bot.store import migrations
from bot.store.backends.postgresql import writing_engine as postgresql_engine
from bot.store.backends.sqlite import writing_engine
from bot.store.rows import MatchId, Publication, Terms
from bot.store.schema import metadata
from tests.store.samples import ALICE, GUILD, TABLE, OnServer, ask, ending, opened, tamper, url_of


def migrate_through_all(connection: Connection) -> None:
    """Go through every migration: a database that is empty skips them."""
    with connection.begin():
        connection.exec_driver_sql("CREATE TABLE foreign_to_us (number INTEGER)")
    migrations.upgrade(connection)
    with connection.begin():
        connection.exec_driver_sql("DROP TABLE foreign_to_us")


def migrated(path: Path) -> Engine:
    """Open a file that went through every migration: a new one is not empty, as others are."""
    engine = writing_engine(make_url(url_of(path)), foreign_keys=False)
    with engine.connect() as connection:
        migrate_through_all(connection)
    return engine


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


ADDED = {
    "0002": (("match", "terms"), ("publication", "ping_last")),
    "0003": (("result", "level"), ("result", "hinted")),
    "0004": (("match", "pauses"),),
    "0005": (("match", "by_token"),),
    "0006": (("match", "follows"), ("match", "door")),
    "0007": (
        ("match", "thread_id"),
        ("match", "thread_gone"),
        ("match", "closed_for"),
        ("publication", "line"),
        ("publication", "thread_open"),
    ),
    "0008": (("match", "proposal"),),
    "0010": (("match", "series"),),
    "0016": (("match", "home"),),
}
"""The columns that each revision adds."""

TABLES = {
    "0009": ("invitation", "block"),
    "0010": ("series",),
    "0011": ("ending", "rating_change", "rating"),
    "0012": ("review",),
    "0013": ("league",),
    "0014": ("puzzle_answer", "puzzle"),
    "0015": ("daily_try", "daily_place"),
    "0016": ("lease", "process"),
    "0017": ("claim",),
}
"""The tables that each revision adds."""

INDEXED = {
    "0006": ("ix_match_follows",),
    "0007": ("ix_match_thread_id_status", "ix_publication_thread_open"),
    "0010": ("ix_match_series",),
    "0015": ("ix_series_open",),
}
"""The indexes that each revision adds to tables there were."""


def unwind(path: Path, revision: str) -> None:
    """Make a file look as that revision left it."""
    for added, names in TABLES.items():
        for name in names if added > revision else ():
            tamper(path, f"DROP TABLE {name}")
    for added, indexes in INDEXED.items():
        for index in indexes if added > revision else ():
            tamper(path, f"DROP INDEX IF EXISTS {index}")
    for added, columns in ADDED.items():
        for table, column in columns if added > revision else ():
            tamper(path, f"ALTER TABLE {table} DROP COLUMN {column}")
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
    engine = postgresql_engine(make_url(on_server.url))
    with engine.connect() as connection:
        migrate_through_all(connection)
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


def test_the_numbers_of_matches_are_as_large_everywhere_in_postgresql() -> None:
    sql = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": sql}
    )
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    with Operations.context(context):
        for revision in reversed(list(script.walk_revisions())):
            revision.module.upgrade()
    kinds = re.findall(r"^\s*match_id (\w+)", sql.getvalue(), re.MULTILINE)
    with_matches = [table for table in metadata.tables.values() if "match_id" in table.columns]
    assert kinds == ["BIGINT"] * len(with_matches)


def test_upgrading_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    migrated(path).dispose()
    before = definitions(path)
    migrated(path).dispose()
    assert definitions(path) == before


def test_a_migration_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    engine = writing_engine(make_url(url_of(path)), foreign_keys=False)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE setting (mine TEXT)")  # the last to be made
    with engine.connect() as connection:
        with pytest.raises(OperationalError, match="setting"):
            migrations.upgrade(connection)
        assert inspect(connection).get_table_names() == ["setting"]
    engine.dispose()


async def test_a_match_from_before_there_were_terms_is_played_on_without_a_clock(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.sqlite3"
    async with opened(path) as store:
        stored = await store.new_match(replace(TABLE, terms=Terms(clock=60)))
        await store.set_publication(Publication(stored.id, ping_message=5, ping_user=6))
    unwind(path, "0001")
    async with opened(path) as store:
        assert await store.match(stored.id) == replace(stored, terms=Terms())
        assert not (await store.publication(stored.id)).ping_last


async def test_results_from_before_levels_and_hints_were_kept_count_as_they_did(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.sqlite3"
    async with opened(path) as store:
        for rated in (True, False):
            row = await store.new_match(replace(TABLE, rated=rated))
            await store.commit(ending(row, {ALICE: 9, None: 4}))
        before = await store.leaderboard(TABLE.game, GUILD)
    unwind(path, "0002")
    async with opened(path) as store:
        assert await store.leaderboard(TABLE.game, GUILD) == before
        assert [(line.games, line.wins) for line in before] == [(1, 1)]
        assert [(r.level, r.hinted) for r in await store.results(MatchId(1))] == [(None, False)] * 2


def test_a_directory_with_a_percent_sign_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "100%s" / "x.sqlite3"
    path.parent.mkdir()
    migrated(path).dispose()
    assert ask(path, "SELECT count(*) FROM match") == [(0,)]


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
