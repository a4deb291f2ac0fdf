"""How a leaderboard is ranked: by rating, or by wins where a server goes without ratings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeAlias

from bot.discord.press import Press
from bot.match.elsewhere import names_for
from bot.preferences.server import Feature
from bot.ratings.layouts import EVER, HERE, Board, own_line, own_rating
from bot.ratings.rows import Season
from bot.ratings.store import RatingStore
from bot.store import Store
from render.api import Picture, Words
from render.scenes import SCENES
from render.scenes.leaderboard import Heading, Rated, paint_leaderboard, paint_ratings
from render.theme import Theme

Paint: TypeAlias = Callable[[Heading, Words, Theme], Picture]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a leaderboard: how many lines it has, and what paints it under a title."""

    lines: int
    paint: Paint


class Ranking(Protocol):
    """A leaderboard: its lines, and how it is painted and told.

    `guild_id` is the server whose games count, None for all, `at` the one in which it is shown;
    `seasons` is whether the games can be told apart by time.
    """

    @property
    def guild_id(self) -> int | None: ...
    @property
    def seasons(self) -> bool: ...

    async def page(self, limit: int, offset: int, say: Words) -> Page:
        """Return at most `limit` lines, from an offset on."""

    async def own(self, user_id: int, say: Words) -> str:
        """Tell a person where they stand."""

    def season_text(self, say: Words) -> str:
        """Name the season, or what ranks where there are none."""

    def counts(self, where: str, say: Words) -> str:
        """Say what ranks, and which games count; `where` names the place of these."""


@dataclass(frozen=True, slots=True)
class ByWins:
    """The most wins first, of all games ever."""

    store: Store
    game: str
    guild_id: int | None
    at: int | None
    seasons: ClassVar = False

    async def page(self, limit: int, offset: int, say: Words) -> Page:
        found = await self.store.leaderboard(self.game, self.guild_id, limit, offset)
        names = await names_for(self.store, {r.user_id: r.name for r in found}, self.at, say)
        rows = [replace(row, name=names[row.user_id]) for row in found]

        def paint(heading: Heading, say: Words, theme: Theme) -> Picture:
            return paint_leaderboard(heading, rows, self._unit, say, theme)

        return Page(len(rows), paint)

    async def own(self, user_id: int, say: Words) -> str:
        return own_line(await self.store.standing(user_id, self.game, self.guild_id), say)

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

    async def page(self, limit: int, offset: int, say: Words) -> Page:
        ratings = RatingStore(self.store.database)
        found = await ratings.page(self.game, self._number, self.guild_id, limit, offset)
        names = await names_for(self.store, {r.user_id: r.name for r in found}, self.at, say)
        rows = [
            Rated(
                row.place, names[row.user_id], row.rating.shown, row.rating.is_provisional,
                row.wins, row.games,
            )
            for row in found
        ]  # fmt: skip
        return Page(len(rows), lambda heading, say, theme: paint_ratings(heading, rows, say, theme))

    async def own(self, user_id: int, say: Words) -> str:
        ratings = RatingStore(self.store.database)
        return own_rating(
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


async def ranking_of(press: Press, board: Board, locale: str) -> Ranking:
    """Return how a leaderboard is ranked where somebody asks for it, in a language."""
    app, guild_id = press.app, press.location.guild_id
    counted = guild_id if board.where == HERE else None
    if not (await press.server_settings(guild_id)).has(Feature.RATINGS):
        return ByWins(app.store, board.game, counted, guild_id)
    if board.when == EVER:
        return ByRating(app.store, board.game, counted, guild_id, None, ("", ""))
    season = Season.of(app.clock.now())
    months = app.texts.month(locale, season.begins), app.texts.month(locale, season.ends - 1)
    return ByRating(app.store, board.game, counted, guild_id, season, months)
