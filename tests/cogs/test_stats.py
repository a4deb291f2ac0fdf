"""/stats."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.past import won
from tests.sim.evening import evening, texts


async def test_who_has_not_finished_a_game_is_told_how_to_begin(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        result = await held["Ada"].slash(held.channel, "stats")
        assert result.response.ephemeral
        assert "You have not finished a game that counts yet. `/play` opens a table." in texts(
            result.response.message
        )


async def test_numbers_are_told_for_this_server_and_for_everywhere(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"].user.id
        await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=held.guild.id)
        await won(held, {ada: ("Ada", 101), 2: ("Ben", 90)}, guild_id=77)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "### Your results" in said
        assert "**Cloud Nine (cards)**" in said
        here = "This server: 1 of 1 game won (place 1) · 50.0 points per deal · best deal 75"
        assert "not only against easy house players" in said
        assert f"{here}\nEverywhere: 2 of 2 games won (place 1) · 41.8 points per deal" in said


async def test_somebody_elses_numbers_can_be_asked_for(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await won(held, {held["Ben"].user.id: ("Ben", 90), 2: ("X", 95)}, guild_id=77)
        asked = await held["Ada"].slash(held.channel, "stats", person=held["Ben"])
        said = texts(asked.response.message)
        assert "### Results of **Ben**" in said
        assert "0 of 1 game won (no place yet)" in said
        assert "This server" not in said
        asked = await held["Ada"].slash(held.channel, "stats", person=held["Cleo"])
        assert "**Cleo** has not finished a game that counts yet." in texts(asked.response.message)
