"""A server with leagues."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.leagues.stand import Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    club = await Club.open(tmp_path)
    yield club
    await club.parts.close()
