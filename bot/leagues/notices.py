"""A day before the end of a week people of a league who have not played it are told so, once each.

That it was done is stored once the message went out: what a kill in between has told twice is one
message, by its nonce. In quiet hours it waits for their end. Who has left the server is not told.
"""

from __future__ import annotations

import logging
from typing import Protocol

from bot.clock import Clock
from bot.errors import Busy, StageError
from bot.leagues.layouts import nudge_text
from bot.leagues.service import Leagues
from bot.leagues.store import LeagueRow, LeagueStore
from bot.match.calls.notices import Notice, Notices
from bot.preferences.person import PersonSettings, Place
from bot.preferences.server import Feature, server_settings
from bot.store import Store
from bot.store.settings import person_scope
from bot.texts import Texts

BEFORE = 86400.0
"""Seconds before the end of a week from which on people are told."""


log = logging.getLogger(__name__)


class Servers(Protocol):
    """Knows who is in which server: as `DiscordIO` does."""

    async def member(self, guild_id: int, user_id: int) -> object | None:
        """Return a person as a member of a server; None if they are not in it. Raises Busy."""


class Nudges:
    """Tells people that a week ends; of several processes only the leader's."""

    def __init__(
        self, store: Store, leagues: Leagues, servers: Servers, notices: Notices, texts: Texts,
        clock: Clock,
    ) -> None:  # fmt: skip
        self._store = store
        self._league_store = LeagueStore(store.database)
        self._leagues = leagues
        self._servers = servers
        self._notices = notices
        self._texts = texts
        self._clock = clock
        self._next: dict[tuple[int, int], float] = {}
        """By league and week: when there may be somebody to tell."""

    async def catch_up(self) -> None:
        """Tell whoever is due; most calls do nothing. Raises StoreError."""
        for league in await self._league_store.to_do():
            is_on = (await server_settings(self._store, league.guild_id)).has(Feature.LEAGUES)
            if league.ended is None and is_on:
                await self._nudge(league)

    async def _nudge(self, league: LeagueRow) -> None:
        now, week = self._clock.now(), (league.id, league.week)
        if now < self._next.get(week, 0.0):
            return
        series = await self._leagues.series(league)
        if series is None or series.closed is not None or now >= series.closes:
            return
        later = series.closes - BEFORE
        if now >= later:
            later = series.closes
            for user_id in await self._leagues.absent(league):
                later = min(later, await self._tell(league, user_id, series.closes))
        self._next[week] = later

    async def _tell(self, league: LeagueRow, user_id: int, closes: float) -> float:
        """Tell a person, if they want it; return when they may be told, or the end of the week."""
        scope, key, now = person_scope(user_id), f"league {league.id}", self._clock.now()
        stored = await self._store.settings(scope)
        settings = PersonSettings.read(stored)
        wants_it = settings.league_reminder and settings.place is not Place.NOWHERE
        if not wants_it or stored.get(key) == str(league.week):
            return closes
        if (quiet := settings.quiet_left_at(now)) > now:
            return quiet
        say = self._texts.words(settings.locale(league.locale))
        press = ("league:quiet", say("league.button.quiet"))
        notice = Notice(nudge_text(league, closes, say), f"{key} {league.week}", press)
        try:
            if await self._servers.member(league.guild_id, user_id) is None:
                return closes
            if await self._notices.send(user_id, notice) is None:
                return await self._notices.budget.free_at(user_id)
        except Busy:
            return now
        except StageError as error:
            log.info("somebody is not told of the end of a week: %s", error)
        await self._store.set_setting(scope, key, str(league.week))
        return closes
