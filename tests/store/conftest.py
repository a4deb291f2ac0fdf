from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.samples import opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "nimbus.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with opened(path) as store:
        yield store
