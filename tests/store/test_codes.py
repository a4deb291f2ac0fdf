"""The secret of the bot that codes of moments follow from: made once, and kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.store import Store
from tests.store.samples import url_of


async def test_it_is_made_once_and_outlives_the_bot(path: Path) -> None:
    path.parent.mkdir()
    stores = [await Store.open(url_of(path)) for _ in range(2)]
    found = await asyncio.gather(*(store.code_secret() for store in stores * 3))
    (secret,) = set(found)
    assert len(secret) == 32
    for store in stores:
        await store.close()
    again = await Store.open(url_of(path))
    assert await again.code_secret() == secret
    await again.close()


async def test_another_database_has_another(tmp_path: Path) -> None:
    found = set()
    for name in ("x", "y"):
        store = await Store.open(url_of(tmp_path / name))
        found.add(await store.code_secret())
        await store.close()
    assert len(found) == 2
