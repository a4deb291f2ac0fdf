"""The leaderboard of a game, how it is ranked, a person's page, and two people side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

import discord

from bot.discord.io import named
from bot.discord.names import bold, clean_name, escape
from bot.discord.parts import home_button, page_row
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.show.looks import Asked, facts_of
from bot.match.show.stage import theme_for
from bot.match.table.names import names_for
from bot.preferences.server import Feature
from bot.ratings import layouts
from bot.ratings.rules import RatedStanding, Season, games_left
from bot.ratings.store import Point, RatingStore
from bot.skill import Rating, reset
from bot.store import Store
from bot.texts import by_ear
from engine.games import GAMES
from render.api import Picture, Words
from render.scenes import SCENES
from render.scenes.comparison import Meeting, paint_comparison
from render.scenes.leaderboard import Heading, Rated, paint_leaderboard, paint_ratings, rows_shown
from render.scenes.stats import MOST_RATED, GameLine, Page, Rise, paint_stats
from render.theme import Theme

# How a leaderboard is ranked: by rating, or by wins where a server goes without ratings.

Paint: TypeAlias = Callable[[Heading, Words, Theme], Picture]


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A page of a leaderboard: how many lines it has, and what paints it under a title."""

    lines: int
    paint: Paint


@dataclass(frozen=True, slots=True)
class ByWins:
    """The most wins first, of all games ever."""

    store: Store
    game: str
    guild_id: int | None
    at: int | None
    seasons: ClassVar = False

    async def page(self, limit: int, offset: int, say: Words) -> RankingPage:
        found = await self.store.leaderboard(self.game, self.guild_id, limit, offset)
        names = await names_for(self.store, {r.user_id: r.name for r in found}, self.at, say)
        rows = [replace(row, name=names[row.user_id]) for row in found]

        def paint(heading: Heading, say: Words, theme: Theme) -> Picture:
            return paint_leaderboard(heading, rows, self._unit, say, theme)

        return RankingPage(len(rows), paint)

    async def standing_text(self, user_id: int, say: Words) -> str:
        return layouts.wins_standing_text(
            await self.store.standing(user_id, self.game, self.guild_id), say
        )

    def season_text(self, say: Words) -> str:
        return say("leaderboard.by_wins")

    def counts(self, where: str, say: Words) -> str:
        per = say(f"picture.column.average.{self._unit}")
        return say("leaderboard.counts", where=where, per=per)

    @property
    def _unit(self) -> str:
        return SCENES[self.game].unit


@dataclass(frozen=True, slots=True)
class ByRating:
    """The highest rating first, of a season or, for None, ever; then those still provisional.

    `months` are the first and the last month of the season, in words.
    """

    store: Store
    game: str
    guild_id: int | None
    at: int | None
    season: Season | None
    months: tuple[str, str]
    seasons: ClassVar = True

    async def page(self, limit: int, offset: int, say: Words) -> RankingPage:
        ratings = RatingStore(self.store.database)
        found = await ratings.page(self.game, self._number, self.guild_id, limit, offset)
        names = await names_for(self.store, {r.user_id: r.name for r in found}, self.at, say)
        rows = [
            Rated(
                row.place, names[row.user_id], row.rating.points, row.rating.is_provisional,
                row.wins, row.games,
            )
            for row in found
        ]  # fmt: skip
        return RankingPage(
            len(rows), lambda heading, say, theme: paint_ratings(heading, rows, say, theme)
        )

    async def standing_text(self, user_id: int, say: Words) -> str:
        ratings = RatingStore(self.store.database)
        return layouts.rating_standing_text(
            await ratings.standing(user_id, self.game, self._number, self.guild_id), say
        )

    def season_text(self, say: Words) -> str:
        if self.season is None:
            return say("leaderboard.choice.ever")
        first, last = self.months
        return say("leaderboard.season", first=first, last=last, year=self.season.year)

    def counts(self, where: str, say: Words) -> str:
        return say("leaderboard.counts.rating", where=where)

    @property
    def _number(self) -> int | None:
        return None if self.season is None else self.season.number


Ranking: TypeAlias = ByWins | ByRating
"""A leaderboard: a `page` of it and how it is painted, and how it is told.

`guild_id` is the server whose games count, None for all, `at` the one in which it is shown;
`seasons` is whether the games can be told apart by time.
"""


async def ranking_of(press: Press, board: layouts.Board, locale: str) -> Ranking:
    """Return how a leaderboard is ranked where somebody asks for it, in a language."""
    app, guild_id = press.app, press.location.guild_id
    counted = guild_id if board.where == layouts.HERE else None
    if not (await press.server_settings(guild_id)).has(Feature.RATINGS):
        return ByWins(app.store, board.game, counted, guild_id)
    if board.when == layouts.EVER:
        return ByRating(app.store, board.game, counted, guild_id, None, ("", ""))
    season = Season.of(app.clock.now())
    months = app.texts.month(locale, season.begins), app.texts.month(locale, season.ends - 1)
    return ByRating(app.store, board.game, counted, guild_id, season, months)


# The leaderboard of a game.


async def leaderboard(press: Press, game: str, where: str, when: str) -> None:
    """Show the first page to everybody, and privately to the one who asks where they stand."""
    board = layouts.Board(game, where, when)
    if await _show(press, board, is_private=False):
        ranking = await ranking_of(press, board, press.locale)
        await press.private(await ranking.standing_text(press.user_id, press.say))


async def own_leaderboard(press: Press, game: str) -> None:
    """Open the leaderboard of this server for one person."""
    await _show(press, layouts.Board(game, layouts.HERE, layouts.SEASON), is_private=True)


async def switch_leaderboard(press: Press, game: str, where: str, when: str, page: int) -> None:
    """Show other games, another time or another page, counted from 1; page 0 is page 1."""
    await _show(
        press, layouts.Board(game, where, when, max(1, page)), is_private=press.is_in_private
    )


async def _show(press: Press, board: layouts.Board, *, is_private: bool) -> bool:
    """Show a page of a leaderboard; return whether anybody is on it.

    One that `is_private` says where the one who asks stands, too. Where there is no
    server, all games count. A page behind the last is the first. Raises Refused for a game that is
    gone.
    """
    if board.game not in GAMES:
        raise Refused("refused.no_game")
    if board.where not in (layouts.HERE, layouts.EVERYWHERE) or board.when not in (
        layouts.SEASON,
        layouts.EVER,
    ):
        raise Refused("refused.malformed")
    locale = press.locale if is_private else await press.locale_of_all()
    say, ranking = press.app.texts.words(locale), await ranking_of(press, board, locale)
    theme = await theme_for(
        press.app.store, press.location.guild_id, press.user_id if is_private else None
    )
    # One more than is shown tells whether there is another page.
    shown = rows_shown(theme)
    page = await ranking.page(shown + 1, shown * (board.page - 1), say)
    if not page.lines and board.page > 1:
        board = replace(board, page=1)
        page = await ranking.page(shown + 1, 0, say)
    heading = Heading(say(f"game.{board.game}"), ranking.season_text(say))
    where = _place(press, ranking, say)
    switching = layouts.switches(
        board, say, in_server=press.location.guild_id is not None,
        seasons=ranking.seasons,
    )  # fmt: skip
    if not page.lines:
        await press.answer(
            view=layouts.empty_layout(board.game, heading, where, switching, say), attachments=[]
        )
        return False
    painted = await press.app.painter.paint(lambda: page.paint(heading, say, theme))
    picture = (f"leaderboard-{board.game}-{board.page}.png", painted)
    lines = [await ranking.standing_text(press.user_id, say)] if is_private else []
    turning = page_row(board.turned, board.page, more=page.lines > shown, say=say)
    words = "\n".join([*lines, ranking.counts(escape(where), say)])
    layout = layouts.leaderboard_layout(heading, picture, words, [*switching, *turning], say)
    await press.answer(view=layout, attachments=named([picture]))
    return True


def _place(press: Press, ranking: Ranking, say: Words) -> str:
    """Name the server whose games count, or everywhere."""
    if ranking.guild_id is None:
        return say("leaderboard.everywhere")
    guild = press.interaction.guild
    return say("hand.somewhere") if guild is None else clean_name(guild.name)


# A person's page, and two people side by side.

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
        layout = layouts.stats_layout(heading, None, none, leading)
        await press.answer(view=layout, attachments=[])
        return
    told = layouts.facts_text(facts, say)
    if not lines:
        layout = layouts.stats_layout(heading, None, f"{told}\n{none}", leading)
        await press.answer(view=layout, attachments=[])
        return
    page = Page(name, [*lines.values()], _rise(press, points, [*lines]))
    theme = await theme_for(app.store, guild_id, press.user_id)
    picture = ("stats-page.png", await app.painter.paint(lambda: paint_stats(page, say, theme)))
    is_unsure = not by_ear(say) and any(line.provisional for line in page.lines)
    footer = [
        told, await _here(press, person.id, page),
        say("stats.provisional") if is_unsure else "", say("stats.counts"),
    ]  # fmt: skip
    layout = layouts.stats_layout(heading, picture, "\n".join(filter(None, footer)), leading)
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
        line = GameLine(say(f"game.{game}"), own.games, own.wins, place, told)
        rated = [point for point in points if point.game == game]
        found[game] = await _rated(press, user_id, line, rated) if is_rated else line
    return found


async def _rated(press: Press, user_id: int, line: GameLine, points: Sequence[Point]) -> GameLine:
    """Add a person's rating in a game, its last change, and their place here or the way to it."""
    if not points:
        return replace(line, place=None, way=press.say("stats.no_place"))
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
    place = None if here is None else here.place
    if place is not None:
        told = say("stats.place", place=place)
    elif rating.is_provisional:
        told = say("stats.place.until", n=games_left(came, last.rating))
    else:
        told = say("stats.no_place")
    return replace(
        line, place=place, way=told, rating=last.rating.points,
        provisional=last.rating.is_provisional, gain=last.rating.points - came.points,
    )  # fmt: skip


def _rise(press: Press, points: Sequence[Point], games: Sequence[str]) -> Rise | None:
    """Return how a person's ratings went in the games that are told of; None before any line."""
    shown = [point for point in points if point.game in games][-MOST_RATED:]
    if len(shown) == len({point.game for point in shown}):
        return None
    locale, texts = press.locale, press.app.texts
    days = texts.day(locale, shown[0].at), texts.day(locale, shown[-1].at)
    seasons = [point.change.season for point in shown]
    breaks = [i for i in range(1, len(shown)) if seasons[i] != seasons[i - 1]]
    return Rise([(games.index(one.game), one.change.rating.points) for one in shown], breaks, days)


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
        await press.answer(view=layouts.stats_layout(heading, None, text), attachments=[])
        return
    theme = await theme_for(store, press.location.guild_id, press.user_id)
    painted = await press.app.painter.paint(
        lambda: paint_comparison((first, second), meetings, say, theme)
    )
    picture = ("comparison.png", painted)
    footer = [say("stats.comparison.counts")]
    are_seen = not theme.is_large and not by_ear(say)
    if are_seen and any(meeting.is_rated for meeting in meetings):
        footer.append(say("stats.comparison.ratings"))
    layout = layouts.stats_layout(heading, picture, " ".join(footer))
    await press.answer(view=layout, attachments=named([picture]))


async def _meetings(press: Press, one: int, other: int) -> list[Meeting]:
    """Return the scores of two people against each other in every game they met in."""
    store, meetings = press.app.store, []
    settings = await press.server_settings(press.location.guild_id)
    season = Season.of(press.app.clock.now()).number if settings.has(Feature.RATINGS) else None
    against = await RatingStore(store.database).against(one, other)
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
    one, other = (None if rating is None else rating.points for rating in ratings)
    doubts = [rating is not None and rating.is_provisional for rating in ratings]
    return replace(meeting, ratings=(one, other), provisional=(doubts[0], doubts[1]))
