"""What the client says of errors that no other handler caught."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.client import Nimbus
from bot.settings import Settings
from bot.store import Store
from bot.store.errors import StoreClosed


async def test_an_event_while_the_bot_is_stopping_costs_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    address = f"sqlite+aiosqlite:///{tmp_path}/nimbus.sqlite3"
    store = await Store.open(address)
    await store.close()
    bot = Nimbus(Settings(token="t", data=tmp_path, database_url=address))
    try:
        await store.locations()
    except StoreClosed:
        await bot.on_error("on_ready")  # as discord.py calls it
    assert "on_ready came when the bot was stopping" in caplog.text
    assert "Traceback" not in caplog.text
