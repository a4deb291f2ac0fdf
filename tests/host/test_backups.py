"""Backups by hand and by schedule, while a bot runs, and restored: the game goes on."""

# ruff: noqa: ASYNC240 - files are what these tests are about

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import random
import re
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.errors import SettingsError
from bot.host import backups
from bot.host.backups import Backups, make, put_back
from bot.host.logs import Exit
from bot.settings import Schedule, Settings
from bot.store.backends.backup import label_of
from bot.store.errors import BackupError, CannotOpen, InUse, NewerDatabase, Unsupported
from sandbox.client import Tab
from tests.e2e.running_bot import (
    ROOT,
    RunningBot,
    board,
    buttons,
    is_over,
    opened,
    play_in_dm,
    private_messages,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_database import as_anybody, made
from tests.store.samples import ask, tamper, url_of
from tests.store.samples import opened as store_at
from tests.test_command_line import start
from tests.waits import PATIENCE

# Backups by hand and by schedule, while a bot runs, and restored: the game goes on.

DAILY = Schedule("daily", 86400.0, 3)


def settings_of(data: Path, **more: str) -> Settings:
    return Settings.read({"NIMBUS_DATA": str(data), **more})


def listed(settings: Settings) -> list[str]:
    return sorted(path.name for path in settings.backups.glob("*.sqlite3"))


async def test_a_game_goes_on_from_a_backup_made_while_it_was_played(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        # So long a game outlasts the start of three processes, however busy the machine is.
        (tab,) = await opened(held, ("Ada",), options={"deals": "9"})
        playing = asyncio.create_task(play_in_dm(tab, random.Random(1), is_over))
        await held.until_stored(lambda row: row.moves >= 6)
        file = tmp_path / "kept" / "one.sqlite3"
        status, said = await start(tmp_path, "backup", str(file))
        assert (status, str(file) in said) == (Exit.STOPPED, True)
        backed_up = ask(file, "SELECT moves FROM match")[0][0]
        status, said = await start(tmp_path, "restore", str(file))
        assert (status, "Another bot is running" in said) == (Exit.LATER, True)
        await held.until_stored(lambda row: row.moves > backed_up)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await held.kill()
        newer = (await held.table()).row.moves
        status, said = await start(tmp_path, "restore", str(file))
        assert status == Exit.STOPPED, said
        (aside,) = (path for path in tmp_path.glob("nimbus.sqlite3.replaced-*"))
        assert ask(aside, "SELECT moves FROM match") == [(newer,)]
        assert (await held.table()).row.moves == backed_up < newer
        await held.wake()
        await play_a_card(held, tab)
        await held.until_stored(lambda row: row.moves > backed_up)
        await state_equals_log(held)
        log = held.log()
    assert "Traceback" not in log


async def play_a_card(held: RunningBot, tab: Tab) -> None:
    """Ask for the hand and play in it: the one that is shown is of what came after the backup."""
    async with asyncio.timeout(PATIENCE):
        shown = board(tab)
        assert shown is not None
        while not (await tab.click(shown, label="My hand")).ok:  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # the bot may not have heard Discord yet
        while True:
            row = await held.row()
            assert row is not None
            for message in (*tab.dm_messages(), *private_messages(tab)):
                for part in buttons(message, f"m:{row.id}:{row.moves}:")[:1]:
                    reply = await tab.click(message, custom_id=part["custom_id"])
                    assert reply.ok
                    return
            await asyncio.sleep(0.1)


async def test_a_backup_is_whole_while_moves_are_stored(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    path = tmp_path / "nimbus.sqlite3"
    await made(path)
    async with store_at(path, alone=True) as store:
        await store.set_setting("person 1", "n", "0")
        ended = asyncio.Event()

        async def write() -> int:
            count = 0
            while not ended.is_set():
                count += 1
                await store.set_setting("person 1", "n", str(count))
            return count

        writing = asyncio.create_task(write())
        for number in range(5):
            await asyncio.to_thread(make, settings, tmp_path / f"{number}.sqlite3")
        ended.set()
        assert await writing > 5
    seen = [
        int(ask(tmp_path / f"{number}.sqlite3", "SELECT value FROM setting WHERE key = 'n'")[0][0])
        for number in range(5)
    ]
    assert seen == sorted(seen)
    assert label_of(tmp_path / "0.sqlite3").stat().st_mode & 0o077 == 0
    assert (tmp_path / "0.sqlite3").stat().st_mode & 0o077 == 0


async def test_what_does_not_verify_is_not_restored(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    path, file = tmp_path / "nimbus.sqlite3", tmp_path / "one.sqlite3"
    await made(path)
    before = ask(path, "SELECT count(*) FROM match")
    make(settings, file)
    content, label = file.read_bytes(), json.loads(label_of(file).read_text())
    file.write_bytes(content[:-1] + b"?")
    with pytest.raises(BackupError, match="damaged or changed"):
        put_back(settings, file)
    file.write_bytes(content)
    for changed, words in {
        "revision": "newer version",
        "format": "newer version",
        "sha256": "damaged or changed",
        "nonsense": "no label",
    }.items():
        wrong = label | {changed: 99 if changed == "format" else "9999"}
        label_of(file).write_text(json.dumps(wrong))
        kind = NewerDatabase if "newer" in words else BackupError
        with pytest.raises(kind, match=words):
            put_back(settings, file)
    label_of(file).write_text(json.dumps(label | {"rules": label["rules"] | {"nimbly": 99}}))
    with pytest.raises(NewerDatabase, match="newer version"):
        put_back(settings, file)
    label_of(file).unlink()
    with pytest.raises(BackupError, match="Copy both"):
        put_back(settings, file)
    label_of(file).write_text(json.dumps(label))
    async with store_at(path, alone=True):
        with pytest.raises(InUse):
            put_back(settings, file)
    assert ask(path, "SELECT count(*) FROM match") == before
    assert not list(tmp_path.glob("*.replaced-*"))
    assert "is the backup" in put_back(settings, file)


async def test_a_label_of_other_kinds_of_values_or_nested_ten_thousand_deep_is_none(
    tmp_path: Path,
) -> None:
    settings, file = settings_of(tmp_path), tmp_path / "one.sqlite3"
    await made(tmp_path / "nimbus.sqlite3")
    make(settings, file)
    label = json.loads(label_of(file).read_text())
    for part, nonsense in (
        ("rules", []), ("rules", None), ("rules", {"cloud_nine": "x"}), ("revision", [1]),
        ("size", "9"), ("program", {}), ("sha256", 5), ("made", "today"), ("format", None),
    ):  # fmt: skip
        label_of(file).write_text(json.dumps(label | {part: nonsense}))
        with pytest.raises(BackupError, match="is no label of a backup"):
            put_back(settings, file)
    for text in ("[]", "null", "{}", "{", "7"):
        label_of(file).write_text(text)
        with pytest.raises(BackupError, match="is no label of a backup"):
            put_back(settings, file)
    file.touch()
    for opening, end in (("[", "]"), ('{"format":', "}")):
        label_of(file).write_text(opening * 10_000 + "1" + end * 10_000)
        with pytest.raises(BackupError, match="is no label of a backup"):
            put_back(settings, file)


async def test_another_file_than_a_backup_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, file = settings_of(tmp_path), tmp_path / "one.sqlite3"
    monkeypatch.chdir(tmp_path)
    await made(tmp_path / "nimbus.sqlite3")
    make(settings, file)
    for name, said in {
        ".": "is a directory; name the .sqlite3 in it",
        "/": "is a directory; name the .sqlite3 in it",
        "": "is a directory; name the .sqlite3 in it",
        "nowhere.sqlite3": "There is no file nowhere.sqlite3",
        "nowhere/x.sqlite3": "There is no file nowhere/x.sqlite3",
        "one.sqlite3.json": "name the .sqlite3, not its label",
    }.items():
        with pytest.raises(BackupError, match=re.escape(said)):
            put_back(settings, Path(name))
    # A backup may be called anything.
    make(settings, tmp_path / "two.json")
    assert "is the backup" in put_back(settings, tmp_path / "two.json")


async def test_no_file_is_written_over_nothing_made_of_nothing_and_directories_where_named(
    tmp_path: Path,
) -> None:
    settings, file = settings_of(tmp_path), tmp_path / "one.sqlite3"
    with pytest.raises(BackupError, match="no database"):
        make(settings, file)
    await made(tmp_path / "nimbus.sqlite3")
    make(settings, file)
    with pytest.raises(BackupError, match="already"):
        make(settings, file)
    settings, place = settings_of(tmp_path), tmp_path / "new" / "one"
    await made(tmp_path / "nimbus.sqlite3")
    for _ in range(2):
        make(settings, f"{place}/")
        (label,) = place.glob("nimbus-*.sqlite3.json")
        for path in (label, label.with_suffix("")):
            path.unlink()
    make(settings, place)
    assert len(list(place.glob("nimbus-*.sqlite3"))) == 1


async def test_a_database_with_a_lost_reference_is_no_backup(tmp_path: Path) -> None:
    settings, path = settings_of(tmp_path), tmp_path / "nimbus.sqlite3"
    await made(path)
    tamper(path, "INSERT INTO move (match_id, number, seat, code, at) VALUES (999, 1, 1, 'x', 0)")
    with pytest.raises(CannotOpen, match=r"nimbus\.sqlite3 is damaged \(.*missing row"):
        make(settings, tmp_path / "one.sqlite3")
    assert sorted(tmp_path.glob("one*")) == []


async def test_a_database_that_cannot_be_read_is_told_from_a_backup_that_cannot_be_written(
    tmp_path: Path,
) -> None:
    settings, path = settings_of(tmp_path), tmp_path / "nimbus.sqlite3"
    await made(path)
    root = ask(path, "SELECT rootpage FROM sqlite_master WHERE name = 'setting'")[0][0]
    whole = path.read_bytes()
    for start_of_damage in (100, (root - 1) * 4096):
        end = start_of_damage + 64
        path.write_bytes(whole[:start_of_damage] + b"\xff" * 64 + whole[end:])
        with pytest.raises(CannotOpen, match=r"nimbus\.sqlite3 is damaged \(.*\.recover") as told:
            make(settings, None)
        assert "backups" not in str(told.value)
    path.write_bytes(whole)
    tamper(tmp_path / "places.sqlite3", "CREATE TABLE places (url TEXT)")
    elsewhere = settings_of(tmp_path, DATABASE_URL=url_of(tmp_path / "places.sqlite3"))
    with pytest.raises(CannotOpen, match="is the database of another program"):
        make(elsewhere, None)
    settings.backups.rmdir()
    settings.backups.touch()
    with pytest.raises(BackupError, match=r"The backup .* cannot be written: "):
        make(settings, settings.backups / "one.sqlite3")


@pytest.mark.whole
async def test_a_database_on_a_disk_that_takes_no_writes_is_told_of(tmp_path: Path) -> None:
    place = tmp_path / "place"
    await made(place / "nimbus.sqlite3")
    place.chmod(0o555)
    # Its log cannot be made there, without which it cannot be read.
    done = await asyncio.create_subprocess_exec(
        *as_anybody(), sys.executable, "-m", "bot", "backup", f"{tmp_path}/one.sqlite3",
        cwd=ROOT, env={**os.environ, "NIMBUS_DATA": str(place)}, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, said = await done.communicate()
    assert done.returncode == Exit.DATABASE
    assert f"The database {place}/nimbus.sqlite3 cannot be " in (sentence := said.decode())
    assert "Let the bot's user" in sentence
    assert not list(tmp_path.glob("one*"))


async def test_a_damaged_database_is_kept_aside_with_its_log_and_an_emptied_one_is_replaced(
    tmp_path: Path,
) -> None:
    settings, path = settings_of(tmp_path), tmp_path / "nimbus.sqlite3"
    await made(path)
    make(settings, tmp_path / "one.sqlite3")
    path.write_bytes(b"no database at all" * 100)
    wal = path.with_name("nimbus.sqlite3-wal")
    wal.write_bytes(b"its log" * 1000)
    put_back(settings, tmp_path / "one.sqlite3")
    (aside,) = tmp_path.glob("nimbus.sqlite3.replaced-*[0-9]")
    assert aside.read_bytes().startswith(b"no database")
    assert aside.with_name(f"{aside.name}-wal").read_bytes().startswith(b"its log")
    assert not wal.exists()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    await made(path)
    before = ask(path, "SELECT count(*) FROM match")
    make(settings, tmp_path / "two.sqlite3")
    path.write_bytes(b"")
    assert "is the backup" in put_back(settings, tmp_path / "two.sqlite3")
    assert ask(path, "SELECT count(*) FROM match") == before


KILLED = """
import os, signal, sys
from pathlib import Path
from bot.host.backups import make
from bot.settings import Schedule, Settings
from bot.store.backends import backup

def look(path):
    os.kill(os.getpid(), signal.SIGKILL)

backup._look_into = look
make(Settings.read({"NIMBUS_DATA": sys.argv[1]}), sys.argv[2])
"""


async def test_the_parts_of_a_killed_backup_go_with_the_next_one(tmp_path: Path) -> None:
    settings, place = settings_of(tmp_path), tmp_path / "kept"
    await made(tmp_path / "nimbus.sqlite3")
    done = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, str(tmp_path), f"{place}/one.sqlite3", cwd=ROOT
    )
    await done.wait()
    parts = list(place.iterdir())
    assert len(parts) == 1
    (place / "mine.part").touch()
    # Not while somebody makes one there: it may be theirs.
    another = os.open(place, os.O_RDONLY)
    fcntl.flock(another, fcntl.LOCK_SH)
    make(settings, place / "two.sqlite3")
    assert parts[0].exists()
    os.close(another)
    make(settings, place / "three.sqlite3")
    left = {path.name for path in place.iterdir() if path.suffix not in (".sqlite3", ".json")}
    assert left == {"mine.part"}


def test_postgresql_has_tools_of_its_own(tmp_path: Path) -> None:
    elsewhere = settings_of(tmp_path, DATABASE_URL="postgresql+psycopg://me:hush@localhost/x")
    with pytest.raises(Unsupported, match="pg_dump") as told:
        make(elsewhere, None)
    assert "hush" not in str(told.value)
    with pytest.raises(SettingsError, match=r"NIMBUS_BACKUP.*pg_dump"):
        Backups(replace(elsewhere, backup=DAILY), Clock())


# Backups by schedule: made on time, whatever the clock says, and the oldest of them go.


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
