"""Processes take turns to identify."""

from __future__ import annotations

import asyncio

import pytest

from tests.cluster.joined import joined
from tests.store.samples import OnServer, tamper


async def test_turns_of_a_bucket_lie_apart_whoever_takes_them(emptied: OnServer) -> None:
    async with joined(emptied) as one, joined(emptied) as other:
        stores = (one, other, one, other)
        waits = await asyncio.gather(*(store.identifies.reserve(0, 500.0) for store in stores))
        assert sorted(waits) == pytest.approx([0.0, 500.0, 1000.0, 1500.0], abs=60)
        assert await other.identifies.reserve(1, 500.0) == 0


async def test_a_turn_left_by_a_clock_that_was_wrong_keeps_nobody_waiting(
    emptied: OnServer,
) -> None:
    async with joined(emptied) as store:
        await store.identifies.reserve(0, 0.001)
        tamper(emptied, "UPDATE setting SET value = '9e12' WHERE key = 'identify 0'")
        assert await store.identifies.reserve(0, 0.001) <= 1
