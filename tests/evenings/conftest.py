"""A server with evenings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.evenings.stand import Gathering


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Gathering]:
    club = await Gathering.open(tmp_path)
    yield club
    await club.close()
