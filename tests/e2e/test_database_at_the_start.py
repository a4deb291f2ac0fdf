"""Every start that a database forbids: one sentence, a status of its own, and no traceback."""

# ruff: noqa: ASYNC240 - files are what these tests are about
from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from sandbox import Sandbox
from tests.e2e import warm
from tests.e2e.running_bot import ROOT, running_bot
from tests.store.samples import TABLE, opened, tamper, url_of
from tests.waits import PATIENCE

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
    async with opened(path) as store:
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
