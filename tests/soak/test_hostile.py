"""A million forged interactions and spoilt records."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile import records
from tests.hostile.box import boxed
from tests.hostile.test_interactions import BATCH, hold
from tests.soak.amounts import amount

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]

CASES = 1_000_000
IN_A_BOX = 50_000
"""A fresh box after this many, since lobbies that strangers open in their own server pile up."""


async def test_a_million_forged_interactions_change_nothing(tmp_path: Path) -> None:
    cases = amount(CASES, least=BATCH)
    for first in range(0, cases, IN_A_BOX):
        directory = tmp_path / str(first)
        directory.mkdir()
        async with boxed(directory) as box:
            await hold(box, min(IN_A_BOX, cases - first), seed=first + 1_000)


def test_a_million_spoilt_records_are_replayed_or_refused() -> None:
    records.hold(amount(CASES), seed=1)
