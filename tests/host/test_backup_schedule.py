"""Backups by schedule: made on time, whatever the clock says, and the oldest of them go."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.host import backups
from bot.host.backups import Backups, make
from tests.e2e.running_bot import running_bot
from tests.e2e.test_database_at_the_start import made
from tests.host.test_backups import DAILY, listed, settings_of


class Held(Clock):
    """A clock that stands where a test puts it, and whose pauses end when the test says so."""

    at = 1_795_000_000.0

    def __init__(self) -> None:
        self.paused: asyncio.Queue[float] = asyncio.Queue()
        self.go = asyncio.Semaphore(0)
        super().__init__()

    def wall(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.paused.put_nowait(seconds)
        await self.go.acquire()

    async def pass_by(self, seconds: float) -> float:
        """Let time pass; gives the next pause."""
        self.at += seconds
        self.go.release()
        return await self.paused.get()


async def test_backups_are_made_on_time_and_the_oldest_go(tmp_path: Path) -> None:
    settings = replace(settings_of(tmp_path), backup=DAILY)
    await made(tmp_path / "nimbus.sqlite3")
    make(settings, None)
    by_hand = listed(settings)
    clock = Held()
    kept = Backups(settings, clock)
    kept.start()
    assert await clock.paused.get() == backups.LOOK
    assert kept.newest == clock.at
    (settings.backups / "nimbus-daily-20200101T000000Z.sqlite3.part").touch()
    for _ in range(4):
        assert len(listed(settings)) <= 1 + 3
        await clock.pass_by(3600)
        before = listed(settings)
        await clock.pass_by(86400 - 3600)
        assert listed(settings) != before
    assert len(listed(settings)) == 1 + 3
    assert set(by_hand) < set(listed(settings))
    assert not list(settings.backups.glob("*.part"))
    assert len(list(settings.backups.glob("*.json"))) == 4
    await kept.close()
    again = Backups(settings, clock)
    again.start()
    before = listed(settings)
    await clock.paused.get()
    assert listed(settings) == before
    await again.close()


async def test_what_a_wrong_clock_dated_ahead_neither_counts_nor_goes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = replace(settings_of(tmp_path), backup=DAILY)
    await made(tmp_path / "nimbus.sqlite3")
    settings.backups.mkdir()
    ahead = [f"nimbus-daily-203{year}0101T000000Z.sqlite3" for year in range(DAILY.keep)]
    for name in ahead:
        (settings.backups / name).touch()
    clock = Held()
    kept = Backups(settings, clock)
    kept.start()
    await clock.paused.get()
    for _ in range(2 * DAILY.keep):
        newest = f"nimbus-daily-{backups._stamp(clock.at)}.sqlite3"
        assert newest in listed(settings)
        assert kept.newest == clock.at
        await clock.pass_by(DAILY.seconds)
    await kept.close()
    assert set(ahead) < set(listed(settings))
    assert len(listed(settings)) == len(ahead) + DAILY.keep
    (told,) = [line for line in caplog.messages if "the clock is wrong, or was" in line]
    assert all(name in told for name in ahead)


async def test_a_backup_that_fails_is_told_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = replace(settings_of(tmp_path), backup=DAILY)
    await made(tmp_path / "nimbus.sqlite3")
    settings.backups.write_text("a file where the directory should be")
    clock = Held()
    kept = Backups(settings, clock)
    kept.start()
    assert await clock.paused.get() == backups.RETRY
    assert "no backup was made, trying again" in caplog.text
    settings.backups.unlink()
    assert await clock.pass_by(backups.RETRY) == backups.LOOK
    assert len(listed(settings)) == 1
    await kept.close()


async def test_a_running_bot_keeps_backups(tmp_path: Path) -> None:
    kept = tmp_path / "elsewhere"
    async with running_bot(tmp_path, NIMBUS_BACKUP="hourly:2", NIMBUS_BACKUP_DIR=str(kept)) as held:
        await held.until(lambda: list(kept.glob("nimbus-hourly-*.sqlite3")))
