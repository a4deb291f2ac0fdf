"""The days as they come and go: their deals, fixed a week before, and their end, on the dot.

Nothing here is remembered but in the store, and everything may be done twice.
"""

from __future__ import annotations

import logging

from bot.clock import Clock
from bot.daily.calendar import DAILY, Day
from bot.daily.store import DailyStore
from bot.daily.tries import Try
from bot.errors import Refused
from bot.match.series import UPGRADE, is_current, new_series, versions_of
from bot.match.tables import Tables
from bot.store import Store
from bot.store.errors import StoreError, UnreadableMatch
from bot.store.rows import MatchRow, SeriesRow, Status

log = logging.getLogger(__name__)


class Days:
    """Keeps the series of the days: those to come, the one that is open, those that are over."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._kept = DailyStore(store.database)
        self._tables = tables
        self._clock = clock
        # The day for which all was seen to, and when a try is next, so that most rounds are short.
        self._settled: Day | None = None
        self._due = 0.0

    @property
    def today(self) -> Day:
        """The day it is."""
        return Day.at(self._clock.now())

    async def series(self, day: Day) -> SeriesRow | None:
        """Return the deals of a day; None for one that never had any."""
        return await self._store.series.get(day.key)

    async def closed_early(self) -> list[Day]:
        """Return the days that were closed early."""
        keys = await self._store.series.closed_early(DAILY.key(""))
        return [day for key in keys if (day := Day.of(key)) is not None]

    async def catch_up(self) -> None:
        """Fix the deals of the days to come, and close the days that are over. Raises StoreError.

        A day that is over is closed when nobody may play it on any more: who still does then has
        a stand-in play on for them. Only then is the secret of its deals revealed.
        """
        today, now = self.today, self._clock.now()
        if today != self._settled:
            await self._store.series.add([*map(_new_series, (today, *today.ahead()))])
            for day in (today, *today.ahead()):
                await self._keep_versions(day, today)
        ending, played = await self._store.series.to_close(DAILY.key(""), now), set[str]()
        if ending or today != self._settled or now >= self._due:
            played = await self._see_to_all(now)
        over = [each for each in ending if each.key not in played or not is_current(each)]
        for series in over:
            await self._close(series)
            log.info("%s is over", series.key)
        if over:
            # A try that was begun at the last moment may have been stored only now; no more come.
            await self._see_to_all(now)
        self._settled = today

    async def _keep_versions(self, day: Day, today: Day) -> None:
        """See to it that a day is played as it began, or not at all any more."""
        series = await self.series(day)
        if series is None or series.closed is not None or is_current(series):
            return
        if day != today:
            await self._store.series.pin(day.key, *versions_of(series.game))
            return
        await self._close(series, UPGRADE)
        log.warning("%s is closed early: the house players or the rules have changed", day.key)

    async def _close(self, series: SeriesRow, why: str = "") -> None:
        """Close a day; nobody whose game still goes on has a place."""
        if (day := Day.of(series.key)) is not None:
            await self._kept.settle(day.number)
        await self._store.series.close(series.key, self._clock.now(), why)

    async def _see_to_all(self, now: float) -> set[str]:
        """See to the tries that are under way; return the days with some that are played on."""
        known, played, due = dict[int, SeriesRow | None](), set[str](), [self.today.closes]
        for found in await self._kept.under_way():
            day = Day(found.day)
            if found.day not in known:
                known[found.day] = await self.series(day)
            if await self._see_to(found, known[found.day], is_over=found.until <= now):
                due.append(found.until)
                played |= {day.key} if found.later is None else set()
        self._due = min(due)
        return played

    async def _see_to(self, found: Try, series: SeriesRow | None, *, is_over: bool) -> bool:
        """Do what is to be done about a try that is under way; tell whether it is played on."""
        is_closed = found.later is None and series is not None and series.closed is not None
        if is_closed and series is not None and series.why:
            await self._end(found)
        elif is_over or is_closed:
            await self._give_up(found)
        else:
            return not found.gave_up
        return False

    async def _give_up(self, found: Try) -> None:
        """Have a stand-in finish a try; it counts as it stood."""
        await self._kept.give_up(found.match_id)
        try:
            row = (await self._tables.load(found.match_id)).row
            if not row.members[0].away:
                await self._tables.leave(found.match_id, found.user_id)
        except (Refused, UnreadableMatch) as error:
            log.info("match %s is not played on: %s", found.match_id, error)

    async def _end(self, found: Try) -> None:
        """End a try without a result: nobody plays any more as it began."""
        try:
            await self._tables.close(found.match_id, why=UPGRADE)
        except (Refused, UnreadableMatch) as error:
            log.info("match %s is not ended: %s", found.match_id, error)

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: note that a try was given up."""
        if not DAILY.has(row.series) or row.status is not Status.PLAYING or not row.members[0].away:
            return
        try:
            await self._kept.give_up(row.id)
        except StoreError as error:
            # The move is stored, and whoever made it is told so; the next change notes it.
            log.warning("it is not noted that match %s was given up: %s", row.id, error)


def _new_series(day: Day) -> SeriesRow:
    """Return the deals of a day, with a secret of their own."""
    return new_series(day.key, day.game, day.options, day.opens, day.closes)
