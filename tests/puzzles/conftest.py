"""A store with people who play, and its puzzles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match.house.forks import Forks
from bot.match.house.workshop import Workshop
from bot.puzzles.service import Puzzles
from bot.store import Store
from tests.match.conftest import forks, hall
from tests.swift import SwiftClock

__all__ = ["book", "forks", "hall"]


@pytest.fixture
async def book(forks: Forks, tmp_path: Path) -> AsyncIterator[Puzzles]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3")
    workshop = Workshop(forks)
    puzzles = Puzzles(store, workshop, SwiftClock())
    yield puzzles
    await puzzles.close()
    await workshop.close()
    await store.close()
