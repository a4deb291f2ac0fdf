"""A person's page, and two people side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import discord

from bot.discord.controls import home_button
from bot.discord.io import named
from bot.discord.names import bold, clean_name
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.show.look import theme_for
from bot.match.show.profile import Asked, facts_of
from bot.preferences.server import Feature
from bot.ratings.layouts import stats_layout
from bot.ratings.rows import RatedStanding, Season
from bot.ratings.store import Point, RatingStore
from bot.ratings.tallies import Tallies
from bot.skill import Rating, reset
from engine.games import GAMES
from render.scenes.comparison import Meeting, paint_comparison
from render.scenes.stats import MOST_RATED, GameLine, Page, Rise, paint_stats

Person: TypeAlias = discord.User | discord.Member


async def stats(press: Press, person: Person, other: Person | None = None) -> None:
    """Show a person's page in the asker's language, or two people side by side."""
    for one in (person, *([] if other is None else [other])):
        if not isinstance(one, (discord.User, discord.Member)):
            raise Refused("refused.malformed")
    if other is None or other.id == person.id:
        await _show_one(press, person)
    else:
        await _show_two(press, person, other)


async def own_stats(press: Press) -> None:
    """Show their page to the one who presses."""
    await stats(press, press.interaction.user)


async def _show_one(press: Press, person: Person) -> None:
    app, say, name = press.app, press.say, clean_name(person.display_name)
    guild_id = press.location.guild_id
    settings = await press.server_settings(guild_id)
    is_rated = settings.has(Feature.RATINGS)
    own, named_so = person.id == press.user_id, bold(name)
    heading = say("stats.heading_own") if own else say("title.name", name=named_so)
    points = await RatingStore(app.store.database).history(person.id) if is_rated else []
    lines = await _lines(press, person.id, points, is_rated=is_rated)
    facts = await facts_of(Asked(app, person.id, press.user_id, guild_id, settings, say))
    none = say("stats.none_own") if own else say("stats.none", name=named_so)
    leading = [home_button(say)] if own else []
    if not lines and not facts:
        layout = stats_layout(heading, None, none, leading)
        await press.answer(view=layout, attachments=[])
        return
    page = Page(name, [*lines.values()], facts, _rise(press, points, [*lines]))
    theme = await theme_for(app.store, guild_id, press.user_id)
    picture = ("stats-page.png", await app.painter.paint(lambda: paint_stats(page, say, theme)))
    footer = [await _here(press, person.id, page), say("stats.counts") if lines else none]
    layout = stats_layout(heading, picture, "\n".join(filter(None, footer)), leading)
    await press.answer(view=layout, attachments=named([picture]))


async def _lines(
    press: Press, user_id: int, points: Sequence[Point], *, is_rated: bool
) -> dict[str, GameLine]:
    """Return what is told of each game that somebody has finished, everywhere."""
    found = {}
    for game in GAMES:
        own = await press.app.store.standing(user_id, game, None)
        if own is None:
            continue
        place, say = own.place, press.say
        told = say("stats.no_place") if place is None else say("stats.place", place=place)
        line = GameLine(say(f"game.{game}"), own.games, own.wins, told)
        rated = [point for point in points if point.game == game]
        found[game] = await _rated(press, user_id, line, rated) if is_rated else line
    return found


async def _rated(press: Press, user_id: int, line: GameLine, points: Sequence[Point]) -> GameLine:
    """Add a person's rating in a game, its last change, and their place here or the way to it."""
    if not points:
        return replace(line, place=press.say("stats.no_place"))
    game, _, last = points[-1]
    came = Rating()
    if len(points) > 1:
        before = points[-2].change
        came = reset(before.rating, last.season - before.season)
    season, guild_id = Season.of(press.app.clock.now()).number, press.location.guild_id
    store, say = RatingStore(press.app.store.database), press.say
    here = await store.standing(user_id, game, season, guild_id)
    here = here or await store.standing(user_id, game, season, None)
    rating = last.rating if here is None else here.rating
    if here is not None and here.place is not None:
        told = say("stats.place", place=here.place)
    else:
        told = say("stats.place.until" if rating.is_provisional else "stats.no_place")
    return replace(
        line, place=told, rating=last.rating.shown, provisional=last.rating.is_provisional,
        gain=last.rating.shown - came.shown,
    )  # fmt: skip


def _rise(press: Press, points: Sequence[Point], games: Sequence[str]) -> Rise | None:
    """Return how a person's ratings went in the games that are told of; None before the second."""
    shown = [point for point in points if point.game in games][-MOST_RATED:]
    if len(shown) < 2:
        return None
    locale, texts = press.locale, press.app.texts
    days = texts.day(locale, shown[0].at), texts.day(locale, shown[-1].at)
    seasons = [point.change.season for point in shown]
    breaks = [i for i in range(1, len(shown)) if seasons[i] != seasons[i - 1]]
    return Rise([(games.index(one.game), one.change.rating.shown) for one in shown], breaks, days)


async def _here(press: Press, user_id: int, page: Page) -> str:
    """Say how many of the games were on this server, if not all of them were."""
    guild_id = press.location.guild_id
    if guild_id is None:
        return ""
    store = press.app.store
    found = [await store.standing(user_id, game, guild_id) for game in GAMES]
    here = sum(line.games for line in found if line is not None)
    return "" if here == page.games else press.say("stats.here", n=here)


async def _show_two(press: Press, one: Person, other: Person) -> None:
    say, store = press.say, press.app.store
    first, second = (clean_name(person.display_name) for person in (one, other))
    meetings = await _meetings(press, one.id, other.id)
    values = {"one": bold(first), "other": bold(second)}
    heading = say("stats.comparison.heading", **values)
    if not meetings:
        text = say("stats.comparison.none", **values)
        await press.answer(view=stats_layout(heading, None, text), attachments=[])
        return
    theme = await theme_for(store, press.location.guild_id, press.user_id)
    painted = await press.app.painter.paint(
        lambda: paint_comparison((first, second), meetings, say, theme)
    )
    picture = ("comparison.png", painted)
    layout = stats_layout(heading, picture, say("stats.comparison.counts"))
    await press.answer(view=layout, attachments=named([picture]))


async def _meetings(press: Press, one: int, other: int) -> list[Meeting]:
    """Return the scores of two people against each other in every game they met in."""
    store, meetings = press.app.store, []
    settings = await press.server_settings(press.location.guild_id)
    season = Season.of(press.app.clock.now()).number if settings.has(Feature.RATINGS) else None
    against = await Tallies(store.database).against(one, other)
    for game in GAMES:
        tally = against.get(game)
        if tally is None:
            continue
        title = press.say(f"game.{game}")
        meeting = Meeting(title, tally.ahead, tally.level, tally.behind)
        if season is not None:
            first = await RatingStore(store.database).standing(one, game, season, None)
            second = await RatingStore(store.database).standing(other, game, season, None)
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
