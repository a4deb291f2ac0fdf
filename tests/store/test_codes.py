"""The secret of the bot that codes of moments follow from: made once, and kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.rows import MatchId
from tests.store.samples import TABLE, ask, tamper, url_of
from tests.store.test_migrations import lay_oldest


async def test_it_is_made_once_and_outlives_the_bot(path: Path) -> None:
    path.parent.mkdir()
    stores = [await Store.open(url_of(path)) for _ in range(2)]
    found = await asyncio.gather(*(store.code_secret() for store in stores * 3))
    (secret,) = set(found)
    assert (len(secret.secret), secret.before) == (32, 0)
    for store in stores:
        await store.close()
    again = await Store.open(url_of(path))
    assert await again.code_secret() == secret
    await again.close()


async def test_another_database_has_another(tmp_path: Path) -> None:
    found = set()
    for name in ("x", "y"):
        store = await Store.open(url_of(tmp_path / name))
        found.add((await store.code_secret()).secret)
        await store.close()
    assert len(found) == 2


@pytest.mark.parametrize("is_empty", [True, False])
async def test_an_older_database_notes_up_to_where_codes_were_made_without_it(
    path: Path, is_empty: bool
) -> None:
    path.parent.mkdir()
    lay_oldest(path)
    if is_empty:
        tamper(path, "DELETE FROM result")
        tamper(path, "DELETE FROM match")
    ((newest,),) = ask(path, "SELECT coalesce(max(id), 0) FROM match")
    store = await Store.open(url_of(path))
    await store.new_match(TABLE)
    assert (await store.code_secret()).before == MatchId(newest)
    assert bool(newest) is not is_empty
    await store.close()
