"""What Discord does to bots: late and lost answers, limits, outages, closed direct messages."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from sandbox import RequestFault
from tests.e2e.running_bot import (
    RunningBot,
    is_over,
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


async def test_late_acknowledgements_count_and_a_dropped_gateway_is_resumed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben"))
        held.sandbox.faults.callback_losses = 3
        await _play_until(held, tabs, 12)
        assert held.sandbox.faults.callback_losses == 0
        for action in ("drop", "reconnect", "invalidate"):
            await tabs[0].patch_faults(gateway=action)
            await _play_until(held, tabs, (await held.table()).row.moves + 4)


async def _play_until(held: RunningBot, tabs: list[Any], moves: int) -> None:
    generator = random.Random(moves)
    players = [asyncio.create_task(play_in_dm(tab, generator, is_over)) for tab in tabs]
    try:
        await held.until_stored(lambda row: row.moves >= moves)
        await state_equals_log(held)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    assert (await held.table()).row.status is Status.PLAYING
