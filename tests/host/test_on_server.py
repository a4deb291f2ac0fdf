"""What a host does whose games are kept in PostgreSQL, or shall be."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.command_line import command
from bot.host.check import Mark, check, database
from bot.host.exits import Exit
from bot.settings import Settings
from tests.postgresql import Server
from tests.store.samples import TABLE, opened, url_of


@pytest.fixture
def address(postgresql: Server) -> Iterator[str]:
    with postgresql.database() as name:
        yield postgresql.url(name)


async def test_the_check_tries_what_a_server_forbids(tmp_path: Path, address: str) -> None:
    usual = {"DATABASE_URL": address, "NIMBUS_DATA": str(tmp_path)}
    told, _ = await check({**usual, "NIMBUS_BACKUP": "daily:7"})
    assert "[WRONG] settings:    NIMBUS_BACKUP: The database is PostgreSQL: back it up" in told
    with socket.create_server(("127.0.0.1", 0)) as taken:
        # It may be that of a process which this one takes over from.
        told, _ = await check({**usual, "NIMBUS_METRICS": str(taken.getsockname()[1])})
    assert "settings:    all can be used" in told


async def test_games_are_carried_over_by_a_command(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nimbus.sqlite3"
    async with opened(path) as store:
        row = await store.new_match(TABLE)
    assert command(["move-database", url_of(path), address]) == Exit.STOPPED
    said = capsys.readouterr().out
    assert "rows were carried over and read back. Set DATABASE_URL to the new address" in said
    assert command(["move-database", url_of(path), address]) == Exit.DATABASE
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "is not empty" in said
    assert command(["move-database", "nonsense", address]) == Exit.SETTINGS
    assert command(["move-database", address]) == Exit.USAGE
    back = tmp_path / "back.sqlite3"
    assert command(["move-database", address, url_of(back)]) == Exit.STOPPED
    async with opened(back) as store:
        assert await store.match(row.id) == row


def test_the_check_and_the_ratings_look_at_a_server_without_tables(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert command(["recompute-ratings"]) == Exit.DATABASE
    assert "There is no database at test_" in capsys.readouterr().err
    (found,) = database(Settings(database_url=address))
    assert "will be made at the first start" in found.text
    assert found.mark is Mark.OK
    assert "will be made at the first start" in found.text
    (found,) = database(Settings(database_url=f"{address}&port=1"))
    assert found.mark is Mark.WRONG
    assert "cannot be reached" in found.text
