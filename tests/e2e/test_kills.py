"""The bot's process is killed at random instants; nothing a player did is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from sandbox.client import ActionRefused, Tab
from tests.e2e.running_bot import (
    RunningBot,
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)

PEOPLE = ("Ada", "Ben", "Cleo")
KILLS = 4
"""Here; `make soak` has a thousand."""


async def test_kills_at_any_instant_lose_nothing(tmp_path: Path) -> None:
    await kill_while_playing(tmp_path, KILLS, seed=2026, options={"deals": "1"})


async def kill_while_playing(
    data: Path,
    kills: int,
    seed: int,
    options: Mapping[str, str | list[str]] | None = None,
    address: str = "",
) -> None:
    """Play one game after another till the bot has been killed so often, and the last one out."""
    generator = random.Random(seed)
    done = games = 0
    async with running_bot(data, DATABASE_URL=address) as held:
        while done < kills:
            games += 1
            tabs = await opened(held, PEOPLE[: generator.choice((2, 3))], options=options)
            players = [
                asyncio.create_task(play_on(tab, random.Random(done), is_over)) for tab in tabs
            ]
            while done < kills and not all(player.done() for player in players):
                await _kill_and_check(held, generator, games)
                done += 1
            await _play_out(held, tabs, players, games)


async def play_on(tab: Tab, generator: random.Random, until: Callable[[Tab], bool]) -> None:
    """Play to the end, also where a hand changes in the instant in which it is pressed."""
    while not until(tab):
        with suppress(ActionRefused):
            await play_in_dm(tab, generator, until)


async def _play_out(
    held: RunningBot, tabs: list[Tab], players: list[asyncio.Task[None]], match_id: int
) -> None:
    try:
        await asyncio.wait_for(asyncio.gather(*players), 200)
    except TimeoutError:
        hands = [labels(moves_in_dm(tab)) for tab in tabs]
        table = await held.table(match_id)
        pytest.fail(f"stuck at {table.row} for {table.to_act()} with {hands}\n{held.log()}")
    table = await state_equals_log(held, match_id)
    assert table.row.status is Status.OVER
    for tab in tabs:
        await tab.close()
        held.tabs.remove(tab)


def labels(found: Any) -> list[str]:
    """Return the custom ids of a hand's buttons."""
    return [str(part["custom_id"]) for part in found[1]] if found else []


async def _kill_and_check(held: RunningBot, generator: random.Random, match_id: int) -> None:
    await asyncio.sleep(generator.uniform(0.0, 1.5))
    before = (await state_equals_log(held, match_id)).row
    await held.kill()
    after = (await state_equals_log(held, match_id)).row
    assert after.version >= before.version
    assert after.moves >= before.moves
    await held.wake()
