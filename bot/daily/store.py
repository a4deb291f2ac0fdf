"""Who played which daily and how it came out, as the bot asks for it."""

from __future__ import annotations

from bot.daily import tries
from bot.daily.tries import Counts, Try, TryResult
from bot.store.database import Database
from bot.store.rows import MatchId, MatchRow


class DailyStore:
    """The part of the store about dailies. All methods raise StoreError when they cannot."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, found: Try, row: MatchRow) -> tuple[Try, bool] | None:
        """Store the first try of a person on a day, with its match; tell whether it is this one.

        The `match_id` given counts for nothing. None once the day is closed, or should be.
        """
        return await self._database.write(tries.begin, found, row)

    async def of(self, day: int, user_id: int) -> Try | None:
        """Return a person's try of a day."""
        return await self._database.read(tries.of, day, user_id)

    async def under_way(self) -> list[Try]:
        """Return the tries whose matches are being played, the oldest first."""
        return await self._database.read(tries.under_way)

    async def give_up(self, match_id: MatchId) -> None:
        """Note that a stand-in plays a try to its end."""
        await self._database.write(tries.give_up, match_id)

    async def result(self, day: int, user_id: int) -> TryResult | None:
        """Return what a person's try of a day came to; None before its end."""
        return await self._database.read(tries.result, day, user_id)

    async def best(self, day: int, guild_id: int | None) -> TryResult | None:
        """Return the best try of a day, of a server or (None) of all; of equals the first begun.

        Those that were given up are left out.
        """
        return await self._database.read(tries.best, day, guild_id)

    async def counts(self, day: int, lead: int, guild_id: int | None) -> Counts:
        """Count the tries of a day that were played out, of a server or (None) of all."""
        return await self._database.read(tries.counts, day, lead, guild_id)

    async def days_played(self, user_id: int, most: int) -> list[int]:
        """Return the days that a person has played to the end, the newest first."""
        return await self._database.read(tries.days_played, user_id, most)

    async def seen_in(self, day: int, user_id: int, guild_id: int) -> None:
        """Note that a person looked at a day's daily in a server: their try counts there too."""
        await self._database.write(tries.seen_in, day, user_id, guild_id)

    async def forget_places(self, before: int) -> None:
        """Forget in which servers people looked at the dailies of before a day."""
        await self._database.write(tries.forget_places, before)
