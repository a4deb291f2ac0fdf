"""What Discord does to bots: late and lost answers, limits, outages, closed direct messages."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.store.rows import MatchId, Status
from sandbox import RequestFault
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.soak.amounts import later

CALLS = (
    ("POST", r"^/interactions/"),
    ("PATCH", r"^/webhooks/.*@original"),
    ("POST", r"^/webhooks/"),
    ("POST", r"^/channels/\d+/messages$"),
    ("PATCH", r"^/channels/\d+/messages/"),
    ("POST", r"^/users/@me/channels$"),
)
"""Every kind of call the bot makes while people play."""


@pytest.mark.parametrize("status", [later(429), 503])
async def test_every_kind_of_call_may_fail_and_the_game_goes_on(
    tmp_path: Path, status: int
) -> None:
    async with running_bot(tmp_path) as held:
        faults = [RequestFault(method=method, path=path, status=status) for method, path in CALLS]
        held.sandbox.faults.requests = faults
        tabs = await opened(held, ("Ada", "Ben"), stranger="Cleo")
        await _play_until(held, tabs, 30)
        assert held.sandbox.faults.requests == []
        assert "Traceback" not in held.log()


async def test_two_clicks_in_the_same_instant_make_one_move(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        first, second = await opened(held, ("Ada", "Ben"))
        tab = await _who_is_to_move(first, second)
        found = moves_in_dm(tab)
        assert found is not None
        message, choices = found
        before = (await held.table()).row.moves
        replies = await asyncio.gather(
            *(tab.click(message, custom_id=choice["custom_id"]) for choice in choices[:2])
        )
        assert all(reply.ok for reply in replies)
        await tab.wait_for(lambda tab: [m for m in tab.dm_messages() if _is_late(m)])
        table = await state_equals_log(held)
        log = [move.seat for move in await _log(held)]
        assert log[before : before + 1] == [table.seat_of(int(tab.id))]


async def test_late_acknowledgements_still_count(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben"))
        held.sandbox.faults.callback_losses = 3
        await _play_until(held, tabs, 12)
        assert held.sandbox.faults.callback_losses == 0


async def test_closed_direct_messages_leave_the_private_hand(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        ada = await held.tab("Ada")
        held.sandbox.faults.closed_dms = {int(ada.id)}
        await opened(held, ("Ada",))
        assert not ada.dm_messages()
        await ada.wait_for(lambda tab: buttons(board(tab), "t:"))
        shown = board(ada)
        reply = await ada.click(shown, label="My hand")
        hand: Any = await ada.wait_for(lambda _: reply.message and buttons(reply.message, "m:"))
        assert reply.message is not None
        assert (await ada.click(reply.message, custom_id=hand[0]["custom_id"])).ok
        await _moved(held, 1)


async def test_a_dropped_gateway_is_resumed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben"))
        for action in ("drop", "reconnect", "invalidate"):
            await tabs[0].patch_faults(gateway=action)
            await _play_until(held, tabs, (await held.table()).row.moves + 4)


async def _moved(held: RunningBot, moves: int) -> None:
    """Wait for a move: a click is acknowledged before it is stored."""
    async with asyncio.timeout(60):
        while (await state_equals_log(held)).row.moves < moves:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


async def _play_until(held: RunningBot, tabs: list[Any], moves: int) -> None:
    generator = random.Random(moves)
    players = [asyncio.create_task(play_in_dm(tab, generator, is_over)) for tab in tabs]
    try:
        async with asyncio.timeout(120):
            while (await state_equals_log(held)).row.moves < moves:  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.1)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    assert (await held.table()).row.status is Status.PLAYING


async def _who_is_to_move(*tabs: Any) -> Any:
    async with asyncio.timeout(60):
        while True:
            for tab in tabs:
                if moves_in_dm(tab):
                    return tab
            await asyncio.sleep(0.05)


async def _log(held: RunningBot) -> Any:
    store = await Store.open(held.database)
    try:
        return await store.moves(MatchId(1))
    finally:
        await store.close()


def _is_late(message: Any) -> bool:
    return bool(message["flags"] & 64) and "moved on" in (message.get("content") or "")
