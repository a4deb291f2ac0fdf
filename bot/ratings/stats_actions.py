"""A person's own numbers, and those of two people side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import discord

from bot.discord.io import named
from bot.discord.names import clean_name, escape
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.profile import Profile
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from bot.ratings.layouts import comparison_layout, stats_layout, stats_line
from bot.ratings.rows import RatedStanding, Season
from bot.ratings.store import RatingStore
from bot.ratings.tallies import Tallies
from engine.games import GAMES
from render.api import Picture
from render.scenes import SCENES
from render.scenes.comparison import Meeting, paint_comparison
from render.scenes.stats import Numbers, paint_stats

Person: TypeAlias = discord.User | discord.Member


MOST_REVIEWS = 400
"""How many reviewed games the lines of accuracy go back."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The parts on offer where somebody asks: the season, None without ratings; reviews."""

    season: int | None
    has_reviews: bool


async def stats(press: Press, person: Person, other: Person | None = None) -> None:
    """Show a person's numbers in the asker's language, or two people's side by side."""
    for one in (person, *([] if other is None else [other])):
        if not isinstance(one, (discord.User, discord.Member)):
            raise Refused("refused.malformed")
    if other is None or other.id == person.id:
        await _show_one(press, person)
    else:
        await _show_two(press, person, other)


async def own_stats(press: Press) -> None:
    """Show the numbers of the one who presses."""
    await stats(press, press.interaction.user)


async def _show_one(press: Press, person: Person) -> None:
    say, name, scope = press.say, clean_name(person.display_name), await _scope(press)
    own = person.id == press.user_id
    accuracies = await _accuracies(press) if own and scope.has_reviews else {}
    paragraphs = []
    for game in GAMES:
        lines = await _lines(press, person.id, game, scope)
        if lines:
            numbers = await _numbers(press, person.id, game, scope)
            numbers = replace(numbers, accuracies=accuracies.get(game, ()))
            picture = await _painted(press, name, game, numbers)
            paragraphs.append(("\n".join(lines), (f"stats-{game}.png", picture)))
    named_so = f"**{escape(name)}**"
    heading = say("stats.heading_own") if own else say("stats.heading", name=named_so)
    if paragraphs:
        footer = say("stats.counts" if scope.season is None else "stats.counts.rating")
    else:
        footer = say("stats.none_own", play="`/play`") if own else say("stats.none", name=named_so)
    pictures = named([picture for _, picture in paragraphs])
    await press.answer(view=stats_layout(heading, paragraphs, footer), attachments=pictures)


async def _scope(press: Press) -> Scope:
    settings = await press.server_settings(press.location.guild_id)
    season = Season.of(press.app.clock.now()).number if settings.has(Feature.RATINGS) else None
    return Scope(season, settings.has(Feature.REVIEW))


async def _accuracies(press: Press) -> dict[str, list[float]]:
    """Return by game how well the one who asks played, the earliest game first.

    A review is private, so nobody else is shown what it found.
    """
    found: dict[str, list[float]] = {}
    accuracies = press.app.get(Profile).accuracies
    for game, accuracy in reversed(await accuracies(press.user_id, MOST_REVIEWS)):
        found.setdefault(game, []).append(accuracy)
    return found


async def _lines(press: Press, user_id: int, game: str, scope: Scope) -> list[str]:
    """Spell a person's numbers in a game, here and everywhere; nothing if there are none."""
    say, unit, guild_id = press.say, SCENES[game].unit, press.location.guild_id
    lines = []
    for where, guild in (("here", guild_id), ("all", None)):
        if where == "here" and guild is None:
            continue
        own = await press.app.store.standing(user_id, game, guild)
        if own is not None and scope.season is not None:
            rated = await RatingStore(press.app.store.database).standing(
                user_id, game, scope.season, guild
            )
            own = replace(own, place=None if rated is None else rated.place)
        if own is not None:
            lines.append(stats_line(say(f"leaderboard.choice.{where}"), own, unit, say))
    return [say("stats.game", game=say(f"game.{game}")), *lines] if lines else []


async def _numbers(press: Press, user_id: int, game: str, scope: Scope) -> Numbers:
    """Return the numbers on the picture of a game, but for the accuracy."""
    title, store = press.say(f"game.{game}"), press.app.store
    tally = await Tallies(store.database).of(user_id, game)
    if tally is None:  # deleted just now
        return Numbers(title, 0)
    locale, texts = str(press.interaction.locale), press.app.texts
    days = texts.day(locale, tally.first), texts.day(locale, tally.last)
    numbers = Numbers(title, tally.games, None, places=tally.places, best=tally.best, days=days)
    if scope.season is None:
        return numbers
    points = await RatingStore(store.database).history(user_id, game)
    seasons = [point.season for point in points]
    return replace(
        numbers, ratings=[point.rating.shown for point in points],
        provisional=bool(points) and points[-1].rating.is_provisional,
        breaks=[i for i in range(1, len(seasons)) if seasons[i] != seasons[i - 1]],
    )  # fmt: skip


async def _painted(press: Press, name: str, game: str, numbers: Numbers) -> Picture:
    say, unit = press.say, SCENES[game].unit
    theme = await theme_for(press.app.store, press.location.guild_id)
    return await press.app.painter.paint(lambda: paint_stats(name, numbers, unit, say, theme))


async def _show_two(press: Press, one: Person, other: Person) -> None:
    say, store = press.say, press.app.store
    first, second = (clean_name(person.display_name) for person in (one, other))
    meetings = await _meetings(press, one.id, other.id)
    values = {"one": f"**{escape(first)}**", "other": f"**{escape(second)}**"}
    heading = say("stats.comparison.heading", **values)
    if not meetings:
        text = say("stats.comparison.none", **values)
        await press.answer(view=comparison_layout(heading, None, text), attachments=[])
        return
    theme = await theme_for(store, press.location.guild_id)
    painted = await press.app.painter.paint(
        lambda: paint_comparison((first, second), meetings, say, theme)
    )
    picture = ("comparison.png", painted)
    layout = comparison_layout(heading, picture, say("stats.comparison.counts"))
    await press.answer(view=layout, attachments=named([picture]))


async def _meetings(press: Press, one: int, other: int) -> list[Meeting]:
    """Return the scores of two people against each other in every game they met in."""
    store, scope = press.app.store, await _scope(press)
    meetings = []
    against = await Tallies(store.database).against(one, other)
    for game in GAMES:
        tally = against.get(game)
        if tally is None:
            continue
        title = press.say(f"game.{game}")
        meeting = Meeting(title, tally.ahead, tally.level, tally.behind)
        if scope.season is not None:
            first = await RatingStore(store.database).standing(one, game, scope.season, None)
            second = await RatingStore(store.database).standing(other, game, scope.season, None)
            meeting = rated_meeting(meeting, first, second)
        meetings.append(meeting)
    return meetings


def rated_meeting(
    meeting: Meeting, first: RatedStanding | None, second: RatedStanding | None
) -> Meeting:
    """Add the ratings of both, as far as they have any."""
    ratings = [None if line is None else line.rating for line in (first, second)]
    one, other = (None if rating is None else rating.shown for rating in ratings)
    doubts = [rating is not None and rating.is_provisional for rating in ratings]
    return replace(meeting, ratings=(one, other), provisional=(doubts[0], doubts[1]))
