"""A thousand kills of the bot's process, a fresh house for every fifty."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.test_kills import kill_while_playing
from tests.soak.amounts import amount

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

ALL_KILLS = 1000
OF_ONE_HOUSE = 50


async def test_a_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    left = amount(ALL_KILLS)
    while left > 0:
        data = tmp_path / f"{left}-left"
        data.mkdir()
        await kill_while_playing(data, min(OF_ONE_HOUSE, left), seed=left)
        left -= OF_ONE_HOUSE
