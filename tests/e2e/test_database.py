"""A database over the wire: starts that it forbids, and what comes of its trouble in a game."""

# ruff: noqa: ASYNC240 - files are what these tests are about

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.client import UNWRITTEN
from sandbox import Sandbox
from sandbox.client import Tab
from tests.e2e import warm
from tests.e2e.running_bot import (
    ROOT,
    RunningBot,
    moves_in_dm,
    opened,
    running_bot,
    state_equals_log,
)
from tests.store.samples import TABLE, tamper, url_of
from tests.store.samples import opened as opened_store
from tests.waits import PATIENCE, until

# Every start that a database forbids: one sentence, a status of its own, and no traceback.

LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ [A-Z]+ \S+: ")
CONFIG, TEMPFAIL, IOERR = 78, 75, 74


class Ended(NamedTuple):
    """How a start came to its end; `said` are the lines that belong to no log."""

    status: int
    said: list[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "nimbus.sqlite3"


async def start(
    sandbox: Sandbox, path: Path, address: str = "", before: Sequence[str] = ()
) -> Ended:
    """Start the bot, which must end by itself; `before` is what starts it in its stead."""
    environment = {
        **os.environ, "DISCORD_TOKEN": "a-token", "NIMBUS_API": sandbox.api_base,
        "NIMBUS_GATEWAY": sandbox.gateway_url, "NIMBUS_DATA": str(path.parent),
        "DATABASE_URL": address or url_of(path), "NIMBUS_LOG": "INFO",
    }  # fmt: skip
    printed = path.parent.with_name(f"{path.parent.name}.printed")
    printed.unlink(missing_ok=True)
    process = await _started(environment, printed, before)
    try:
        async with asyncio.timeout(PATIENCE):
            status = await process.wait()
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
    text = printed.read_text()
    assert "Traceback" not in text
    lines = [line for line in text.splitlines() if not LOG_LINE.match(line)]
    return Ended(status, lines)


async def _started(
    environment: dict[str, str], printed: Path, before: Sequence[str]
) -> warm.Process | asyncio.subprocess.Process:
    if not before:
        return await warm.start("bot", environment, printed)
    with printed.open("wb") as log:
        return await asyncio.create_subprocess_exec(
            *before, sys.executable, "-m", "bot", cwd=ROOT, env=environment, stdout=log, stderr=log
        )


async def refused(
    sandbox: Sandbox, path: Path, address: str = "", before: Sequence[str] = ()
) -> tuple[int, str]:
    """Return the status and the one sentence with which a start ends."""
    ended = await start(sandbox, path, address, before)
    (sentence,) = ended.said
    assert sentence.endswith(".")
    assert "SELECT" not in sentence
    return ended.status, sentence


async def made(path: Path) -> None:
    async with opened_store(path) as store:
        for _ in range(30):
            await store.new_match(TABLE)


def as_anybody() -> list[str]:
    """Return what takes root's right to write anywhere from a process."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("only setpriv takes root's rights from a process")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]


def on_a_small_disk(directory: Path, option: str) -> list[str]:
    """Return what mounts a small disk of its own on a directory for a process alone."""
    mount = f'mount -t tmpfs -o size=64k none "{directory}" && {option} exec "$@"'
    before = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh"]
    if shutil.which("unshare") is None or subprocess.run([*before, "true"], check=False).returncode:
        pytest.skip("this system does not let a test mount a disk")
    return before


@pytest.mark.parametrize(
    "address",
    ["nonsense", "postgresql+asyncpg://me:hush@localhost/x", "sqlite+aiosqlite:///file::memory:"],
)
async def test_an_address_that_is_none(sandbox: Sandbox, path: Path, address: str) -> None:
    status, sentence = await refused(sandbox, path, address)
    assert status == CONFIG
    assert "DATABASE_URL" in sentence
    assert "hush" not in sentence


async def test_a_directory_that_is_a_file(sandbox: Sandbox, path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    address = url_of(tmp_path / "file" / "x.sqlite3")
    assert await refused(sandbox, path, address) == (
        IOERR,
        f"The database {tmp_path}/file/x.sqlite3 cannot be kept there: {tmp_path}/file is not a "
        "directory. Name another place in NIMBUS_DATA or DATABASE_URL.",
    )


async def test_a_directory_that_is_read_only(sandbox: Sandbox, path: Path) -> None:
    place = path.with_name("place")
    place.mkdir(mode=0o555)
    status, sentence = await refused(sandbox, path, url_of(place / "x.sqlite3"), as_anybody())
    assert status == IOERR
    assert "Permission denied" in sentence
    assert "Let the bot's user write there" in sentence


async def test_a_directory_that_is_missing_and_cannot_be_made(sandbox: Sandbox, path: Path) -> None:
    place = path.with_name("place")
    place.mkdir(mode=0o555)
    address = url_of(place / "deep" / "x.sqlite3")
    status, sentence = await refused(sandbox, path, address, as_anybody())
    assert (status, "Permission denied" in sentence) == (IOERR, True)


async def test_a_file_that_is_read_only(sandbox: Sandbox, path: Path) -> None:
    await made(path)
    path.chmod(0o444)
    status, sentence = await refused(sandbox, path, before=as_anybody())
    assert (status, "cannot be written" in sentence) == (IOERR, True)


async def test_a_disk_that_is_full(sandbox: Sandbox, path: Path) -> None:
    place = path.with_name("place")
    place.mkdir()
    before = on_a_small_disk(place, "")
    status, sentence = await refused(sandbox, path, url_of(place / "x.sqlite3"), before)
    assert status == IOERR
    assert "There is no space left for the database" in sentence


async def test_a_disk_that_is_read_only(sandbox: Sandbox, path: Path) -> None:
    place = path.with_name("place")
    place.mkdir()
    before = on_a_small_disk(place, f'mount -o remount,ro "{place}" &&')
    status, sentence = await refused(sandbox, path, url_of(place / "x.sqlite3"), before)
    assert (status, "Read-only file system" in sentence) == (IOERR, True)


async def test_a_database_of_a_newer_version(sandbox: Sandbox, path: Path) -> None:
    await made(path)
    tamper(path, "UPDATE alembic_version SET version_num = '9999'")
    status, sentence = await refused(sandbox, path)
    assert (status, "newer version of the bot" in sentence) == (CONFIG, True)
    assert "(revision 9999)" in sentence


async def test_a_second_bot_is_refused_and_a_killed_one_keeps_nobody_away(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online)
        status, sentence = await refused(held.sandbox, tmp_path / "nimbus.sqlite3")
        assert (status, "Another bot is running" in sentence) == (TEMPFAIL, True)
        assert (await tab.command("tables", "play", game="cloud_nine")).message is not None
        await held.kill()
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert (await tab.command("tables", "play", game="cloud_nine")).message is not None
        async with held.store() as store:
            assert len(await store.live()) == 2
        assert held.log() == ""


# A database that fails, vanishes or breaks while people play.

HASTY = "tests.e2e.hasty"
NOT_SAVED = "I can't save anything right now, so nothing changed."


def in_hand(tab: Tab) -> tuple[Any, list[Any]]:
    """Return the newest hand with controls, which must be there."""
    found = moves_in_dm(tab)
    assert found is not None
    return found


def whispered(tab: Tab, words: str) -> list[Any]:
    """Return the private messages that say this, wherever they stand."""
    shown = [*tab.messages("tables"), *tab.dm_messages()]
    return [m for m in shown if m["flags"] & 64 and words in (m.get("content") or "")]


async def logged(held: RunningBot, words: str) -> str:
    """Wait until the bot has logged something."""
    await held.until(lambda: words in held.log())
    return held.log()


async def is_healthy(held: RunningBot) -> bool:
    """Ask the health check."""
    environment = {**os.environ, "NIMBUS_DATA": str(held.data)}
    check = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.host.health", cwd=ROOT, env=environment,
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    return await check.wait() == 0


async def well(held: RunningBot) -> None:
    """Wait until health is green."""
    await until(partial(is_healthy, held))


def leave_room(held: RunningBot, size: int) -> None:
    """Let no file that the bot writes grow beyond a size."""
    assert held.process is not None
    most = resource.RLIM_INFINITY
    resource.prlimit(held.process.pid, resource.RLIMIT_FSIZE, (size, most))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
async def test_without_space_nothing_is_lost_players_are_told_and_health_is_red(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, HASTY) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        await well(held)
        before = (await held.table()).row
        leave_room(held, (tmp_path / "nimbus.sqlite3-wal").stat().st_size)
        message, choices = in_hand(tab)
        for _ in range(2):
            assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
        await tab.wait_for(lambda tab: len(whispered(tab, NOT_SAVED)) == 2)
        assert (await held.table()).row.moves == before.moves
        log = await logged(held, f"health is red: {UNWRITTEN}: disk I/O error")
        assert "Traceback" not in log
        (tmp_path / "health").unlink(missing_ok=True)  # the mark of before counts for a while
        assert not await is_healthy(held)
        leave_room(held, resource.RLIM_INFINITY)
        log = await logged(held, f"health is no longer red: {UNWRITTEN}")
        assert log.count(UNWRITTEN) == 2
        await well(held)
        assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
        await held.until_stored(lambda row: row.moves != before.moves)
        await state_equals_log(held)
        assert "Ada" not in held.log()


async def test_a_file_that_vanishes_stops_the_bot_and_put_back_nothing_is_lost(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, HASTY) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        before = (await held.table()).row
        path, away = tmp_path / "nimbus.sqlite3", tmp_path / "elsewhere"
        path.rename(away)
        assert await held.ended() == IOERR
        lines = [line for line in held.log().splitlines() if f"{path} is gone while" in line]
        assert len(lines) == 1
        assert " CRITICAL " in lines[0]
        assert "Traceback" not in held.log()
        status, sentence = await refused(held.sandbox, path)
        assert (status, "Put it back" in sentence) == (IOERR, True)
        away.rename(path)
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert (await state_equals_log(held)).row.moves == before.moves
