from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.store.schema import metadata
from tests.postgresql import Server
from tests.store.samples import At, OnServer, opened
from tests.store.template import laid

MANY = (
    "test_every_column_can_change",
    "test_a_damaged_row_is_named_once_and_left_out_of_every_list",
    "test_a_thousand_games_are_done_in_one_go",
)
"""Tests of many cases that are about values more than about SQL: on a server with `make soak`."""

ALIKE = ("test_erasing", "test_expiring")
"""Files of tests that find alike on both engines what those of PostgreSQL run on a server.

They ask for no order and add nothing up, in which the engines differ most.
"""

_COUNTED = ("match", "league")
_EMPTY = ";".join(
    [str(table.delete()) for table in reversed(metadata.sorted_tables)]
    + [f"ALTER SEQUENCE {name}_id_seq RESTART" for name in _COUNTED]
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a store, or where its database is, on both engines.

    A test that asks for the `path` of a file is about SQLite alone.
    """
    if "at" not in metafunc.fixturenames:
        return
    engines: list[Any] = ["sqlite"]
    if metafunc.function.__name__ in MANY or metafunc.definition.path.stem in ALIKE:
        engines.append(pytest.param("postgresql", marks=pytest.mark.soak))
    elif "path" not in metafunc.fixturenames:
        engines.append(pytest.param("postgresql", marks=pytest.mark.whole))
    metafunc.parametrize("at", engines, indirect=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "nimbus.sqlite3"


@pytest.fixture(scope="session")
def shared(postgresql: Server) -> Iterator[OnServer]:
    """Return the database of tests that leave the tables as they are.

    It is emptied for each of them, which takes a twentieth of the time that a new one does.
    """
    with postgresql.database() as name:
        shared = OnServer(postgresql, name)
        asyncio.run(_migrate(shared))
        yield shared


async def _migrate(at: At) -> None:
    async with opened(at):
        pass


@pytest.fixture
def emptied(shared: OnServer) -> OnServer:
    """Return the shared database with all tables empty, as new."""
    shared.server.run(shared.name, _EMPTY)
    return shared


@pytest.fixture
def on_server(postgresql: Server) -> Iterator[OnServer]:
    """Return a database that is a test's own, without tables."""
    with postgresql.database() as name:
        yield OnServer(postgresql, name)


@pytest.fixture
def at(request: pytest.FixtureRequest) -> At:
    """Return where the test's database is."""
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("path")
        return path
    emptied: OnServer = request.getfixturevalue("emptied")
    return emptied


@pytest.fixture
async def store(at: At) -> AsyncIterator[Store]:
    if isinstance(at, Path):
        at.parent.mkdir()
        await laid(at.parent)
    async with opened(at) as store:
        yield store
