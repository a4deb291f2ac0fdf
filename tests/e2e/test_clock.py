"""The turn clock over the wire: kills in between, and presses in the instant in which time ends."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.table.change import changed
from bot.store.rows import Commit, MatchId, Presence, Status
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
from tests.waits import until

# The turn clock and the pace over the wire, with the bot killed in between.


async def _one_move(tabs: list[Tab]) -> None:
    """Let whoever is to move make their first move, once their hand offers it."""
    found = await until(lambda: [(tab, *moves) for tab in tabs if (moves := moves_in_dm(tab))])
    tab, message, choices = found[0]
    assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
    await tab.wait_for(lambda tab: moves_in_dm(tab) is None)


async def with_rest(
    held: RunningBot, seconds: float, *, clock: int = 600, gone_for: float = 0.0
) -> None:
    """Leave so much of their turn to the person to act, and let the bot be off for so long."""
    async with held.store() as store:
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


async def left(held: RunningBot) -> float:
    """Return how long the person to act still has."""
    row = (await held.table()).row
    assert not any(member.presence is Presence.LATE for member in row.members)
    (due,) = [member.clock.due for member in row.members if member.clock.due]
    return due - time.time()


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
        async with held.store() as store:
            alive = await store.alive()
        assert alive is not None
        assert time.time() - alive < 300


# A turn's time ends in the instant in which its person presses, again and again.

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
            await tabs[name].click(found[0], custom_id=found[1][0]["custom_id"], at_once=True)
    return True


async def _come_back(tab: Tab) -> None:
    hand = tab.dm_messages()[-1]
    for button in buttons(hand, "t:"):
        if button["label"] == "Come back":
            with suppress(ActionRefused, KeyError):
                await tab.click(hand, custom_id=button["custom_id"], at_once=True)
