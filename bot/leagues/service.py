"""Leagues of a server: opened, played at each table's own time, and ended week by week.

A week that is over is finished in steps; repeating a step changes nothing: its
series is closed, its tables that still go on are closed without a result, the league goes on to the
next week or ends. Whatever is left undone, by a crash too, is done at the next look.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.clock import Clock
from bot.errors import Refused
from bot.leagues.matchpoints import WeekLine, league_table, week_table
from bot.leagues.store import LeagueRow, LeagueStore, Seated, keys_of
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.cache import Locks
from bot.match.table.kind import UPGRADE, Kind, is_current, new_series
from bot.match.table.season import SeasonLine
from bot.match.table.tables import Tables
from bot.preferences.hours import Weekly
from bot.store import Store
from bot.store.errors import UnreadableMatch, others_go_on
from bot.store.rows import LIVE, Location, MatchRow, Member, ResultRow, SeriesRow, Status, Terms
from engine.games import GAMES

SEATS = 3
"""How many seats every table of a league has, so that the same cards go to the same seats."""

FEWEST = 2
"""How many people a table of a league takes at least; a house player sits in a free seat."""

LEAGUE = Kind(
    "league",
    shares_deals=True,
    is_veiled=True,
    seats=SEATS,
    people=FEWEST,
    crowd=2 * SEATS,
    shut="refused.league_not_open",
)
"""The kind of a table of a league."""

LEVEL = "hard"
"""The level of that house player."""

WEEK = 7 * 86400.0
"""Seconds from the beginning of a week to its end."""

LEAST = 3 * 86400.0
"""Seconds that a week lasts at least: the first one, or one after a long time off, is shorter or
longer than the others."""

LATE = 86400.0
"""Seconds after which a week that nobody could end in time no longer shortens the next one."""

LENGTHS = (0, 4, 8)
"""How many weeks a new league may have: 0 for no end, which is usual, or a month or two."""

SEASONS = {4: 3, 8: 6}
"""How many weeks a season may have, and how many of each person count: their best ones."""

ENDED = "league_ended"
"""Why a week was closed early whose league was ended."""

EMPTY = 2
"""A league without an end ends after this many weeks in which nobody finished a game, and no
season follows then."""

RECENT = 3
"""Who played none of so many weeks is not in a league any more, and not told that one ends."""

_KEY = re.compile("league ([0-9]{1,18}) ([0-9]{1,9})")


class Week(NamedTuple):
    """A week of a league, by their numbers from 1."""

    league: int
    week: int

    @property
    def key(self) -> str:
        """The key of its series.

        >>> Week(7, 3).key, week_of("league 7 3")
        ('league 7 3', Week(league=7, week=3))
        """
        return f"{keys_of(self.league)}{self.week}"


def week_of(series: str) -> Week | None:
    """Return the week whose series has this key; None for any other key, and for ""."""
    found = _KEY.fullmatch(series)
    return None if found is None else Week(int(found[1]), int(found[2]))


def can_have(game: str) -> bool:
    """Return whether a game can be played by as many as a table of a league has."""
    return game in GAMES and SEATS in GAMES[game].info.seats


def with_series(row: MatchRow, series: SeriesRow) -> MatchRow:
    """Return a new lobby with the deals of a series in place of its own, and a league's terms."""
    return replace(
        row, series=series.key, secret=series.secret, options=dict(series.options),
        rules_version=series.rules_version,
        terms=replace(row.terms, hints=False, fast=False, level=LEVEL),
    )  # fmt: skip


def next_week(series: SeriesRow, now: float) -> float:
    """Return when the week after this one begins: as this one was to end, if that was just now."""
    return series.closes if 0 <= now - series.closes < LATE else now


def closing(league: LeagueRow, opens: float) -> float:
    """Return when a week of a league ends that begins at a moment."""
    return Weekly.read(league.ends).after(opens + LEAST) if league.ends else opens + WEEK


# The service.

# The rules of entry to a league's lobbies: each person plays a week once.


class Entry:
    """Asks the store who has played a week; holds a week while one of its tables begins."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._league_store = LeagueStore(store.database)
        self._clock = clock
        self._locks = Locks[str]()

    @asynccontextmanager
    async def held(self, key: str) -> AsyncIterator[None]:
        """Lock a series: no other task or process can start one of its tables until then."""
        # The lock keeps out tasks of this process, which hold the same name: then other processes.
        async with self._locks[key], self._store.ownership.held(key):
            yield

    async def require_open(self, row: MatchRow, user_id: int) -> None:
        """Raise Refused if a person cannot play the deals of a lobby, or cannot any more."""
        await self.open_week(row.series, user_id)

    async def open_week(self, key: str, user_id: int) -> SeriesRow:
        """Return a week that a person can play, by the key of its series. Raises Refused."""
        series = await self._require_week(key)
        if await self.played(key, [user_id]):
            raise Refused("refused.league_played")
        return series

    @asynccontextmanager
    async def beginning(self, row: MatchRow) -> AsyncIterator[None]:
        """Hold the week of a lobby while it begins. Raises Refused if it cannot.

        Two tables that begin at once cannot both have the same person, so nobody plays twice.
        """
        async with self.held(row.series):
            await self._require_week(row.series)
            people = [member for member in row.members if member.user_id is not None]
            if len(people) < FEWEST:
                raise Refused("refused.league_pair", least=FEWEST)
            played = await self.played(row.series, [int(member.key) for member in people])
            for member in people:
                if member.user_id in played:
                    raise Refused("refused.league_played_by", name=member.name)
            yield

    async def played(self, key: str, user_ids: Collection[int]) -> set[int]:
        """Return those of these people that have played a series, deleted data or not."""
        seated = {one.user_id for one in await self._league_store.seated(key)}
        return seated.intersection(user_ids) | await self._store.series.marked(key, user_ids)

    async def _require_week(self, key: str) -> SeriesRow:
        series = await self._store.series.get(key)
        if series is None or series.closed is not None or series.closes <= self._clock.now():
            raise Refused("refused.league_week_over")
        return series


log = logging.getLogger(__name__)


class Leagues:
    """Opens leagues and their tables, ends weeks. Raises Refused and StoreErrors."""

    def __init__(self, store: Store, tables: Tables, lobbies: Lobbies, clock: Clock) -> None:
        self._store = store
        self._league_store = LeagueStore(store.database)
        self._tables = tables
        self._lobbies = lobbies
        self._entry = lobbies.entries[LEAGUE.name] = Entry(store, clock)
        self._clock = clock

    async def open(  # noqa: PLR0913 - each a field of the row, by name
        self, game: str, guild_id: int, channel_id: int, *, weeks: int, locale: str,
        ends: str = "", counted: int = 0,
    ) -> LeagueRow:  # fmt: skip
        """Open a league of a number of weeks (0: without an end); the first begins at once.

        They end at the time of the week that `ends` spells, the first one in three to ten days.
        Where the best `counted` weeks count it is a season, and the next one follows.
        """
        if game not in GAMES:
            raise Refused("refused.no_game")
        if not can_have(game):
            raise Refused("lacks.league")
        options: dict[str, object] = {
            option.key: option.default for option in GAMES[game].info.options
        }
        new = LeagueRow(
            0, guild_id, channel_id, game, options, locale, self._clock.now(), weeks, ends=ends,
            counted=counted,
        )  # fmt: skip
        league = await self._league_store.open(new)
        if league is None:
            raise Refused("refused.league_runs")
        await self._begin_week(league, league.week, league.opened)
        return league

    async def play(
        self, league: LeagueRow, opener: Member, at: Location, *, message_id: int | None,
        terms: Terms,
    ) -> MatchRow:  # fmt: skip
        """Open a lobby with the deals of a league's week, the opener in it."""
        series = await self.require_week(league, int(opener.key))
        return await self._lobbies.open(
            league.game, opener, at, locale=league.locale, message_id=message_id, terms=terms,
            prepared=partial(with_series, series=series),
        )  # fmt: skip

    async def require_week(self, league: LeagueRow, user_id: int) -> SeriesRow:
        """Return the week of a league that a person can play now. Raises Refused.

        Who sits in a lobby of it already is told where.
        """
        if league.ended is not None:
            raise Refused("refused.league_over")
        series = await self._entry.open_week(Week(league.id, league.week).key, user_id)
        for row in await self._store.matches_of(user_id, (Status.LOBBY,)):
            if row.series == series.key:
                raise Refused("refused.league_lobby", channel=f"<#{row.channel_id}>")
        return series

    async def has_played(self, league: LeagueRow, user_id: int) -> bool:
        """Return whether a person has played the latest week of a league."""
        return bool(await self._entry.played(Week(league.id, league.week).key, [user_id]))

    async def series(self, league: LeagueRow, week: int | None = None) -> SeriesRow | None:
        """Return the series of a week of a league, or of the latest one."""
        return await self._store.series.get(Week(league.id, week or league.week).key)

    async def who(self, league: LeagueRow) -> list[Seated]:
        """Return everybody seated at a table of the latest week."""
        return await self._league_store.seated(Week(league.id, league.week).key)

    async def absent(self, league: LeagueRow) -> list[int]:
        """Return who finished a game in one of the weeks before, and has not begun this one's."""
        weeks = range(max(1, league.week - RECENT), league.week)
        before = [await self._league_store.seated(Week(league.id, week).key) for week in weeks]
        there = {one.user_id for one in await self.who(league)}
        played = {one.user_id for week in before for one in week if one.status is Status.OVER}
        return sorted(played - there)

    async def week_table(self, league: LeagueRow, week: int) -> tuple[WeekLine, ...]:
        """Return the table of a week. Raises Refused for one that is not over."""
        if not 1 <= week <= league.finished:
            raise Refused("refused.withheld")
        played = await self._played(league, [week])
        return await asyncio.to_thread(week_table, played[week])

    async def league_table(self, league: LeagueRow, week: int) -> tuple[SeasonLine, ...]:
        """Return the table of a league after a week; () after none."""
        played = await self._played(league, range(1, min(week, league.finished) + 1))
        return await asyncio.to_thread(league_table, played, league.counted)

    async def end(self, league_id: int) -> LeagueRow:
        """End a league now: its week is over at once. Raises Refused if it has ended.

        Of two who end it at the same time one is refused.
        """
        league = await self._league_store.get(league_id)
        if league is None or league.ended is not None:
            raise Refused("refused.league_over")
        if not await self._finish(league, ENDED):
            return await self.end(league_id)  # its week was over, or it was, at this moment
        return await self._league_store.get(league_id) or league

    async def catch_up(self, off: Iterable[int] = ()) -> None:
        """End the weeks that are over; raises StoreErrors.

        In servers that have leagues off they are closed, and the leagues stand still.
        """
        still = set(off)
        for league in await self._league_store.to_do():
            if league.ended is not None:
                continue
            with others_go_on("league", league.id):
                await (self._stand if league.guild_id in still else self._catch_up)(league)

    async def _catch_up(self, league: LeagueRow) -> None:
        series = await self.series(league)
        if series is None:
            # Killed between the league and its week, or between two weeks.
            before = await self.series(league, league.week - 1) if league.week > 1 else None
            now = self._clock.now()
            opens = league.opened if before is None else next_week(before, now)
            await self._begin_week(league, league.week, opens)
        elif series.closed is not None or series.closes <= self._clock.now():
            await self._finish(league)
        elif not is_current(series):
            await self._finish(league, UPGRADE)

    async def _stand(self, league: LeagueRow) -> None:
        """Close a week that is over: what it withheld is not withheld for good."""
        series = await self.series(league)
        if series is not None and series.closed is None and series.closes <= self._clock.now():
            await self._close_week(league)

    async def _begin_week(self, league: LeagueRow, week: int, opens: float) -> None:
        key = Week(league.id, week).key
        closes = closing(league, opens)
        series = new_series(key, league.game, league.options, opens, closes)
        await self._store.series.add([series])

    async def _finish(self, league: LeagueRow, why: str = "") -> bool:
        """Finish the week of a league, and the league if nothing is to follow.

        `why` is set if it is closed early. Return False if the week was finished before.
        """
        await self._close_week(league, why)
        now = self._clock.now()
        series = await self.series(league)
        reasons = (why, "" if series is None else series.why)
        is_given_up = ENDED in reasons or await self._is_empty(league)
        is_last = bool(league.weeks) and league.week >= league.weeks
        ended = now if is_given_up or is_last else None
        opens = now if series is None else next_week(series, now)
        follows = None
        if ended is not None and league.counted and not is_given_up:
            follows = replace(league, opened=opens, week=1, told=0)
        if not await self._league_store.week_over(league.id, league.week, ended, follows):
            return False
        if ended is None:
            await self._begin_week(league, league.week + 1, opens)
        elif follows is not None:
            here = await self._league_store.of_server(league.guild_id)
            new = next(one for one in here if one.game == league.game and one.ended is None)
            await self._begin_week(new, 1, opens)
        return True

    async def _close_week(self, league: LeagueRow, why: str = "") -> None:
        """Close the series of the week of a league, and its tables that still go on."""
        key = Week(league.id, league.week).key
        async with self._entry.held(key):
            await self._store.series.close(key, self._clock.now(), why)
        for found in await self._store.series.matches(key):
            if isinstance(found, MatchRow) and found.status in LIVE:
                await self._close(found)

    async def _close(self, row: MatchRow) -> None:
        """Close a table of a week that is over; one that cannot be read stays as it is."""
        try:
            if row.status is Status.LOBBY:
                await self._lobbies.close(row.id, 0, moderator=True)
            else:
                await self._tables.close(row.id, why="week")
        except (Refused, UnreadableMatch) as error:
            log.info("match %s of a week that is over: %s", row.id, error)

    async def _is_empty(self, league: LeagueRow) -> bool:
        """Return whether nobody finished a game in the latest weeks of one that has no end."""
        if (league.weeks and not league.counted) or league.week < EMPTY:
            return False
        weeks = range(league.week - EMPTY + 1, league.week + 1)
        return not any((await self._played(league, weeks)).values())

    async def _played(self, league: LeagueRow, weeks: Sequence[int]) -> dict[int, list[ResultRow]]:
        keys = {Week(league.id, week).key: week for week in weeks}
        found = await self._store.series.results(keys)
        return {week: found.get(key, []) for key, week in keys.items()}
