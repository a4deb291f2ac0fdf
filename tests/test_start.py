"""Every start that cannot succeed ends with one sentence and a status of its own."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.host.exits import Exit
from engine.players.kernels import KERNELS, get_ready, kept
from tests.e2e import warm
from tests.store.samples import opened
from tests.waits import PATIENCE


async def start(data: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """Start the bot, which must end by itself; gives its status and its last words."""
    names = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL")
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    environment = {**inherited, "NIMBUS_DATA": str(data), **more}
    log = data / "printed"
    log.unlink(missing_ok=True)
    process = await warm.start("bot", environment, log, *arguments)
    async with asyncio.timeout(PATIENCE):
        status = await process.wait()
    printed = log.read_text()
    assert "Traceback" not in printed
    return status, printed.splitlines()[-1]


async def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """All that cannot be used are in `test_settings`."""
    status, words = await start(tmp_path, DISCORD_TOKEN="two\nlines")
    assert status == Exit.SETTINGS
    assert "DISCORD_TOKEN" in words


async def test_a_port_somebody_has_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, words = await start(tmp_path, NIMBUS_SANDBOX_PORT=port)
    assert status == Exit.SETTINGS
    assert port in words


@pytest.mark.parametrize(
    ("address", "expected"),
    [("sqlite+aiosqlite:///{}/file/n.sqlite3", Exit.DATABASE), ("mysql://x/y", Exit.SETTINGS)],
)
async def test_a_database_is_judged_before_discord_is_reached(
    tmp_path: Path, address: str, expected: Exit
) -> None:
    (tmp_path / "file").touch()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and never listens
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10"
        # With the sandbox only the database stands in the way.
        for more in ({}, {"DISCORD_TOKEN": "a-token", "NIMBUS_API": away}):
            status, words = await start(tmp_path, DATABASE_URL=address.format(tmp_path), **more)
            assert status == expected
            assert words
            assert "Discord" not in words


async def test_the_sandbox_is_told_of_once_the_database_is_the_bots(tmp_path: Path) -> None:
    async with opened(tmp_path / "nimbus.sqlite3", alone=True):
        status, words = await start(tmp_path)
    assert (status, "Another bot is running" in words) == (Exit.LATER, True)
    assert "Open this page" not in (tmp_path / "printed").read_text()


async def test_ratings_are_worked_out_anew_by_a_command(tmp_path: Path) -> None:
    (tmp_path / "typo").mkdir()
    for command_line in ("recompute-ratings", "recompute-ratings --write"):
        status, words = await start(tmp_path / "typo", *command_line.split())
        assert status == Exit.DATABASE
        assert f"There is no database at {tmp_path}/typo/nimbus.sqlite3." in words
    assert [path.name for path in (tmp_path / "typo").iterdir()] == ["printed"]
    async with opened(tmp_path / "nimbus.sqlite3"):
        pass
    status, words = await start(tmp_path, "recompute-ratings")
    assert status == Exit.STOPPED
    assert "match the stored ones" in words
    with closing(sqlite3.connect(tmp_path / "nimbus.sqlite3")) as connection, connection:
        connection.execute("INSERT INTO rating VALUES (7, 'nimbly', 0, 25, 8, 1, 1)")
    assert (await start(tmp_path, "recompute-ratings"))[0] == Exit.DIFFERENT
    assert (await start(tmp_path, "recompute-ratings", "--write"))[0] == Exit.STOPPED
    elsewhere = {"DATABASE_URL": "mysql://x/y"}
    assert (await start(tmp_path, "recompute-ratings", **elsewhere))[0] == Exit.SETTINGS


async def test_what_house_players_think_with_can_be_compiled_beforehand(tmp_path: Path) -> None:
    get_ready()  # so that the process has little to do
    status, words = await start(tmp_path, "compile")
    assert (status, words) == (Exit.STOPPED, f"Kept in {kept()}.")
    log = await asyncio.to_thread((tmp_path / "printed").read_text)
    assert [line.partition(":")[0] for line in log.splitlines()[:-1]] == [*KERNELS]
