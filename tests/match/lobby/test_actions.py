"""What a press at a lobby does, beside the evenings that press it."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from bot.discord.press import Press
from bot.match.lobby import actions
from bot.store.rows import MatchId


async def test_nobody_waits_long_for_the_greeting_of_whoever_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_up = asyncio.Event()

    async def never(_press: Press, _match: MatchId) -> None:
        try:
            await asyncio.Event().wait()  # a connection that is never made
        finally:
            given_up.set()

    monkeypatch.setattr(actions, "greet", never)
    monkeypatch.setattr(actions, "GREETING", 0.01)
    await actions.greet_soon(cast("Press", None), MatchId(1))
    assert given_up.is_set()
