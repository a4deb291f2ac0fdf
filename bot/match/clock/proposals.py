"""Proposals under the lock of their match, checked on the stored row."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clock import Clock
from bot.errors import Refused, Stale
from bot.match.table.change import changed, may_take_back, taken_back
from bot.match.table.kind import kind_of
from bot.match.table.proposals import answered, is_agreed, proposed, proposed_back
from bot.match.table.solo import delay_of
from bot.match.table.state import require_there, seat_at_play
from bot.match.table.tables import Tables
from bot.match.table.times import may_go_on
from bot.preferences.terms import COACH, HINTS, agreed
from bot.store.rows import MatchId, MatchRow
from engine.seats import Seat


class Proposals:
    """Lets people change the terms of a game that goes on, and take moves back."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def propose(self, match_id: MatchId, user_id: int, texts: Mapping[str, str]) -> MatchRow:
        """Propose what was chosen in a form; alone, it is so at once. Raises Refused."""
        async with self._tables.locked(match_id) as row:
            may_propose(row, user_id)
            now = self._clock.now()
            after = proposed(row, user_id, agreed(row.terms, _open_to(row, texts)), now)
            return await self._tables.store_present(changed(after, now))

    async def answer(self, match_id: MatchId, user_id: int, number: int, *, yes: bool) -> MatchRow:
        """Agree to a proposal, or say no, which ends it. Raises Refused."""
        async with self._tables.locked(match_id) as row:
            may_propose(row, user_id)
            after = answered(row, user_id, number, yes=yes)
            if after == row:
                return row
            if after.proposal is not None and is_agreed(after):
                return await self._take_back(row, seat_at_play(row, after.proposal.yes[0]))
            return await self._tables.store_present(changed(after, self._clock.now()))

    async def take_back(self, match_id: MatchId, user_id: int, moves: int) -> MatchRow:
        """Take back the last move, which a person has made, or propose that to the others.

        `moves` is how many there were when they chose. Raises Stale and Refused.
        """
        async with self._tables.locked(match_id) as row:
            seat = seat_at_play(row, user_id)
            require_there(row.members[seat - 1])
            may_go_on(row)
            if row.moves != moves:
                raise Stale("refused.stale")
            after = proposed_back(row, user_id, self._clock.now())
            if is_agreed(after):
                return await self._take_back(row, seat)
            may_propose(row, user_id)
            may_take_back(await self._tables.kept.replayed(row), seat)
            return await self._tables.store_present(changed(after, self._clock.now()))

    async def _take_back(self, row: MatchRow, seat: Seat) -> MatchRow:
        table = await self._tables.kept.replayed(row)
        delay = delay_of(row, self._clock)
        after, commit = taken_back(table, seat, self._clock.now(), delay)
        return await self._tables.store(commit, after)


def _open_to(row: MatchRow, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Return the choices but those a table cannot make now: hints in a series, and the coach."""
    closed = (COACH.key, HINTS.key) if kind_of(row).shares_deals else (COACH.key,)
    return {key: text for key, text in texts.items() if key not in closed}


def may_propose(row: MatchRow, user_id: int) -> None:
    """Raise Refused if a person cannot change the terms of a game, nor agree to that, now."""
    seat = seat_at_play(row, user_id)
    if kind_of(row).is_solo:
        raise Refused("refused.daily_terms")
    if row.by_token:
        raise Refused("refused.elsewhere")
    if row.members[seat - 1].away:
        raise Refused("refused.away")
    may_go_on(row)
