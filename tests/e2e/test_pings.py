"""Calls as people wish them, over the wire: digests, budgets, quiet hours, closed messages."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.match.calls.budget import NOTICES, SENT
from bot.preferences.hours import QuietHours
from bot.preferences.person import person_settings
from bot.store import Store
from bot.store.rows import MatchId
from bot.store.settings import person_scope
from sandbox.client import Reply, Tab
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
)
from tests.e2e.test_hints import told

SILENT = 1 << 12
"""The flag of a message that pings nobody."""

CLOSED = "Direct messages are closed for **"


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait for something that is only seen in the store."""
    async with asyncio.timeout(60):
        while not await condition():  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.1)


async def controlled(tab: Tab, reply: Reply, prefix: str) -> Any:
    """Wait until an answer has buttons or menus of this kind, and give it."""
    return await tab.wait_for(
        lambda _: reply.message if reply.message and buttons(reply.message, prefix) else None
    )


async def me(tab: Tab) -> Any:
    """Open what a person has set; gives the private message."""
    return await controlled(tab, await tab.command("tables", "me"), "me:")


async def wish(tab: Tab, **values: str) -> None:
    """Choose in the menus of what a person has set."""
    shown = await me(tab)
    for setting, value in values.items():
        assert (await tab.select(shown, value, custom_id=f"me:{setting}")).ok


def digests(tab: Tab) -> list[str]:
    """Return the digests that stand in a person's direct messages."""
    said = [told(message) for message in tab.dm_messages()]
    return [text for text in said if "### It's your turn" in text or "tables wait for you" in text]


def posted(held: RunningBot, tab: Tab) -> list[Any]:
    """Return the bodies of the direct messages that were sent to a person."""
    path = f"/channels/{tab.dm_messages()[0]['channel_id']}/messages"
    sent = (one for one in held.sandbox.requests if one.path.endswith(path))
    return [one.body for one in sent if one.method == "POST"]


async def called(held: RunningBot, match_id: int = 1) -> int | None:
    """Return the call that stands at a table, as it is stored."""
    store = await Store.open(held.database)
    try:
        return (await store.publication(MatchId(match_id))).ping_message
    finally:
        await store.close()


async def has_quiet(held: RunningBot, tab: Tab, hours: QuietHours) -> bool:
    """Return whether a person has these quiet hours, as it is stored."""
    store = await Store.open(held.database)
    try:
        return (await person_settings(store, int(tab.id))).quiet == hours
    finally:
        await store.close()


async def table(tab: Tab, *, deals: str = "1") -> None:
    """Open a table of one person with house players, and start it."""
    reply = await tab.command("tables", "play", game="cloud_nine")
    lobby = await controlled(tab, reply, "l:")
    panel = await controlled(tab, await tab.click(lobby, label="Settings"), "o:")
    assert (await tab.submit_modal(await tab.click(panel, label="Options"), deals=deals)).ok
    assert (await tab.click(lobby, label="Start")).ok


async def all_wait(held: RunningBot, tab: Tab, count: int) -> bool:
    """Return whether so many tables all wait for a person: house players begin some."""
    shown = [await held.table(number) for number in range(1, count + 1)]
    return all(table.seat_of(int(tab.id)) in table.to_act() for table in shown)


@pytest.mark.timeout(180)
async def test_several_tables_are_one_digest_that_goes_with_them_over_a_kill(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        ada = await held.tab("Ada")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        await wish(ada, place="dm", moment="once")
        for _ in range(3):
            await table(ada)
        await until(lambda: all_wait(held, ada, 3))
        await ada.wait_for(lambda tab: any("3 tables wait" in said for said in digests(tab)))
        assert len(digests(ada)) == 1
        # A greeting and a hand of each table, and the digest.
        await ada.wait_for(lambda tab: len(tab.dm_messages()) == 7)
        await held.kill()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online)
        await asyncio.sleep(3)
        assert ["3 tables wait" in said for said in digests(ada)] == [True]
        assert len(ada.dm_messages()) == 7
        # All three end; the digest goes with the last one.
        for number in (1, 2, 3):
            asked = await controlled(ada, await ada.command("tables", "leave", table=number), "q:")
            assert (await ada.click(asked, custom_id=f"q:{number}")).ok
            text = ("2 tables wait", "It's your turn", "")[number - 1]
            await ada.wait_for(lambda tab, text=text: text in "".join(digests(tab)))  # type: ignore[misc]
        await ada.wait_for(lambda tab: not digests(tab))
        assert "ERROR" not in held.log()


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_fast_tables_keep_to_the_budget_and_their_hands_come_all_the_same(
    tmp_path: Path,
) -> None:
    room = 8
    async with running_bot(tmp_path, asleep=True) as held:
        ada = await held.tab("Ada")
        store = await Store.open(held.database)
        lately = json.dumps([int(time.time()) - 60] * (NOTICES - room))
        await store.set_setting(person_scope(int(ada.id)), SENT, lately)
        await store.close()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        await wish(ada, place="dm", moment="once")
        for _ in range(2):
            await table(ada, deals="2")
        await ada.wait_for(moves_in_dm)

        def over(tab: Tab) -> bool:
            return sum("final result" in told(message) for message in tab.dm_messages()) == 2

        await asyncio.wait_for(play_in_dm(ada, random.Random(3), over), 120)
        # Greetings and digests are held back, the first messages of four deals are not.
        hands = sum("your hand" in told(m) or "final" in told(m) for m in ada.dm_messages())
        assert hands >= 4
        assert room <= len(posted(held, ada)) <= room + 4
        assert "ERROR" not in held.log()


@pytest.mark.timeout(180)
async def test_a_restart_in_quiet_hours_calls_nobody_and_their_end_does_once(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        ada = await held.tab("Ada")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        await wish(ada, moment="once")
        now = datetime.now(UTC)
        first, last = (f"{(now + timedelta(hours=hours)).hour:02}:00" for hours in (-1, 2))
        form = await ada.click(await me(ada), label="Quiet hours")
        typed = {"from": [first], "until": [last], "zone": "utc"}
        assert (await ada.submit_modal(form, **typed)).ok
        hours = QuietHours(int(first[:2]) * 60, int(last[:2]) * 60)
        await until(lambda: has_quiet(held, ada, hours))
        await opened(held, ("Ada",))
        await ada.wait_for(moves_in_dm)
        # A greeting and a hand ping nobody in quiet hours.
        assert [body["flags"] & SILENT for body in posted(held, ada)] == [SILENT, SILENT]
        for _ in range(2):
            await held.kill()
            await held.wake()
            await ada.wait_for(lambda tab: tab.bot_online)
            await asyncio.sleep(2)
            assert await called(held) is None
        form = await ada.click(await me(ada), label="Quiet hours")
        assert (await ada.submit_modal(form, **typed | {"from": ["none"]})).ok
        await until(lambda: called(held))
        assert "ERROR" not in held.log()


@pytest.mark.timeout(180)
async def test_messages_closed_and_opened_in_mid_game_are_noticed_and_told_kindly(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        ada, ben = await opened(held, ("Ada", "Ben"))
        await held.until(lambda: moves_in_dm(ada) or moves_in_dm(ben))
        mover, other = (ada, ben) if moves_in_dm(ada) else (ben, ada)
        held.sandbox.faults.closed_dms = {int(mover.id)}
        # The first digest finds out; the call is made at the table then.
        await wish(mover, place="dm", moment="once")
        await other.wait_for(lambda tab: CLOSED in told(board(tab)))
        await until(lambda: called(held))
        call = await called(held)
        assert not digests(mover)
        # Whatever they press while it is closed, nobody is pinged again.
        assert (await mover.command("lounge", "help")).ok
        assert (await other.command("lounge", "help")).ok
        await asyncio.sleep(1)
        assert CLOSED in told(board(other))
        assert await called(held) == call
        held.sandbox.faults.closed_dms = set()
        assert (await mover.command("lounge", "rules", game="nimbly")).ok
        await other.wait_for(lambda tab: CLOSED not in told(board(tab)))
        await mover.wait_for(digests)
        hands = [m for m in mover.dm_messages() if "your hand" in told(m) and buttons(m, "m:")]
        assert len(hands) == 1
        assert "ERROR" not in held.log()
