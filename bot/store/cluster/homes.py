"""Homes: which process looks after a match, where several share a database.

A match is looked after by the process that its row names, as long as that is alive. The process
alone runs the match's clock and house players and shows it; to move in it any process may. Where
one process has the database for itself, everything is at home there, and nothing is asked.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.store.cluster.home_rows import adopt, is_free, seize, take
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow

if TYPE_CHECKING:
    from bot.store.cluster.processes import Processes
    from bot.store.database import Database

log = logging.getLogger(__name__)

MATCHES_A_TAKEOVER = 200
"""How many matches are taken over in one transaction."""


class Homes:
    """The matches that this process looks after. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database, processes: Processes) -> None:
        self._database = database
        self._processes = processes
        self._held: set[MatchId] = set()
        self.unwound: set[MatchId] = set()
        """Matches that `own` took and that nobody looked after: their clocks are to be wound."""

    @property
    def process(self) -> str | None:
        """The name of the process, as a match has it; None where no match needs one."""
        return self._processes.name if self._processes.takes_part else None

    def has(self, match_id: MatchId) -> bool:
        """Return whether this process looks after a match, and nobody else may yet."""
        if not self._processes.takes_part:
            return True
        return match_id in self._held and self._processes.is_alive

    async def take(self, match_id: MatchId) -> bool:
        """Look after a match unless another process that is alive does; tell whether it is so."""
        name = self._processes.name
        if not self.has(match_id) and await self._database.read(is_free, match_id, name):
            self._held |= await self._database.write(take, [match_id], name)
        return self.has(match_id)

    async def seize(self, match_id: MatchId) -> bool:
        """Look after a match from now on, whoever did; tell whether it is so."""
        if not self.has(match_id):
            self._held |= await self._database.write(seize, [match_id], self._processes.name)
        return self.has(match_id)

    async def look_after(self, match_id: MatchId) -> None:
        """Look after a match that has just changed, unless another process does; never raises.

        Where it cannot be asked, the sweep finds it.
        """
        if not self.has(match_id):
            try:
                await self.take(match_id)
            except StoreError as error:
                log.warning("match %s: nobody may look after it yet: %s", match_id, error)

    async def own(self, match_ids: Collection[MatchId]) -> set[MatchId]:
        """Return those of some matches that this process looks after, now that it was asked.

        What nobody alive looks after it takes, but for what another is taking at this moment.
        """
        if not self._processes.takes_part:
            return set(match_ids)
        if free := [match_id for match_id in match_ids if match_id not in self._held]:
            taken = await self._database.write(take, free, self._processes.name)
            self.unwound |= taken - self._held
            self._held |= taken
        return set(filter(self.has, match_ids))

    async def adopt(self) -> list[MatchId]:
        """Take some of the live matches that nobody alive looks after; gives them."""
        if not self._processes.takes_part:
            return []
        taken = await self._database.write(adopt, self._processes.name, MATCHES_A_TAKEOVER)
        self._held |= taken
        return sorted(filter(self.has, taken))

    def noted(self, row: MatchRow) -> MatchRow:
        """Return a row that is new and names this process, which is noted."""
        if self._processes.takes_part:
            self._held.add(row.id)
        return row

    def drop(self, match_id: MatchId) -> None:
        """Look after a match no more, as far as nobody asks: it has ended, or another has it."""
        self._held.discard(match_id)
        self.unwound.discard(match_id)

    def clear(self) -> None:
        """Look after nothing any more: this process was late, and others may do so now."""
        self._held.clear()
        self.unwound.clear()
