"""/leaderboard by rating, and what /stats says of ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from discord import TextChannel

from bot.discord.parts import container, page_row
from bot.preferences.server import Feature
from bot.ratings.rows import Season
from tests.commands.past import assert_told_alone, custom_ids, rate, switch_off, won
from tests.match.rows import SAY
from tests.sim.evening import Evening, evening, texts

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
            ("Ada", " more games and you're on the board."),
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
            "lb:cloud_nine:here:ever:1", "lb:cloud_nine:all:season:1",
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


async def test_stats_tell_the_rating_and_how_it_went(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await often(held, 1, at=held.bot.app.clock.now() - QUARTER)
        await often(held, 1)
        said = texts((await held["Ada"].slash(held.channel, "stats")).response.message)
        assert "Clouds: rating 1" in said
        # A provisional rating is told without its change.
        assert " so far; 2 games, 2 won, 20 more games for a place." in said
        assert said.count("20 more games for a place.") == 1
        assert "A rating with **?** gets a place after a few more games." in said
        assert "Ratings from " in said
