"""A stop while people press: what is not answered by then is broken off, and they are told."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox import RequestFault
from sandbox.client import Reply
from tests.e2e.running_bot import RunningBot, running_bot

NAMES = ("Ada", "Ben", "Cleo")


async def test_who_waits_at_the_stop_is_told_and_the_log_has_one_line(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held, hanging(held, len(NAMES)) as asking:
        await held.kill(signal.SIGTERM)
        for reply in await asyncio.gather(*asking):
            assert reply.message is not None
            assert reply.message["content"].startswith("I'm being started again")
        assert held.log().count("presses that the stop breaks off: 3") == 1
        assert "Traceback" not in held.log()


async def test_where_discord_does_not_take_that_the_bot_stops_all_the_same(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held, hanging(held, 99):
        await held.kill(signal.SIGTERM)
        assert "presses that the stop breaks off: 3" in held.log()
        assert "Traceback" not in held.log()


@asynccontextmanager
async def hanging(held: RunningBot, answers: int) -> AsyncIterator[list[asyncio.Task[Reply]]]:
    """Have people wait for answers, of which Discord takes so many no sooner than in an hour."""
    tabs = [await held.tab(name) for name in NAMES]
    await tabs[0].wait_for(lambda tab: tab.bot_online and tab.commands)
    late = RequestFault(method="PATCH", path="^/webhooks/.*@original", delay=3600, times=answers)
    held.sandbox.faults.requests = [late]
    asking = [asyncio.create_task(tab.command("tables", "preferences")) for tab in tabs]
    try:
        await held.until(lambda: late.times == answers - len(NAMES))
        yield asking
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
