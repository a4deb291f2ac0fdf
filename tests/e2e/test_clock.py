"""The turn clock and the pace over the wire, with the bot killed in between."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.clock import Clock
from bot.match.change import changed
from bot.match.tables import Tables
from bot.store import Store
from bot.store.members import Presence
from bot.store.rows import Commit, MatchId, Pause
from sandbox.client import Tab
from tests.e2e.running_bot import (
    PATIENCE,
    RunningBot,
    board,
    buttons,
    moves_in_dm,
    opened,
    running_bot,
)
from tests.e2e.test_hints import told

SWEPT = 45.0
"""Seconds after which the bot's sweep has found a deadline that was changed behind its back."""


async def let_time_run_out(held: RunningBot) -> None:
    """Bring the store to where it stands when the time of the person to act is over."""
    store = await Store.open(held.database)
    try:
        row = await store.match(MatchId(1))
        assert row is not None
        now = time.time()
        members = tuple(
            replace(m, clock=replace(m.clock, due=now if m.clock.due else None))
            for m in row.members
        )
        assert await store.commit(Commit(changed(row, now, members=members, deadline=now)))
    finally:
        await store.close()


@pytest.mark.timeout(180)
async def test_a_late_person_is_waited_for_over_a_kill_and_comes_back_in_their_hand(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        moves = (await held.table()).row.moves
        await let_time_run_out(held)
        await tab.wait_for(lambda tab: "The game waits" in told(board(tab)), timeout=SWEPT)
        await held.kill()
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        hand = await tab.wait_for(lambda tab: _with_label(tab.dm_messages(), "Come back"))
        assert "waits for you" in told(hand)
        assert (await tab.click(hand, label="Come back")).ok
        await tab.wait_for(lambda tab: "The game waits" not in told(board(tab)))
        await tab.wait_for(moves_in_dm)
        row = (await held.table()).row
        assert row.moves == moves
        assert not any(member.presence is Presence.LATE for member in row.members)


@pytest.mark.timeout(120)
async def test_a_fast_house_stays_fast_over_a_kill(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        # The hand may be there before the board has taken the lobby's place.
        await tab.wait_for(lambda tab: _with_label([board(tab)], "Faster"))
        assert (await tab.click(board(tab), label="Faster")).ok
        await tab.wait_for(lambda tab: _with_label([board(tab)], "Slower"))
        await held.kill()
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert (await held.table()).row.terms.fast
        assert (await tab.click(board(tab), label="Slower")).ok
        await tab.wait_for(lambda tab: _with_label([board(tab)], "Faster"))
        assert not (await held.table()).row.terms.fast


def _with_label(messages: list[Any], label: str) -> Any:
    """Return the newest message that has this button of the table."""
    found = [m for m in messages if m and any(b["label"] == label for b in buttons(m, "t:"))]
    return found[-1] if found else None


async def behind_its_back(held: RunningBot, do: Callable[[Tables], Awaitable[object]]) -> None:
    """Change the table in the store, with nobody told."""
    store = await Store.open(held.database)
    try:
        await do(Tables(store, Clock()))
    finally:
        await store.close()


@pytest.mark.timeout(180)
async def test_a_game_paused_in_mid_trick_stands_still_over_kills(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        await _one_move(tabs)
        await held.kill()
        before = (await held.table()).row
        assert before.moves == 1
        pause = Pause("moderator", by=55)
        await behind_its_back(held, lambda tables: tables.pause(before.id, pause))
        for _ in range(2):
            await held.wake()
            for tab in tabs:
                await tab.wait_for(lambda tab: "has paused this game" in told(board(tab)))
                await tab.wait_for(
                    lambda tab: "has paused this game" in told(tab.dm_messages()[-1])
                )
                assert moves_in_dm(tab) is None
            assert (await held.table()).row.moves == 1
            await held.kill()
        await behind_its_back(held, lambda tables: tables.resume(before.id, "moderator"))
        await held.wake()
        await _one_move(tabs)
        row = (await held.table()).row
        assert (row.moves, row.pauses) == (2, ())


async def _one_move(tabs: list[Tab]) -> None:
    """Let whoever is to move make their first move, once their hand offers it."""
    async with asyncio.timeout(PATIENCE):
        while not (found := [(tab, *moves) for tab in tabs if (moves := moves_in_dm(tab))]):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    tab, message, choices = found[0]
    assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
    await tab.wait_for(lambda tab: moves_in_dm(tab) is None)


async def with_rest(
    held: RunningBot, seconds: float, *, clock: int = 600, gone_for: float = 0.0
) -> None:
    """Leave so much of their turn to the person to act, and let the bot be off for so long."""
    store = await Store.open(held.database)
    try:
        row = await store.match(MatchId(1))
        assert row is not None
        now = time.time()
        due = now - gone_for + seconds
        members = tuple(
            replace(m, clock=replace(m.clock, due=due if m.clock.due else None))
            for m in row.members
        )
        terms = replace(row.terms, clock=clock)
        after = changed(row, now, members=members, deadline=due, terms=terms)
        assert await store.commit(Commit(after))
        if gone_for:
            await store.note_alive(now - gone_for)
    finally:
        await store.close()


async def left(held: RunningBot) -> float:
    """Return how long the person to act still has."""
    row = (await held.table()).row
    assert not any(member.presence is Presence.LATE for member in row.members)
    (due,) = [member.clock.due for member in row.members if member.clock.due]
    return due - time.time()


@pytest.mark.timeout(180)
async def test_a_kill_across_a_deadline_costs_nobody_their_turn(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        await _one_move(tabs)
        await held.kill()
        await with_rest(held, 1.0)
        await asyncio.sleep(2.0)
        await held.wake()
        await tabs[0].wait_for(lambda tab: tab.bot_online)
        assert 30 < await left(held) <= 60
        await _one_move(tabs)
        assert (await held.table()).row.moves == 2


@pytest.mark.timeout(180)
async def test_a_night_off_costs_a_slow_table_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        await _one_move(tabs)
        await held.kill()
        await with_rest(held, 4000.0, clock=86_400, gone_for=8 * 3600.0)
        await held.wake()
        await tabs[0].wait_for(lambda tab: tab.bot_online)
        assert 3900 < await left(held) <= 4000
        await held.kill(signal.SIGTERM)
        store = await Store.open(held.database)
        alive = await store.alive()
        await store.close()
        assert alive is not None
        assert time.time() - alive < 30
