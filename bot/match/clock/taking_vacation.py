"""Taking days off, and coming back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot.clock import Clock
from bot.errors import Refused
from bot.match.clock.turns import is_slow
from bot.match.clock.vacations import with_vacations
from bot.match.tables import Tables
from bot.preferences.person import person_settings, set_person
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, Status


class Vacations:
    """Lets people take days off, and come back."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock

    async def take(self, user_id: int, days: int) -> None:
        """Take a number of days off from now on; 0 is to be back. Raises Refused for too many."""
        now = self._clock.now()
        vacation_days = (await person_settings(self._store, user_id)).vacation_days
        after = vacation_days.taken(days, now) if days else vacation_days.ended(now)
        await set_person(self._store, user_id, vacation_days=after)
        for row in await self._store.matches_of(user_id, (Status.PLAYING,)):
            if is_slow(row):
                with suppress(Refused, UnreadableMatch):
                    await self._note(row.id)

    async def _note(self, match_id: MatchId) -> None:
        """Bring up to date who is on vacation at a slow table. Raises Refused."""
        async with self._tables.locked(match_id) as row:
            after = await with_vacations(self._store, row, self._clock.now())
            if after != row:
                await self._tables.store_present(replace(after, version=row.version + 1))
