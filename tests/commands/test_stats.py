"""/stats."""

from __future__ import annotations

from pathlib import Path

from bot.preferences.server import Feature
from bot.reviews.store import ReviewRow, ReviewStore
from tests.commands.past import switch_off, won
from tests.sim.evening import evening, texts


async def test_who_has_not_finished_a_game_is_told_how_to_begin(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        result = await held["Ada"].slash(held.channel, "stats")
        assert result.response.ephemeral
        assert "You have not finished a game that counts yet. `/play` opens a table." in texts(
            result.response.message
        )
        asked = await held["Ada"].slash(held.channel, "stats", other=held["Ben"])
        said = texts(asked.response.message)
        assert "**Ada** and **Ben** have not finished a game together yet" in said
        assert not asked.response.attachments
        asked = await held["Ada"].slash(
            held.channel, "stats", person=held["Ada"], other=held["Ada"]
        )
        assert "### Your results" in texts(asked.response.message)


async def test_numbers_are_told_for_this_server_and_for_everywhere(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"].user.id
        await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=held.guild.id)
        await won(held, {ada: ("Ada", 101), 2: ("Ben", 90)}, guild_id=77)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "### Your results" in said
        assert "**Cloud Nine (cards)**" in said
        assert "not only against easy house players" in said
        here = "This server: 1 of 1 game won (no place yet) · 50.0 points per deal · best deal 75"
        assert f"{here}\nEverywhere: 2 of 2 games won (no place yet) · 41.8 points per deal" in said


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


async def test_each_game_has_a_picture_that_says_how_it_came_out(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"].user.id
        await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=held.guild.id)
        await won(held, {ada: ("Ada", 60), 2: ("Ben", 90), 3: ("Cleo", 80)}, guild_id=77)
        answer = (await held["Ada"].slash(held.channel, "stats")).response
        assert [file.filename for file in answer.attachments] == ["stats-cloud_nine.png"]
        said = texts(answer.message)
        assert "Results of Ada in Cloud Nine (cards): 2 games, " in said
        assert "How often: place 1: 1, place 2: 0, place 3: 1. Best deals: 75, 30." in said


async def test_two_people_are_put_side_by_side(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, ben = (held[name].user.id for name in ("Ada", "Ben"))
        for scores in ((150, 90), (70, 90), (80, 40)):
            pair = {ada: ("Ada", scores[0]), ben: ("Ben", scores[1])}
            await won(held, pair, guild_id=held.guild.id)
        asked = await held["Cleo"].slash(
            held.channel, "stats", person=held["Ada"], other=held["Ben"]
        )
        assert asked.response.ephemeral
        said = texts(asked.response.message)
        assert "### **Ada** and **Ben**" in said
        assert "3 games together, Ada ahead in 2, Ben ahead in 1, level in 0." in said
        assert [file.filename for file in asked.response.attachments] == ["comparison.png"]


async def test_how_well_one_played_is_told_to_oneself_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, store = held["Ada"].user.id, held.bot.app.store
        for accuracy in (60.0, 90.0):
            match_id = await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=77)
            await ReviewStore(store.database).put(ReviewRow(match_id, 1, ada, 1, accuracy, "{}"))
        own = await held["Ada"].slash(held.channel, "stats")
        line = "Accuracy: 75 of 100 on average in 2 games reviewed, 90 in the last."
        assert line in texts(own.response.message)
        other = await held["Ben"].slash(held.channel, "stats", person=held["Ada"])
        assert "Results of Ada" in texts(other.response.message)
        assert "Accuracy" not in texts(other.response.message)
        await switch_off(held, Feature.REVIEW)
        own = await held["Ada"].slash(held.channel, "stats")
        assert "Accuracy" not in texts(own.response.message)
