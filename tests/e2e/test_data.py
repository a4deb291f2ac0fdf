"""Over the wire: a person's data is given, and deleted while they play and the bot is killed."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bot.store.rows import Status
from sandbox.client import ActionRefused, Tab
from tests.e2e.running_bot import (
    RunningBot,
    opened,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_hints import told

INSTANTS = (0.0, 0.04, None)
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
    await held.until_stored(lambda row: row.status is Status.PLAYING)
    await tabs[0].wait_for(has_hand)
    return tabs


async def ask(tab: Tab) -> Any:
    """Ask for everything to be deleted; gives the question."""
    page = await tab.command("tables", "privacy")
    button = "Delete my data"
    shown = await tab.wait_for(lambda _: page.message if button in str(page.message) else None)
    assert shown is not None
    reply = await tab.click(shown, label=button)
    return await tab.wait_for(lambda _: reply.message if ERASE in str(reply.message) else None)


async def erased(held: RunningBot, tab: Tab) -> None:
    """Ask until it is done, as a person would whose bot was killed under them."""
    while columns_with(held, tab.id):
        await tab.wait_for(lambda tab: tab.bot_online)
        with suppress(ActionRefused, TimeoutError):
            await tab.click(await ask(tab), label=ERASE)


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
    """Kill the bot this many seconds after the press; tells whether all was deleted by then."""
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
