"""A turn's time ends in the instant in which its person presses, again and again."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from bot.store.rows import Presence, Status
from engine.seats import Seat
from sandbox.client import ActionRefused, Tab
from tests.e2e.running_bot import (
    RunningBot,
    buttons,
    moves_in_dm,
    opened,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_clock import with_rest

TURNS = 16
MOST = 80
"""Turns that are played, and at most, until there were moves of both kinds."""
NAMES = ("Ada", "Ben", "Cleo")
OWN, STAND_IN = "own", "stand-in"


@pytest.mark.soak
async def test_a_press_in_the_instant_in_which_time_runs_out_counts_once_or_brings_them_back(
    tmp_path: Path,
) -> None:
    generator = random.Random(11)
    async with running_bot(tmp_path, "tests.e2e.brief") as held:
        tabs = await opened(held, NAMES)
        await held.until(lambda: any(map(moves_in_dm, tabs)))
        await held.kill()
        await with_rest(held, 1.0, clock=1)
        await held.wake()
        await tabs[0].wait_for(lambda tab: tab.bot_online)
        turn, sitting = 0, dict(zip(NAMES, tabs, strict=True))
        while turn < TURNS or (turn < MOST and len(await _made_by(held)) < 2):
            # Now and then in good time, or not at all: so there are moves of both kinds.
            around = (-0.4, None)[turn % 2] if turn % 8 < 2 else generator.uniform(-0.15, 0.03)
            turn += await _press_in_time(held, sitting, around)
        await held.kill()
        table = await state_equals_log(held)
        assert table.row.status in (Status.PLAYING, Status.OVER)
        made = await _made_by(held)
        assert made[OWN] > 0
        assert made[STAND_IN] > 0
        assert [line for line in held.log().splitlines() if "ERROR" in line] == []


async def _made_by(held: RunningBot) -> Counter[str]:
    """Count who made the moves: each is its seat's own, or its stand-in's."""
    table = await held.table()
    async with held.store() as store:
        moves = (await store.moves(table.row.id))[: table.row.moves]
    assert [move.number for move in moves] == list(range(1, table.row.moves + 1))
    assert all(move.by in (None, table.member(Seat(move.seat)).user_id) for move in moves)
    return Counter(STAND_IN if move.by is None else OWN for move in moves)


async def _press_in_time(held: RunningBot, tabs: dict[str, Tab], around: float | None) -> bool:
    """Press a move so long after the time of whoever is to move has run out; None presses none.

    Who is late comes back first. Tells whether anybody was to move, or the game is over.
    """
    table = await held.table()
    due = [(member.clock.due, member.name) for member in table.row.members if member.clock.due]
    for member in table.row.members:
        if member.presence is Presence.LATE:
            await _come_back(tabs[member.name])
    if not due:
        await asyncio.sleep(0.1)
        return table.row.status is Status.OVER
    when, name = due[0]
    found = moves_in_dm(tabs[name])
    pause = (when or 0.0) - time.time() + (0.3 if around is None else around)
    await asyncio.sleep(max(0.0, pause))
    if found is not None and around is not None:
        with suppress(ActionRefused, KeyError):
            await tabs[name].click(found[0], custom_id=found[1][0]["custom_id"])
    return True


async def _come_back(tab: Tab) -> None:
    hand = tab.dm_messages()[-1]
    for button in buttons(hand, "t:"):
        if button["label"] == "Come back":
            with suppress(ActionRefused, KeyError):
                await tab.click(hand, custom_id=button["custom_id"])
