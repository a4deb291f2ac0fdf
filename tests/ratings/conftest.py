"""A store of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.match.conftest import hall
from tests.store.samples import opened

__all__ = ["hall"]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(tmp_path / "store.sqlite3") as store:
        yield store
