"""`python -m bot check` and moves between databases, as processes of a host."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.command_line import command
from bot.host import check
from bot.host.check import WISHED, Mark, clock, database, report
from bot.host.check import check as ask
from bot.host.logs import Exit
from bot.settings import Settings
from sandbox import Sandbox
from sandbox.wire import Permission
from tests.e2e import warm
from tests.e2e.running_bot import ROOT, running_bot
from tests.e2e.test_database import as_anybody, made, on_a_small_disk, refused
from tests.host.test_watching import free_port
from tests.postgresql import Server
from tests.store.samples import TABLE, opened, tamper, url_of
from tests.waits import PATIENCE

# `python -m bot check`, as a process that asks a stand-in for Discord over HTTP.


def environment(data: Path, api: str, **more: str) -> dict[str, str]:
    """Return what a host sets."""
    usual = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    ours = {"DISCORD_TOKEN": "a-token", "NIMBUS_API": api, "NIMBUS_DATA": str(data)}
    return {**usual, **ours, **more}


async def checked(
    data: Path, api: str, before: Sequence[str] = (), **more: str
) -> tuple[int, dict[str, str]]:
    """Run the check; gives its status, and by what was looked at, the line without the name.

    `before` is what starts it in its stead.
    """
    log = data.parent / "printed"
    log.unlink(missing_ok=True)
    given = environment(data, api, **more)
    if before:
        with log.open("wb") as printed:
            process: warm.Process | asyncio.subprocess.Process
            process = await asyncio.create_subprocess_exec(
                *before, sys.executable, "-m", "bot", "check", cwd=ROOT, env=given,
                stdout=printed, stderr=printed,
            )  # fmt: skip
    else:
        process = await warm.start("bot", given, log, "check")
    async with asyncio.timeout(PATIENCE):
        status = await process.wait()
    *lines, last = log.read_text().splitlines()
    assert last.endswith("WRONG")
    found = {}
    for line in lines:
        assert line.startswith(tuple(f"[{mark.value}]" for mark in Mark)), line
        mark, what, text = line.split(maxsplit=2)
        found[what.removesuffix(":")] = f"{mark} {text}"
    return status, found


async def test_all_is_well_and_nothing_is_disturbed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    # The bot that runs has the port, which is as it should be.
    metrics = str(free_port())
    async with running_bot(data, threads=True, NIMBUS_METRICS=metrics) as held:
        await held.until(lambda: held.why_red() is None)
        sandbox = held.sandbox
        before = [(request.method, request.path) for request in sandbox.requests]
        status, found = await checked(data, sandbox.api_base, NIMBUS_METRICS=metrics)
        assert (status, {line.split()[0] for line in found.values()} - {"[warn]"}) == (0, {"[ok]"})
        asked = [(request.method, request.path) for request in sandbox.requests][len(before) :]
        assert {method for method, _ in asked} == {"GET"}
        assert len(asked) == 4
        assert held.why_red() is None
    bot = sandbox.memory.bot
    assert f"it works: {bot.username} ({bot.id})" in found["token"]
    assert "whole" in found["database"]
    assert "one runs" in found["bot"]
    assert "none is switched on" in found["intents"]
    assert "in each the bot has the permissions" in found["servers"]
    assert "a card was painted" in found["pictures"]


async def test_what_discord_refuses_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    data = tmp_path / "data"
    status, found = await checked(data, sandbox.api_base, DISCORD_TOKEN="another")
    assert (status, "Discord refuses it" in found["token"]) == (1, True)
    assert "intents" not in found
    assert "another" not in " ".join(found.values())
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and never listens
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10"
        status, found = await checked(data, away)
    assert (status, "cannot be reached" in found["token"]) == (1, True)
    status, found = await checked(data, sandbox.api_base, NIMBUS_PACE="fast")
    assert (status, "NIMBUS_PACE" in found["settings"]) == (1, True)
    status, found = await checked(data, "", DISCORD_TOKEN="")
    assert (status, "none is set" in found["token"]) == (1, True)
    assert not data.exists()


async def test_what_is_set_wrong_on_discord_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    (guild,) = sandbox.memory.guilds
    lacking = Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS
    sandbox.faults.missing_permissions = {guild: int(lacking)}
    sandbox.memory.portal = {
        "flags": 1 << 19, "interactions_endpoint_url": "https://example.org/press",
    }  # fmt: skip
    sandbox.memory.sessions = 1
    status, found = await checked(tmp_path / "data", sandbox.api_base)
    assert status == 1
    assert found["server"].startswith(
        f"[WRONG] Cloud Club ({guild}) withholds: Attach Files, Create Public Threads."
    )
    assert found["servers"] == "[WRONG] permissions are missing in 1 of 1"
    assert found["intents"].startswith("[warn] Message Content: switched on")
    assert found["presses"].startswith("[WRONG]")
    assert found["starts"].startswith("[WRONG] 1 of 1000")


async def test_without_threads_it_can_play(tmp_path: Path, sandbox: Sandbox) -> None:
    (guild,) = sandbox.memory.guilds
    sandbox.faults.missing_permissions = {guild: int(Permission.CREATE_PUBLIC_THREADS)}
    status, found = await checked(tmp_path / "data", sandbox.api_base)
    assert (status, found["server"].split()[0]) == (0, "[warn]")


async def test_a_database_in_trouble_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    data = tmp_path / "data"
    data.mkdir()
    path = data / "nimbus.sqlite3"
    await made(path)
    as_written = path.read_bytes()
    tamper(path, "UPDATE alembic_version SET version_num = '9999'")
    status, found = await checked(data, sandbox.api_base)
    assert (status, "revision 9999" in found["database"]) == (1, True)
    assert (await refused(sandbox, path))[1] == found["database"].removeprefix("[WRONG] ")
    path.write_bytes(as_written[: len(as_written) // 2])
    status, found = await checked(data, sandbox.api_base)
    assert (status, found["database"].split()[0]) == (1, "[WRONG]")
    path.write_bytes(bytes(4096))
    status, found = await checked(data, sandbox.api_base)
    assert (status, "cannot be read" in found["database"]) == (1, True)


async def test_what_a_start_refuses_is_told_in_the_same_words(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    path = data / "nimbus.sqlite3"
    wal = data / "nimbus.sqlite3-wal"
    wal.write_bytes(bytes(32))
    status, found = await checked(data, sandbox.api_base)
    assert (status, "its newest moves are still in" in found["database"]) == (1, True)
    assert (await refused(sandbox, path))[1] == found["database"].removeprefix("[WRONG] ")
    wal.unlink()
    path.mkdir()
    status, found = await checked(data, sandbox.api_base)
    assert (status, "is a directory or device" in found["database"]) == (1, True)
    assert (await refused(sandbox, path))[1] == found["database"].removeprefix("[WRONG] ")
    (data / "file").touch()
    beyond = data / "file" / "deep" / "x.sqlite3"
    status, found = await checked(data, sandbox.api_base, DATABASE_URL=url_of(beyond))
    assert status == 1
    assert f"kept there: {data}/file is not a directory." in found["database"]


async def test_settings_that_only_a_start_tries_are_tried(tmp_path: Path, sandbox: Sandbox) -> None:
    data = tmp_path / "data"
    (tmp_path / "file").touch()
    port = free_port()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for name, value in (
            ("SENTRY_DSN", "foo"),
            ("NIMBUS_METRICS", f"192.0.2.1:{port}"),
            ("NIMBUS_METRICS", f"a..b:{port}"),
            ("NIMBUS_METRICS", str(taken.getsockname()[1])),
        ):
            settings = Settings.read(environment(data, sandbox.api_base, **{name: value}))
            (found,) = check._program(settings)
            assert (found.mark, name in found.text) == (Mark.WRONG, True), value
    _, lines = await checked(
        data, sandbox.api_base, SENTRY_DSN="https://key@example.org/1", NIMBUS_METRICS=str(port)
    )
    assert "all can be used" in lines["settings"]
    assert lines["backups"].startswith("[ok]")
    beyond = str(tmp_path / "file" / "backups")
    status, lines = await checked(data, sandbox.api_base, NIMBUS_BACKUP_DIR=beyond)
    assert (status, f"{tmp_path}/file: Not a directory" in lines["backups"]) == (1, True)
    assert not data.exists()


@pytest.mark.whole
async def test_a_directory_that_is_read_only_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    data = tmp_path / "data"
    data.mkdir()
    await made(data / "nimbus.sqlite3")
    data.chmod(0o555)
    status, found = await checked(data, sandbox.api_base, as_anybody() or ["env"])
    assert (status, "nothing can be written" in found["writing"]) == (1, True)
    assert "whole" in found["database"]


@pytest.mark.whole
async def test_a_disk_that_is_full_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    data = tmp_path / "data"
    data.mkdir()
    fill = f'dd if=/dev/zero of="{data}/full" bs=1k 2>/dev/null;'
    before = on_a_small_disk(data, "")
    before[-2] = before[-2].replace(" && ", f" && {{ {fill} }};", 1)
    status, found = await checked(data, sandbox.api_base, before)
    assert (status, "nothing can be written" in found["writing"]) == (1, True)
    assert "0 MB are free" in found["disk"]


def test_how_far_the_clock_is_off_is_told() -> None:
    noon = datetime(2026, 11, 23, 12, tzinfo=UTC)
    at = noon.timestamp()
    assert clock(at + 0.7, noon).mark is Mark.OK
    late, early = clock(at + 4.5, noon), clock(at - 119.5, noon)
    assert (late.mark, early.mark) == (Mark.WARN, Mark.WRONG)
    assert "4.0 s ahead of" in late.text
    assert "120.0 s behind" in early.text


def test_a_report_without_a_wrong_is_well() -> None:
    fine = clock(0.5, datetime.fromtimestamp(0, UTC))
    assert report([fine]) == (f"{fine.line()}\n1 ok, 0 warn, 0 WRONG\n", True)


def test_the_permissions_are_those_of_the_readme() -> None:
    assert f"permissions={WISHED.value}" in (ROOT / "README.md").read_text()


# What a host does whose games are kept in PostgreSQL, or shall be.


@pytest.fixture
def address(postgresql: Server) -> Iterator[str]:
    with postgresql.database() as name:
        yield postgresql.url(name)


async def test_the_check_tries_what_a_server_forbids(tmp_path: Path, address: str) -> None:
    usual = {"DATABASE_URL": address, "NIMBUS_DATA": str(tmp_path)}
    told, _ = await ask({**usual, "NIMBUS_BACKUP": "daily:7"})
    assert "[WRONG] settings:    NIMBUS_BACKUP: The database is PostgreSQL: back it up" in told
    with socket.create_server(("127.0.0.1", 0)) as taken:
        # It may be that of a process which this one takes over from.
        told, _ = await ask({**usual, "NIMBUS_METRICS": str(taken.getsockname()[1])})
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
