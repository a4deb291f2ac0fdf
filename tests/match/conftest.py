"""A store with people who play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.match.house.forks import Forks
from bot.records.service import Finished
from tests.match.finished import Hall
from tests.match.stand import Parts


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    hall = await Hall.open(tmp_path)
    yield hall
    await hall.store.close()


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    parts = await Parts.open(tmp_path)
    yield parts
    await parts.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """Return a game of three people that was played out; it is only looked at."""
    hall = await Hall.open(tmp_path_factory.mktemp("finished"))
    try:
        return await hall.finished()
    finally:
        await hall.store.close()


@pytest.fixture
async def forks() -> AsyncIterator[Forks]:
    forks = Forks()
    yield forks
    await forks.close()
