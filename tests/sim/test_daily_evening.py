"""The daily as it is pressed: going on with it, and servers that have none."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.daily.calendar import SECONDS
from bot.daily.dailies import Dailies
from bot.store.rows import MatchId
from bot.store.settings import server_scope
from engine.players.levels import HOUSE_PLAYERS
from tests.sim.evening import Evening, evening, play_unseen, raw_components, texts
from tests.sim.test_pressing import private_answer

if TYPE_CHECKING:
    from engine.players.robot import HousePlayer


async def test_going_on_shows_the_game_and_a_server_without_the_daily_has_no_fingerprints(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"].user
        await ada.click((await ada.slash("daily")).response.message, label="Play")
        panel = (await ada.slash("daily")).response.message
        shown = (await ada.click(panel, label="Go on")).response
        assert shown.ephemeral
        assert "Give up" in held.labels(shown.message)
        # All of it is in this one answer, with one picture.
        assert not await held.bot.app.store.hands(MatchId(1))
        pictures = [part for part in raw_components(shown.message) if part["type"] == 12]
        assert len(pictures) == 1
        panel = (await held["Ada"].slash(held.channel, "daily")).response.message
        await held.bot.app.store.set_settings(server_scope(held.guild.id), {"off": "daily"})
        refused = await held["Ada"].click(panel, label="Fair deal")
        assert "switched" in private_answer(refused)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have house players answer by rule of thumb, so that a daily is over at once."""
    for players in HOUSE_PLAYERS.values():
        swift = cast("dict[str, HousePlayer]", players)
        for level in ("hard", "normal"):
            monkeypatch.setitem(swift, level, players["quick"])


async def daily(held: Evening, name: str) -> Any:
    """Return what a person is shown of today."""
    return (await held[name].slash(held.channel, "daily")).response.message


@pytest.mark.usefixtures("quick")
async def test_a_try_given_up_is_no_place_and_nobody_reads_moves_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path) as held:
        panel = await daily(held, "Ada")
        shown = (await held["Ada"].click(panel, label="Play")).response.message
        asked = (await held["Ada"].click(shown, label="Give up")).response.message
        assert "counts as given up" in texts(asked)
        await held["Ada"].click(asked, label="Yes, leave")
        await play_unseen(held, random.Random(1), lambda _: False)
        given_up = await daily(held, "Ada")
        assert "counts as given up" in texts(given_up)
        assert "Ada gave up." in texts(given_up)
        for told in ("Best", "better than", "Your try"):
            assert told not in texts(given_up)
        ben = await daily(held, "Ben")
        await held["Ben"].click(ben, label="Play")
        await play_unseen(held, random.Random(2), lambda _: False, match_id=2)
        first = texts(await daily(held, "Ben"))
        assert "Nobody else has finished it" in first
        assert "Yours is the best try so far." in first
        seen = texts(await daily(held, "Ada"))
        assert "Best so far: **Ben**" in seen
        assert "moves are shown when the day is over" in seen
        shared = (await held["Ada"].click(given_up, label="Share in this channel")).response
        assert "given up" in texts(shared.message)
        app = held.bot.app
        tomorrow = app.clock.now() + SECONDS
        monkeypatch.setattr(app.clock, "now", lambda: tomorrow)
        await app.get(Dailies).days.catch_up()
        over = (await held["Ada"].click(panel, label="My result")).response.message
        assert "Best of the day: **Ben**" in texts(over)
