"""Announcing leagues: that one begins, and the table of each week that is over, each once.

How much was announced is stored after Discord took it; what a kill in between has announced twice
is one message, by its nonce. Where the bot may not write, it tries again for a week; then what it
had to tell is left out: `/league` shows the same.
"""

from __future__ import annotations

import asyncio
from functools import partial

from bot.clock import Clock
from bot.discord.io import named
from bot.discord.outbox import Outbox, Posting
from bot.discord.parts import Pictures
from bot.errors import Barred, Busy, StageError, Unauthorized, Unfit
from bot.leagues.layouts import Over, begun_layout, heading_of, over_layout
from bot.leagues.service import WEEK, Leagues, Week
from bot.leagues.store import LeagueRow, LeagueStore
from bot.match.show.stage import theme_for
from bot.painter import Painter
from bot.preferences.server import Feature, server_settings
from bot.store import Store
from bot.store.errors import others_go_on
from bot.store.rows import SeriesRow, Status
from bot.texts import Texts
from render.api import Words
from render.scenes.league import paint_league, paint_week


class LeagueNews:
    """Ends the weeks that are over, and tells of them in the leagues' channels."""

    def __init__(
        self, store: Store, leagues: Leagues, io: Posting, painter: Painter, texts: Texts,
        clock: Clock,
    ) -> None:  # fmt: skip
        self._store = store
        self._league_store = LeagueStore(store.database)
        self._leagues = leagues
        self._io = io
        self._painter = painter
        self._texts = texts
        self._clock = clock
        self.outbox = Outbox[int]("league", clock)
        """By league."""
        self._one_at_a_time = asyncio.Lock()

    async def begin(self) -> None:
        """End the weeks that are over or outdated before anybody plays on. Raises StoreError."""
        async with self._one_at_a_time:
            await self._end_weeks()

    async def catch_up(self) -> None:
        """Do what is due in all leagues; those of servers that have them off stand still.

        Of several processes the one that leads does, and is told to.
        """
        if not self._store.ownership.leads_or_tells("league"):
            return
        async with self._one_at_a_time:
            off = await self._end_weeks()
            for league in await self._league_store.to_do():
                if league.guild_id not in off and not self.outbox.holds(league.id):
                    with others_go_on("the news of league", league.id):
                        await self._tell(league)

    async def _end_weeks(self) -> set[int]:
        """End the weeks that are over or outdated; return the servers that have leagues off."""
        off = {
            league.guild_id
            for league in await self._league_store.to_do()
            if not (await server_settings(self._store, league.guild_id)).has(Feature.LEAGUES)
        }
        await self._leagues.catch_up(off)
        return off

    async def _tell(self, league: LeagueRow) -> None:
        """Announce what was not, the oldest first; what Discord is too busy for waits."""
        say = self._texts.words(league.locale)
        # The first thing told is that the league begins, so week n is told after n others.
        for week in range(league.told, league.finished + 1):
            post = partial(self._post, league, week, say)
            refused = await self.outbox.send(league.id, league.guild_id, post)
            if refused is not None and not await self._is_given_up(league, week, refused):
                return
            self.outbox.forget(league.id)
            await self._league_store.note_told(league.id, week + 1)

    async def _is_given_up(self, league: LeagueRow, week: int, refused: StageError) -> bool:
        """Return whether what was refused is left out: for good, or since over a week."""
        if isinstance(refused, (Busy, Unauthorized)):
            return False
        if not isinstance(refused, Barred) or isinstance(refused, Unfit):
            return True
        series = await self._leagues.series(league, week) if week else None
        at = league.opened if series is None else series.closed
        return at is None or self._clock.now() - at >= WEEK

    async def _post(self, league: LeagueRow, week: int, say: Words) -> None:
        """Announce the end of a week; with week 0, that the league begins."""
        # What has begun since is told with the newest week only.
        is_newest = week == league.finished and league.ended is None
        follows = await self._leagues.series(league) if is_newest else None
        pictures = await self._pictures(league, week, say) if week else []
        if week:
            layout = over_layout(await self._over(league, week, follows), pictures, say)
        else:
            layout = begun_layout(league, follows, say)
        nonce = f"lg{league.id}-{week}"[-25:]
        await self._io.post(league.channel_id, layout, files=named(pictures), nonce=nonce)

    async def _over(self, league: LeagueRow, week: int, follows: SeriesRow | None) -> Over:
        lines = await self._leagues.league_table(league, week)
        series = await self._leagues.series(league, week)
        seated = await self._league_store.seated(Week(league.id, week).key)
        return Over(
            league, week, [line for line in lines if line.place == 1], follows,
            unfinished=len({one.match_id for one in seated if one.status is Status.CLOSED}),
            why="" if series is None else series.why,
        )  # fmt: skip

    async def _pictures(self, league: LeagueRow, week: int, say: Words) -> Pictures:
        """Paint the table of a week or, at the end of several, of the league; none of nobody.

        Buttons lead to the other.
        """
        theme = await theme_for(self._store, league.guild_id)
        weekly = await self._leagues.week_table(league, week)
        whole = await self._leagues.league_table(league, week)
        is_end = 1 < week == league.week and league.ended is not None and bool(whole)
        heading = heading_of(league, week, say, is_week=not is_end)
        if is_end:
            picture = await self._painter.paint(lambda: paint_league(heading, whole, say, theme))
            return [(f"league-{league.id}.png", picture)]
        if not weekly:
            return []
        picture = await self._painter.paint(lambda: paint_week(heading, weekly, say, theme))
        return [(f"league-{league.id}-week-{week}.png", picture)]
