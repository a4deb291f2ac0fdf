"""One process takes the shards of another over, and nobody who presses notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import Exit
from tests.e2e.running_bot import RunningBot, running_bot
from tests.postgresql import Server

HASTY = "tests.e2e.hasty"


@pytest.fixture
def address(postgresql: Server) -> Iterator[str]:
    """Return where an evening's own database is."""
    with postgresql.database() as name:
        yield postgresql.url(name)


async def another(held: RunningBot, number: int = 2, **settings: str) -> RunningBot:
    """Start one more process of the bot, with a directory of its own."""
    data = held.data.parent / f"{held.data.name}-{number}"
    data.mkdir()
    fresh = replace(held, data=data, process=None, tabs=[], settings={**held.settings, **settings})
    await fresh.wake()
    return fresh


async def test_a_second_process_takes_over_and_the_first_stops(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(tmp_path, HASTY, DATABASE_URL=address, NIMBUS_LOG="INFO") as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        await held.until(lambda: held.why_red() is None)
        new = await another(held)
        try:
            assert await held.ended() == Exit.STOPPED
            assert (await tab.command("tables", "help")).ok
            await held.until(lambda: "has taken the shards over" in new.log())
            assert len(held.sandbox.gateway.sessions) == 1
            assert "Traceback" not in held.log() + new.log()
        finally:
            await new.kill()
