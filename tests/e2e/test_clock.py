"""The turn clock and the pace over the wire, with the bot killed in between."""

from __future__ import annotations

import signal
import time
from dataclasses import replace
from pathlib import Path

from bot.match.table.change import changed
from bot.store.rows import Commit, MatchId, Presence
from sandbox.client import Tab
from tests.e2e.running_bot import (
    RunningBot,
    moves_in_dm,
    opened,
    running_bot,
)
from tests.waits import until


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
