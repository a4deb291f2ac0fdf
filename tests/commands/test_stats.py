"""/stats and /leaderboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from discord import TextChannel

from bot.discord.parts import container, page_row
from bot.preferences.server import Feature
from bot.puzzles.store import PuzzleAnswer, PuzzleStore
from bot.ratings.rules import Season
from bot.ratings.store import RatingStore
from bot.reviews.store import ReviewRow, ReviewStore
from bot.skill import reset
from bot.store import schema
from bot.store.rows import MatchId
from engine.analysis.review import ANALYSIS_VERSION
from tests.commands.past import assert_told_alone, custom_ids, played, rate, switch_off, won
from tests.match.rows import SAY
from tests.puzzles.rows import puzzle_row
from tests.sim.evening import Evening, evening, more, texts


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


# /leaderboard by rating, and what /stats says of ratings.

ELSEWHERE = 77
QUARTER = 92 * 86400.0


async def shown(held: Evening, name: str = "Ada", **options: str) -> Any:
    """Ask for the leaderboard; gives the answer."""
    result = await held[name].slash(held.channel, "leaderboard", game="cloud_nine", **options)
    return result.response


async def often(held: Evening, count: int, **fields: Any) -> None:
    """Let Ada win over Ben that often, as they do on different days, and rate it."""
    ada, ben = (held[name].user.id for name in ("Ada", "Ben"))
    fields = {"guild_id": held.guild.id} | fields
    for _ in range(count):
        await won(held, {ada: ("Ada", 150), ben: ("Ben", 90)}, **fields)
    await rate(held)


async def test_a_first_game_gives_a_rating_and_no_place_and_the_asker_alone_is_told_so(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await often(held, 1)
        answer = await shown(held)
        assert not answer.ephemeral
        said = texts(answer.message)
        assert said.index("No place yet, Ada: rating 1") < said.index("No place yet, Ben: rating ")
        assert "so far, wins 1, games 1." in said
        assert "Cloud Club · Ranked by rating" in said
        for name, line in (
            ("Ada", "Your rating so far is 1"),
            ("Ada", " more games and you get a place."),
            ("Cleo", "You're not on this leaderboard yet."),
        ):
            await assert_told_alone(held, name, line)
        season = Season.of(held.bot.app.clock.now())
        first = ("Jan", "Apr", "Jul", "Oct")[season.quarter - 1]
        said = texts((await shown(held)).message)
        assert f"Clouds, {first} to " in said
        assert f" {season.year}." in said


async def test_buttons_lead_to_all_seasons_and_to_everywhere(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        earlier = held.bot.app.clock.now() - QUARTER
        await often(held, 1, at=earlier, guild_id=ELSEWHERE)
        answer = await shown(held)
        assert "Nobody is here yet" in texts(answer.message)
        assert custom_ids(answer.message) == [
            "lb:cloud_nine:here:ever:1", "lb:cloud_nine:all:season:1", "play:cloud_nine",
        ]  # fmt: skip
        await held["Ben"].click(answer.message, label="All seasons")
        assert "Nobody is here yet" in texts(answer.message)
        await held["Ben"].click(answer.message, label="Everywhere")
        said = texts(answer.message)
        assert "Clouds, All seasons." in said
        assert "everywhere · Ranked by rating" in said
        assert "Ada: rating" in said
        assert custom_ids(answer.message) == [
            "lb:cloud_nine:all:season:1", "lb:cloud_nine:here:ever:1",
        ]  # fmt: skip
        await held["Ben"].click(answer.message, label="This season")
        assert "Nobody is here yet" in texts(answer.message)
        assert not answer.message.attachments


async def test_games_of_elsewhere_count_where_they_are_asked_for_and_in_a_direct_message(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await often(held, 1, guild_id=ELSEWHERE)
        said = texts((await shown(held, where="all", when="ever")).message)
        assert "Clouds, All seasons." in said
        assert "everywhere · Ranked by rating" in said
        assert "Ada: rating" in said
        person = held["Ada"].user
        await held.bot.app.io.direct_channel(person.id)
        answer = (await person.slash("leaderboard", game="cloud_nine")).response
        assert "everywhere · Ranked by" in texts(answer.message)
        assert custom_ids(answer.message) == ["lb:cloud_nine:here:ever:1"]


async def test_ratings_are_behind_old_buttons_and_comparisons_until_they_are_switched_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        await often(held, 1)
        channel = held.bot.get_channel(held.channel.id)
        assert isinstance(channel, TextChannel)
        row = page_row(lambda to: f"lb:cloud_nine:here:ever:{to}", 1, more=True, say=SAY)
        old = await channel.send(view=container(*row))
        await held["Ada"].click(old, label="Next ▶")
        said = texts(held.channel.last_message)
        assert "Cloud Club" in said
        assert "Ada: rating" in said
        asked = await held["Cleo"].slash(
            held.channel, "stats", player=held["Ben"], compare_with=held["Ada"]
        )
        said = texts(asked.response.message)
        assert "1 game together, Ben ahead in 0, Ada ahead in 1, level in 0. Ratings: " in said
        assert "At the edges of the picture: ratings." in said
        await switch_off(held, Feature.RATINGS)
        answer = await shown(held)
        assert "Ranked by wins" in texts(answer.message)
        assert custom_ids(answer.message) == ["lb:cloud_nine:all:season:1"]
        own = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "place 1" in own
        assert "ating" not in own


def be_sure(connection: sa.Connection) -> None:
    """Make every rating one of somebody who has played a lot."""
    for table in (schema.rating, schema.rating_change):
        connection.execute(sa.update(table).values(sigma=5.0))


async def test_stats_tell_the_rating_and_how_it_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path) as held:
        await often(held, 1, at=held.bot.app.clock.now() - QUARTER)
        await often(held, 1, guild_id=ELSEWHERE)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "Clouds: rating 1" in said
        # A provisional rating is told without its change.
        assert " so far; 2 games, 2 won, 20 more games for a place." in said
        assert said.count("20 more games for a place.") == 1
        assert "A rating with **?** gets a place after some more games." in said
        assert "Ratings from " in said
        # Once it is sure the place is told, also that of elsewhere, and what the last game made.
        database, ada = held.bot.app.store.database, held["Ada"].user.id
        await database.write(be_sure)
        before, last = [one.change for one in await RatingStore(database).history(ada)]
        came = reset(before.rating, last.season - before.season)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert f", up {last.rating.points - came.points} in the last game; " in said
        assert "2 games, 2 won, place 1." in said
        # Of many games the last ones are drawn: here of one day.
        monkeypatch.setattr("bot.ratings.actions.MOST_RATED", 2)
        await often(held, 1)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert re.search(r"Ratings from ([^:]+) to \1:", said)


# /leaderboard in a server that has switched ratings off: it ranks by wins.

ELSE = "lb:cloud_nine:all:season:1"
"""What the button leads to that shows the games of all places."""


async def ranked(held: Evening, name: str = "Ada", **options: str) -> Any:
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
        answer = await ranked(held)
        assert "Nobody is here yet" in texts(answer.message)
        assert not answer.attachments
        ada, ben = (held[name].user.id for name in ("Ada", "Ben"))
        await won(held, {ada: ("Ada", 150), ben: ("Ben", 210)}, guild_id=held.guild.id)
        answer = await ranked(held)
        assert not answer.ephemeral
        assert answer.attachments[0].filename == "leaderboard-cloud_nine-1.png"
        said = texts(answer.message)
        assert "Clouds, most wins." in said
        assert "against only easy house players" in said
        assert said.index("Ben") < said.index("Ada")
        assert "### Clouds · most wins" in said
        for name, line in (
            ("Ada", "No place yet: 1 game, no win."),
            ("Ben", "You're number 1, with 1 of 1 game won."),
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
        assert re.search("No place yet|You're number ", texts(opened.response.message))
        assert "final result" in texts(held.board())


async def test_this_server_and_everywhere_count_different_games(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        await won(held, {1: ("Far Away", 90), 2: ("Further", 80)}, guild_id=ELSEWHERE)
        assert "Far Away" not in texts((await ranked(held)).message)
        everywhere = texts((await ranked(held, where="all")).message)
        assert "Far Away" in everywhere
        assert "Far Away" in everywhere


async def test_pages_turn_in_place_know_their_ends_and_outlive_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await switch_off(held, Feature.RATINGS)
        await crowd(held, 6)
        assert custom_ids((await ranked(held)).message) == [ELSE]
        await crowd(held, 8)
        answer = await ranked(held)
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
        answer = await ranked(held)
        await held.restart()
        await held["Ada"].click(answer.message, label="Next ▶")
        assert custom_ids(answer.message) == [
            "lb:cloud_nine:all:season:1",
            "lb:cloud_nine:here:season:1",
        ]


async def test_names_stand_as_they_are(tmp_path: Path) -> None:
    async with evening(tmp_path, ("**Eve** <@1>",)) as held:
        await switch_off(held, Feature.RATINGS)
        said = texts((await ranked(held, "**Eve** <@1>", where="all")).message)
        assert "Nobody" in said
        await won(held, {1: ("**A**", 9), 2: ("B", 8)}, guild_id=ELSEWHERE)
        said = texts((await ranked(held, "**Eve** <@1>", where="all")).message)
        assert "1st, **A**: wins 1" in said
