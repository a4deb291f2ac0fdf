"""The rules of entry to a league's lobbies: each person plays a week once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from bot.clock import Clock
from bot.errors import Refused
from bot.leagues.store import LeagueStore
from bot.leagues.week import FEWEST
from bot.match.locks import Locks
from bot.store import Store
from bot.store.rows import MatchRow


class Entry:
    """Asks the store who has played a week; holds a week while one of its tables begins."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._kept = LeagueStore(store.database)
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
        await self._require_week(row)
        if await self.played(row.series, [user_id]):
            raise Refused("refused.league_played")

    @asynccontextmanager
    async def beginning(self, row: MatchRow) -> AsyncIterator[None]:
        """Hold the week of a lobby while it begins. Raises Refused if it cannot.

        Two tables that begin at once cannot both have the same person, so nobody plays twice.
        """
        async with self.held(row.series):
            await self._require_week(row)
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
        seated = {one.user_id for one in await self._kept.seated(key)}
        return seated.intersection(user_ids) | await self._store.series.marked(key, user_ids)

    async def _require_week(self, row: MatchRow) -> None:
        series = await self._store.series.get(row.series)
        if series is None or series.closed is not None or series.closes <= self._clock.now():
            raise Refused("refused.league_week_over")
