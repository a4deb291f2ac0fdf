"""Who hides their name in /preferences is a number wherever it would leave a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.show.publisher import Publisher
from bot.preferences.person import person_settings
from bot.preferences.server import Feature
from tests.commands.past import played, played_daily, rate, switch_off, won
from tests.sim.evening import Evening, evening, more, texts
from tests.sim.test_preferences_evening import preferences
from tests.store.samples import tamper

ELSEWHERE = 77
FAR = "Ben of Far"
"""How Ben is called in another server."""


async def hide(held: Evening, name: str = "Ben") -> str:
    """Have somebody hide their name; gives what stands there instead."""
    shown = await preferences(held, name, "look")
    await held[name].click(shown.message, label="Hide it")
    settings = await person_settings(held.bot.app.store, held[name].user.id)
    player = f"Player {settings.number}"
    assert player in texts(shown.message)
    return player


async def board(held: Evening, **options: str) -> str:
    asked = await held["Ada"].slash(held.channel, "leaderboard", game="cloud_nine", **options)
    return texts(asked.response.message)


async def leave(held: Evening, tmp_path: Path) -> None:
    """Have all that was played have been played in another server."""
    await held.bot.app.get(Publisher).idle()
    tamper(
        tmp_path / "nimbus.sqlite3",
        "UPDATE match SET guild_id = ?, channel_id = 1, thread_id = NULL", ELSEWHERE,
    )  # fmt: skip


@pytest.mark.parametrize("by_rating", [True, False])
async def test_leaderboards_of_all_servers_show_the_number(tmp_path: Path, by_rating: bool) -> None:
    async with evening(tmp_path) as held:
        if not by_rating:
            await switch_off(held, Feature.RATINGS)
        ben = held["Ben"].user.id
        await won(held, {ben: (FAR, 90), 5: ("Further", 80)}, guild_id=ELSEWHERE)
        await rate(held)
        assert FAR in await board(held, where="all")
        player = await hide(held)
        for when in ("season", "ever"):
            said = await board(held, where="all", when=when)
            assert player in said
            assert "Further" in said
            assert FAR not in said
        shown = await preferences(held, "Ben", "look")
        await held["Ben"].click(shown.message, label="Show it")
        assert FAR in await board(held, where="all")


async def test_a_servers_own_leaderboard_has_the_name_they_bear_there(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        ben = held["Ben"].user.id
        await won(held, {ben: ("Benny", 90), 5: ("Dot", 80)}, guild_id=held.guild.id)
        await won(held, {ben: (FAR, 90), 5: ("Dot", 80)}, guild_id=ELSEWHERE)
        await hide(held)
        said = await board(held)
        assert "Benny" in said
        assert FAR not in said


async def test_a_daily_names_its_best_by_the_number_and_who_shares_as_they_are_called_here(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await played_daily(held, "Ben", 90, FAR)
        await played_daily(held, "Ada", 50, "Ada of Far")
        player = await hide(held)
        panel = (await held["Ada"].slash(held.channel, "daily")).response.message
        assert player in texts(panel)
        assert FAR not in texts(panel)
        await held["Ada"].click(panel, label="Share")
        shared = held.channel.history()[-1]
        assert not shared.flags.ephemeral
        assert "Ada" in texts(shared)
        assert "of Far" not in texts(shared)


async def test_a_moment_and_a_deal_shared_in_another_server_show_the_number(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await played(held, "Ada", "Ben")
        await leave(held, tmp_path)
        player = await hide(held)
        ada = held["Ada"]
        viewer = (await ada.slash(held.channel, "replay", match=1)).response
        assert viewer.ephemeral
        assert "Ben" in texts(viewer.message)  # she sat there
        whole = await more(ada, viewer.message)
        for label in ("Post this moment", "Post the deal as an animation"):
            shown = (await ada.click(whole, label=label)).response
            assert not shown.ephemeral
            assert player in texts(shown.message)
            assert "Ben" not in texts(shown.message)
