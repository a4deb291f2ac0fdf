"""/stats."""

from __future__ import annotations

from pathlib import Path

from bot.preferences.server import Feature
from bot.puzzles.store import PuzzleAnswer, PuzzleStore
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store.rows import MatchId
from engine.analysis.review import ANALYSIS_VERSION
from tests.commands.past import switch_off, won
from tests.puzzles.rows import puzzle_row
from tests.sim.evening import evening, texts


async def test_who_has_not_finished_a_game_is_told_how_to_begin(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        result = await held["Ada"].slash(held.channel, "stats")
        assert result.response.ephemeral
        shown = result.response.message
        assert "You haven't finished a game that counts yet. Dailies" in texts(shown)
        assert held.labels(shown) == ["My Nimbus"]
        asked = await held["Ada"].slash(held.channel, "stats", compare_with=held["Ben"])
        said = texts(asked.response.message)
        assert "**Ada** and **Ben** haven't finished a game together yet" in said
        assert not asked.response.attachments
        asked = await held["Ada"].slash(
            held.channel, "stats", player=held["Ada"], compare_with=held["Ada"]
        )
        assert "### Your page" in texts(asked.response.message)


async def test_all_games_stand_on_one_picture_and_those_of_this_server_are_counted(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"].user.id
        await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=held.guild.id)
        answer = (await held["Ada"].slash(held.channel, "stats")).response
        assert [file.filename for file in answer.attachments] == ["stats-page.png"]
        assert "In this server" not in texts(answer.message)
        assert held.labels(answer.message) == ["My Nimbus"]
        await won(held, {ada: ("Ada", 60), 2: ("Ben", 90)}, guild_id=77)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "### Your page" in said
        assert "Ada: 2 games." in said
        assert "Clouds: 2 games, 1 won, no place yet." in said
        assert "In this server: 1 of these games." in said


async def test_somebody_elses_page_can_be_asked_for(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await won(held, {held["Ben"].user.id: ("Ben", 90), 2: ("X", 95)}, guild_id=77)
        asked = await held["Ada"].slash(held.channel, "stats", player=held["Ben"])
        said = texts(asked.response.message)
        assert "### **Ben**" in said
        assert "1 game, 0 won" in said
        asked = await held["Ada"].slash(held.channel, "stats", player=held["Cleo"])
        assert "**Cleo** hasn't finished a game that counts yet." in texts(asked.response.message)


async def test_what_features_tell_of_a_person_stands_on_their_page(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, database = held["Ada"].user.id, held.bot.app.store.database
        await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=77)
        before = await held["Ben"].slash(held.channel, "stats", player=held["Ada"])
        assert "Puzzle" not in texts(before.response.message)
        await PuzzleStore(database).add([puzzle_row("0123456789ab")])
        answer = PuzzleAnswer(ada, "0123456789ab", "x", True, 5.0, 26.0, 8.0)
        await PuzzleStore(database).note(answer, 25.0, 8.0)
        asked = await held["Ben"].slash(held.channel, "stats", player=held["Ada"])
        assert "Puzzle rating: 1040 so far · Puzzle streak: 0 days" in texts(asked.response.message)
        await switch_off(held, Feature.PUZZLES)
        asked = await held["Ben"].slash(held.channel, "stats", player=held["Ada"])
        assert "Puzzle" not in texts(asked.response.message)


async def test_a_page_without_a_game_that_counts_tells_of_puzzles(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, database = held["Ada"].user.id, held.bot.app.store.database
        await PuzzleStore(database).add([puzzle_row("0123456789ab")])
        answer = PuzzleAnswer(ada, "0123456789ab", "x", True, 5.0, 26.0, 4.0)
        await PuzzleStore(database).note(answer, 25.0, 8.0)
        asked = await held["Ada"].slash(held.channel, "stats")
        said = texts(asked.response.message)
        assert "Puzzle rating: 1040 so far · " in said
        assert "You haven't finished a game that counts yet" in said


async def test_two_people_are_put_side_by_side(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, ben = (held[name].user.id for name in ("Ada", "Ben"))
        for scores in ((150, 90), (70, 90), (80, 40)):
            pair = {ada: ("Ada", scores[0]), ben: ("Ben", scores[1])}
            await won(held, pair, guild_id=held.guild.id)
        asked = await held["Cleo"].slash(
            held.channel, "stats", player=held["Ada"], compare_with=held["Ben"]
        )
        assert asked.response.ephemeral
        said = texts(asked.response.message)
        assert "### **Ada** and **Ben**" in said
        assert "3 games together, Ada ahead in 2, Ben ahead in 1, level in 0." in said
        assert [file.filename for file in asked.response.attachments] == ["comparison.png"]


async def test_how_well_one_played_is_told_to_oneself_alone(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, store = held["Ada"].user.id, held.bot.app.store

        async def page(of_ada_by: str) -> str:
            asked = await held[of_ada_by].slash(held.channel, "stats", player=held["Ada"])
            return texts(asked.response.message)

        async def reviewed(match_id: MatchId, accuracy: float) -> None:
            made = ReviewRow(match_id, 1, ada, ANALYSIS_VERSION, accuracy, "{}")
            await ReviewStore(store.database).put(made)

        played = [
            await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=77) for _ in range(3)
        ]
        for match_id, accuracy in zip(played, (60.0, 80.0, 85.0), strict=True):
            assert "Accuracy" not in await page("Ada")
            await reviewed(match_id, accuracy)
        assert "Accuracy: 75 of 100" in await page("Ada")
        assert "Ada: 3 games" in await page("Ben")
        assert "Accuracy" not in await page("Ben")
        await switch_off(held, Feature.REVIEW)
        assert "Accuracy" not in await page("Ada")


async def test_an_accuracy_that_would_discourage_is_not_told(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, store = held["Ada"].user.id, held.bot.app.store
        for accuracy in (0.0, 12.0, 6.0):
            match_id = await won(held, {ada: ("Ada", 150), 2: ("Ben", 90)}, guild_id=77)
            made = ReviewRow(match_id, 1, ada, ANALYSIS_VERSION, accuracy, "{}")
            await ReviewStore(store.database).put(made)
        own = await held["Ada"].slash(held.channel, "stats")
        assert "Accuracy" not in texts(own.response.message)
