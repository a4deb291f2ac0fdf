"""A rematch over the wire: two presses in one instant, a kill in between, forged ids."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.store.rows import MatchId, Status
from sandbox import RequestFault
from sandbox.client import Tab
from tests.e2e.running_bot import RunningBot, board, buttons, opened, running_bot

PEOPLE = ("Ada", "Ben", "Cleo")


async def ended(held: RunningBot) -> list[Tab]:
    """Begin a game of three and have two of them end it; gives their tabs."""
    tabs = await opened(held, PEOPLE)
    await held.until_stored(lambda row: row.status is Status.PLAYING)
    for tab in tabs[:2]:
        shown = await tab.wait_for(lambda tab: _with(tab, "t:1:end"))
        assert (await tab.click(shown, custom_id="t:1:end")).ok
    for tab in tabs:
        await tab.wait_for(lambda tab: _with(tab, "again:1"))
    return tabs


def _with(tab: Tab, custom_id: str) -> Any:
    """Return the newest board, if it has a button of this custom id."""
    shown = board(tab)
    return shown if shown and buttons(shown, custom_id) else None


async def test_all_press_rematch_in_one_instant_and_meet_in_one_lobby(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await ended(held)
        finished = board(tabs[0])
        replies = await asyncio.gather(
            *(tab.click(finished, custom_id="again:1") for tab in (*tabs, tabs[0]))
        )
        assert all(reply.ok for reply in replies)
        await held.until_stored(lambda row: len(row.members) == len(PEOPLE), 2)
        assert await held.row(3) is None
        lobby = await tabs[0].wait_for(lambda tab: _with(tab, "l:2:start"))
        row = (await held.table(2)).row
        names = {member.user_id: member.name for member in row.members}
        first = tabs[PEOPLE.index(names[row.opener_id])]
        assert (await first.click(lobby, label="Start")).ok
        await held.until_stored(lambda row: row.status is Status.PLAYING, 2)
        row = (await held.table(2)).row
        assert row.follows == MatchId(1)
        # Everybody's own press is in the seed, and the Start.
        assert len(row.entropy.split("\n")) == len(PEOPLE) + 1


async def test_killed_before_it_is_shown_the_lobby_is_shown_once_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        ada, ben, _ = await ended(held)
        finished = board(ada)
        fault = RequestFault("POST", "^/channels/.*/messages", status=500, times=99)
        held.sandbox.faults.requests = [fault]
        pressing = asyncio.create_task(ada.click(finished, custom_id="again:1"))
        await held.until_stored(lambda row: row.status is Status.LOBBY, 2)
        await held.kill()
        pressing.cancel()
        held.sandbox.faults.requests = []
        await held.wake()
        await ben.wait_for(lambda tab: _with(tab, "l:2:join"))
        await ben.wait_for(lambda tab: tab.bot_online)
        assert (await ben.click(finished, custom_id="again:1")).ok
        await held.until_stored(lambda row: len(row.members) == 2, 2)
        assert await held.row(3) is None
        lobbies = [m for m in ben.messages("tables") if buttons(m, "l:2:join")]
        assert len(lobbies) == 1


async def test_a_stranger_gets_no_further_with_the_button_of_others(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        await ended(held)
        dmitri = await held.tab("Dmitri")
        shown = await dmitri.wait_for(lambda tab: _with(tab, "again:1"))
        assert (await dmitri.click(shown, custom_id="again:1")).ok
        await dmitri.wait_for(
            lambda tab: [m for m in tab.messages("tables") if "people who played" in m["content"]]
        )
        assert await held.row(2) is None
