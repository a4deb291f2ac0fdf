"""The daily as it is pressed: going on with it, and servers that have none."""

from __future__ import annotations

from pathlib import Path

from bot.store.rows import MatchId
from bot.store.settings import server_scope
from tests.sim.evening import evening
from tests.sim.test_pressing import private_answer


async def test_going_on_where_the_game_stands_shows_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"].user
        await ada.click((await ada.slash("daily")).response.message, label="Play")
        assert await held.bot.app.store.hands(MatchId(1))
        panel = (await ada.slash("daily")).response.message
        shown = (await ada.click(panel, label="Go on")).response
        assert shown.ephemeral
        assert "Give up" in held.labels(shown.message)


async def test_a_server_without_the_daily_has_no_fingerprints_of_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        panel = (await held["Ada"].slash(held.channel, "daily")).response.message
        await held.bot.app.store.set_settings(server_scope(held.guild.id), {"off": "daily"})
        refused = await held["Ada"].click(panel, label="Fair deal")
        assert "switched" in private_answer(refused)
