"""Over the wire: a person's data is given, and deleted while they play and the bot is killed."""

from __future__ import annotations

import asyncio
import io
import random
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import aiohttp
import pytest

from bot.store.rows import Status
from sandbox.client import ActionRefused, Reply, Tab
from sandbox.parts import parts_of
from tests.e2e.running_bot import (
    PATIENCE,
    RunningBot,
    board,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_hints import told

INSTANTS = (0.0, 0.02, 0.06, None)
"""Seconds after the press in which the bot is killed: the first is too soon. None: it is done."""

CHANCE = {"secret", "seed"}
"""Columns of random bytes, which may spell any name."""

ERASE = "Delete everything"


def columns_with(held: RunningBot, mark: str) -> set[str]:
    """Return the columns of the database that hold a text or number anywhere."""
    found = set()
    with closing(sqlite3.connect(held.data / "nimbus.sqlite3")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            rows = connection.execute(f"SELECT * FROM {table}")  # noqa: S608
            for row in rows:
                named = zip((name for name, *_ in rows.description), row, strict=True)
                known = ((name, value) for name, value in named if name not in CHANCE)
                found |= {f"{table}.{name}" for name, value in known if mark in str(value)}
    return found


def has_hand(tab: Tab) -> bool:
    return any("your hand" in told(message) for message in tab.dm_messages())


async def playing(held: RunningBot) -> list[Tab]:
    """Open a game and wait until its start is stored."""
    tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
    async with asyncio.timeout(PATIENCE):
        while (await held.table()).row.status is not Status.PLAYING:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    await tabs[0].wait_for(has_hand)
    return tabs


async def ask(tab: Tab) -> Any:
    """Ask for everything to be deleted; gives the question."""
    reply = await tab.command("tables", "data delete")
    return await tab.wait_for(lambda _: reply.message if ERASE in str(reply.message) else None)


async def erased(held: RunningBot, tab: Tab) -> None:
    """Ask until it is done, as a person would whose bot was killed under them."""
    while columns_with(held, tab.id):
        await tab.wait_for(lambda tab: tab.bot_online)
        with suppress(ActionRefused, TimeoutError):
            await tab.click(await ask(tab), label=ERASE)


@pytest.mark.timeout(300)
async def test_killed_at_any_instant_a_deletion_is_done_whole_or_not_at_all(
    tmp_path: Path,
) -> None:
    done = 0
    for number, after in enumerate(INSTANTS):
        (tmp_path / f"{number}").mkdir()
        async with running_bot(tmp_path / f"{number}") as held:
            done += await killed_while_deleting(held, after)
    assert 0 < done < len(INSTANTS)


async def killed_while_deleting(held: RunningBot, after: float | None) -> bool:
    """Kill the bot so many seconds after the press; tells whether all was deleted by then."""
    ada, *_ = await playing(held)
    question = await ask(ada)
    before = columns_with(held, ada.id)
    pressing = asyncio.create_task(ada.click(question, label=ERASE))
    if after is None:
        await held.until(lambda: not columns_with(held, ada.id))
    await asyncio.sleep(after or 0.0)
    await held.kill()
    pressing.cancel()
    left = columns_with(held, ada.id)
    # What matters is that all is there or nothing; hands and calls come and go.
    assert not left or {"match.members", "seat.user_id", "seat.key"} <= left, (before, left)
    table = await state_equals_log(held)
    assert sum(member.is_anonymous for member in table.row.members) == (not left)
    await held.wake()
    await erased(held, ada)
    assert (await state_equals_log(held)).row.status is Status.PLAYING
    assert columns_with(held, "Ada") == set()
    return not left


@pytest.mark.timeout(180)
async def test_the_others_play_on_and_the_direct_messages_go(tmp_path: Path) -> None:
    async with running_bot(tmp_path, "tests.e2e.hasty") as held:
        ada, ben, cleo = await playing(held)
        await ada.send("dm", "just a word of my own")
        await ada.click(await ask(ada), label=ERASE)
        await held.until(lambda: not columns_with(held, ada.id))
        await held.kill()  # the direct messages are still to be deleted
        await held.wake()
        await ada.wait_for(lambda tab: len(tab.dm_messages()) == 1)
        assert ada.dm_messages()[0]["content"] == "just a word of my own"
        await held.until(lambda: not columns_with(held, ada.dm_id))
        players = [
            asyncio.create_task(play_in_dm(tab, random.Random(1), is_over)) for tab in (ben, cleo)
        ]
        await asyncio.wait_for(asyncio.gather(*players), 150)
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert sorted(member.name for member in table.row.members) == ["Ben", "Cleo", "Someone"]
        assert "Someone" in told(board(ben))
        assert len(ada.dm_messages()) == 1
        assert columns_with(held, ada.id) == set()


@pytest.mark.timeout(120)
async def test_the_file_of_a_running_game_over_the_wire(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await playing(held)
        table = await held.table()
        for tab in tabs:
            reply = await tab.command("tables", "data export")
            address = await tab.wait_for(partial(attached, reply))
            assert address is not None
            with ZipFile(io.BytesIO(await downloaded(address))) as archive:
                said = "\n".join(archive.read(name).decode() for name in archive.namelist())
            row = table.row
            for secret in (row.secret.hex(), row.seed.hex(), row.entropy.split("\n")[-1]):
                assert secret not in said
            for other in tabs:
                assert (other.id in said) is (other is tab)


def attached(reply: Reply, _: Tab) -> str | None:
    """Return the address of the file in an answer, when it has one."""
    files = [part["file"]["url"] for part in parts_of(reply.message or {}) if "file" in part]
    return files[0] if files else None


async def downloaded(address: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(address) as found:
        return await found.read()


def is_over(tab: Tab) -> bool:
    shown = board(tab)
    return shown is not None and "final result" in told(shown)
