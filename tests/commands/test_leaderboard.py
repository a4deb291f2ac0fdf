"""/leaderboard in a server that has switched ratings off: it ranks by wins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.preferences.server import Feature
from tests.commands.past import assert_told_alone, custom_ids, played, switch_off, won
from tests.sim.evening import Evening, evening, more, texts

ELSEWHERE = 77
ELSE = "lb:cloud_nine:all:season:1"
"""What the button leads to that shows the games of all places."""


async def shown(held: Evening, name: str = "Ada", **options: str) -> Any:
    """Ask for the leaderboard; gives the answer."""
    result = await held[name].slash(held.channel, "leaderboard", game="cloud_nine", **options)
    return result.response


async def crowd(held: Evening, size: int) -> None:
    """Let pairs of strangers play, so that the leaderboard has `size` people."""
    for number in range(0, size, 2):
        pair = {1000 + n: (f"Player {n}", 300 - n) for n in (number, number + 1)}
        await won(held, pair, guild_id=held.guild.id)


async def test_an_empty_leaderboard_fills_with_a_picture_for_all_and_a_line_for_the_asker(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        answer = await shown(held)
        assert "Nobody is here yet" in texts(answer.message)
        assert not answer.attachments
        ada, ben = (held[name].user.id for name in ("Ada", "Ben"))
        await won(held, {ada: ("Ada", 150), ben: ("Ben", 210)}, guild_id=held.guild.id)
        answer = await shown(held)
        assert not answer.ephemeral
        assert answer.attachments[0].filename == "leaderboard-cloud_nine-1.png"
        said = texts(answer.message)
        assert "Clouds, most wins." in said
        assert "against only easy house players" in said
        assert said.index("Ben") < said.index("Ada")
        assert "### Clouds · most wins" in said
        for name, line in (
            ("Ada", "No place yet: 1 game, no win."),
            ("Ben", "You're in place 1, with 1 of 1 game won."),
            ("Cleo", "You're not on this leaderboard yet."),
        ):
            await assert_told_alone(held, name, line)


async def test_the_button_below_a_result_opens_it_privately_with_ones_own_line(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        await played(held, "Ada", "Ben", "Cleo")
        opened = await held["Ada"].click(await more(held["Ada"], held.board()), label="Leaderboard")
        assert opened.response.ephemeral
        assert "Cloud Club" in texts(opened.response.message)
        assert re.search("No place yet|You're in place ", texts(opened.response.message))
        assert "final result" in texts(held.board())


async def test_this_server_and_everywhere_count_different_games(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        await won(held, {1: ("Far Away", 90), 2: ("Further", 80)}, guild_id=ELSEWHERE)
        assert "Far Away" not in texts((await shown(held)).message)
        everywhere = texts((await shown(held, where="all")).message)
        assert "Far Away" in everywhere
        assert "Far Away" in everywhere


async def test_pages_turn_in_place_know_their_ends_and_outlive_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        await crowd(held, 6)
        assert custom_ids((await shown(held)).message) == [ELSE]
        await crowd(held, 8)
        answer = await shown(held)
        assert custom_ids(answer.message) == [
            "lb:cloud_nine:all:season:1",
            "lb:cloud_nine:here:season:2",
        ]
        await held["Ben"].click(answer.message, label="Next ▶")
        turned = answer.message
        assert "You are" not in texts(turned)
        assert texts(turned).count("No place yet, ") == 1
        assert custom_ids(turned) == [ELSE, "lb:cloud_nine:here:season:1"]
        assert len(turned.attachments) == 1
        answer = await shown(held)
        await held.restart()
        await held["Ada"].click(answer.message, label="Next ▶")
        assert custom_ids(answer.message) == [
            "lb:cloud_nine:all:season:1",
            "lb:cloud_nine:here:season:1",
        ]


async def test_names_stand_as_they_are(tmp_path: Path) -> None:
    async with evening(tmp_path, ("**Eve** <@1>",)) as held:
        await switch_off(held, Feature.RATINGS)
        said = texts((await shown(held, "**Eve** <@1>", where="all")).message)
        assert "Nobody" in said
        await won(held, {1: ("**A**", 9), 2: ("B", 8)}, guild_id=ELSEWHERE)
        said = texts((await shown(held, "**Eve** <@1>", where="all")).message)
        assert "1st, **A**: wins 1" in said
