"""Digests: what they ask the store for."""

from __future__ import annotations

import pytest

from bot.match.calls.calling import QUIET
from bot.preferences.person import Place
from tests.match.calls.test_calls import later, waiting_for, wishing
from tests.match.stand import Parts


@pytest.mark.parametrize(("clock", "times"), [(86400, 1), (600, 0)])
async def test_active_hours_are_looked_up_once_and_only_for_slow_tables(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, clock: int, times: int
) -> None:
    await wishing(parts, place=Place.DM)
    user, _ = await waiting_for(parts, 3, clock)
    await later(parts, QUIET)
    asked: list[int] = []
    moved_at = parts.store.moved_at

    async def noted(of: int, since: float) -> list[float]:
        asked.append(of)
        return await moved_at(of, since)

    monkeypatch.setattr(parts.store, "moved_at", noted)
    parts.publisher.digests.request(user)
    await parts.publisher.idle()
    assert asked == [user] * times
