"""A league over the wire: opened, played, killed in between, and its end told once."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.clock import Clock
from bot.match.tables import Tables
from bot.store import Store, schema
from bot.store.rows import MatchId, Status
from sandbox.client import Tab
from sandbox.parts import pictures_of
from tests.e2e.running_bot import RunningBot, board, buttons, moves_in_dm, running_bot
from tests.e2e.test_hints import told
from tests.match.finished import play_out

NAMES = ("Ada", "Ben", "Cleo")


def news(tab: Tab) -> list[Any]:
    """Return what was announced of leagues, the oldest first."""
    return [m for m in tab.messages("tables") if "### League" in told(m)]


async def end_of_the_week(held: RunningBot, match_id: int) -> None:
    """Bring the store to where it stands when a table is played out and its week is over."""
    store = await Store.open(held.database)
    try:
        await play_out(Tables(store, Clock(pace=0)), MatchId(match_id))
        over = update(schema.series).values(closes=time.time())
        await store.database.write(lambda connection: connection.execute(over))
    finally:
        await store.close()


async def began(ada: Tab, tabs: list[Tab]) -> Any:
    """Let Ada open a league, and all play its week; gives the board."""
    assert (await ada.command("tables", "leagues open", game="nimbly", weeks=1)).ok
    (begun,) = await ada.wait_for(news)
    assert "It has one week" in told(begun)
    assert (await ada.click(begun, label="Play this week")).ok
    lobby = await ada.wait_for(lambda tab: _with(tab, "l:"))
    for tab in tabs[1:]:
        await tab.wait_for(lambda tab: tab.find(lobby["channel_id"], lobby["id"]))
        assert (await tab.click(lobby, label="Join")).ok
    assert (await ada.click(lobby, label="Start")).ok
    return await ada.wait_for(lambda tab: _with(tab, "t:"))


def _with(tab: Tab, prefix: str) -> Any:
    """Return the board or lobby if it has such buttons by now."""
    shown = board(tab)
    return shown if buttons(shown, prefix) else None


@pytest.mark.timeout(120)
async def test_a_week_is_played_unseen_and_its_end_is_told_once_over_kills(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = [await held.tab(name) for name in NAMES]
        ada = tabs[0]
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        shown = await began(ada, tabs)
        match_id = int(buttons(shown, "t:")[0]["custom_id"].split(":")[1])
        first = (await held.table(match_id)).row.members[0].name
        acting = next(tab for tab, name in zip(tabs, NAMES, strict=True) if name == first)
        hand = await acting.wait_for(moves_in_dm)
        assert hand is not None
        assert len(pictures_of(hand[0])) == 2  # the table, and the hand
        assert pictures_of(shown) == []
        assert not buttons(shown, "m:")
        await held.kill()
        await end_of_the_week(held, match_id)
        for _ in range(2):
            await held.wake()
            await ada.wait_for(lambda tab: len(news(tab)) == 2)
            over = news(ada)[-1]
            assert "is over" in told(over)
            assert len(pictures_of(over)) == 1
            await ada.wait_for(lambda tab: tab.bot_online)
            await held.kill()
        assert len(news(ada)) == 2
        row = await held.row(match_id)
        assert row is not None
        assert row.status is Status.OVER
