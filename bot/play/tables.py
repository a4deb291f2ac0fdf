"""The authority: the only place where a match changes once it is being played.

Every change is made under the match's lock from the stored row, stored with a check of the
version it was made from, and told to the listeners only afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bot.errors import Refused, Stale
from bot.play.change import changed, house_deadline, is_ended_by_votes, moved
from bot.play.robots import Thought, house_to_act, thought
from bot.play.table import Table, is_house, names_of, seat_at_play
from bot.play.thinking import HereMind, Minds
from bot.store.rows import Commit, MatchId, MatchRow, MoveRow, Status
from engine.game import IllegalMove, Seat

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.store import Store

Listener = Callable[[MatchRow], Awaitable[None]]

HOUSE_PAUSE = (1.2, 2.8)
"""Shortest and longest pause of a house player in seconds, whatever it holds."""


class Tables:
    """Loads, changes and stores matches; tells `listeners` about every stored change."""

    def __init__(self, store: Store, clock: Clock, minds: Minds | None = None) -> None:
        self._store = store
        self._clock = clock
        self._minds = minds or HereMind()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self.listeners: list[Listener] = []

    @asynccontextmanager
    async def locked(self, match_id: MatchId) -> AsyncIterator[MatchRow]:
        """Hold a match and give its stored row. Raises Refused if there is no such match."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        async with lock:
            row = await self._store.match(match_id)
            if row is None:
                raise Refused("refused.no_match")
            yield row

    async def store(self, commit: Commit) -> MatchRow:
        """Store a change and tell the listeners. Raises Stale if another process was first."""
        if not await self._store.commit(commit):
            raise Stale("refused.stale")
        for listener in self.listeners:
            await listener(commit.row)
        return commit.row

    async def load(self, match_id: MatchId) -> Table:
        """Give the stored table. Raises Refused."""
        row = await self._store.match(match_id)
        if row is None:
            raise Refused("refused.no_match")
        return Table.load(row)

    async def replayed(self, match_id: MatchId) -> Table:
        """Give the table with everything that happened. Raises Refused."""
        row = await self._store.match(match_id)
        if row is None:
            raise Refused("refused.no_match")
        return Table.replay(row, await self._store.moves(match_id))

    async def play(self, match_id: MatchId, user_id: int, moves: int | None, code: str) -> Table:
        """Make a person's move.

        `moves` is how many moves had been made when the control was shown; None trusts the
        present. Raises Stale or Refused, and then nothing has changed.
        """
        async with self.locked(match_id) as row:
            table = Table.load(row)
            seat = self._seat_to_move(table, user_id, moves)
            try:
                step = table.game.apply(table.state, seat, table.game.parse(code))
            except IllegalMove as error:
                raise Refused(f"illegal.{row.game}.{error.reason}") from error
            move = MoveRow(row.moves + 1, seat, code, user_id, self._clock.now())
            after, commit = moved(table, move, step, pause=self._pause)
            await self.store(commit)
            return after

    async def think_ahead(self, match_id: MatchId) -> Thought | None:
        """Let the house player to act think of its move; None if there is none to act.

        What it thinks of is made only when its time has come, so that hard thought and none take
        the same time at the table.
        """
        table = await self.replayed(match_id)
        seat = house_to_act(table)
        return None if seat is None else await thought(table, seat, self._minds)

    async def play_house(self, match_id: MatchId, ready: Thought | None = None) -> bool:
        """Make the move of the house player to act, if its time has come; tell whether.

        `ready` is a move thought of before; it counts only if the table has not moved on since.
        """
        async with self.locked(match_id) as row:
            now = self._clock.now()
            if row.status is not Status.PLAYING or row.deadline is None or row.deadline > now:
                return False
            table = Table.replay(row, await self._store.moves(match_id))
            seat = house_to_act(table)
            if seat is None:
                return False
            if ready is None or (ready.moves, ready.seat) != (row.moves, seat):
                ready = await thought(table, seat, self._minds)
            step = table.game.apply(table.state, seat, table.game.parse(ready.code))
            move = MoveRow(row.moves + 1, seat, ready.code, None, now)
            _, commit = moved(table, move, step, pause=self._pause)
            await self.store(commit)
            return True

    async def leave(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Let a house player play on for a person; the last one to leave closes the match."""
        async with self.locked(match_id) as row:
            seat = seat_at_play(row, user_id)
            if row.members[seat - 1].away:
                raise Refused("refused.already_away")
            return await self._set_away(row, seat, away=True)

    async def come_back(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Give a person his seat back; nothing happens if he is there."""
        async with self.locked(match_id) as row:
            seat = seat_at_play(row, user_id)
            if not row.members[seat - 1].away:
                return row
            return await self._set_away(row, seat, away=False)

    async def mark_hinted(self, match_id: MatchId, user_id: int, moves: int) -> MatchRow:
        """Note that a person asks for a hint after so many moves: the match counts no more."""
        async with self.locked(match_id) as row:
            seat = seat_at_play(row, user_id)
            if row.moves != moves:
                raise Stale("refused.stale")
            member = replace(row.members[seat - 1], hinted=True)
            if not row.rated and member == row.members[seat - 1]:
                return row
            members = (*row.members[: seat - 1], member, *row.members[seat:])
            after = changed(row, self._clock.now(), members=members, rated=False)
            return await self.store(Commit(after))

    async def mark_dm(self, match_id: MatchId, user_id: int, *, dm: bool) -> None:
        """Note whether direct messages reach a person."""
        async with self.locked(match_id) as row:
            members = tuple(
                replace(member, dm=dm) if member.user_id == user_id else member
                for member in row.members
            )
            if members != row.members:
                await self.store(Commit(changed(row, row.touched, members=members)))

    async def vote_end(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Vote to end; more than half of the persons at the table close the match."""
        async with self.locked(match_id) as row:
            seat = seat_at_play(row, user_id)
            if row.members[seat - 1].away:
                raise Refused("refused.away")
            if user_id in row.votes:
                raise Refused("refused.already_voted")
            after = changed(row, self._clock.now(), votes=(*row.votes, user_id))
            if is_ended_by_votes(after):
                return await self._close(after)
            return await self.store(Commit(after))

    async def close(self, match_id: MatchId) -> MatchRow:
        """End a match at once, without a result; for moderators."""
        async with self.locked(match_id) as row:
            if row.status is not Status.PLAYING:
                raise Refused("refused.over")
            return await self._close(changed(row, self._clock.now()))

    async def _set_away(self, row: MatchRow, seat: Seat, *, away: bool) -> MatchRow:
        now = self._clock.now()
        member = replace(row.members[seat - 1], away=away, acted=now)
        members = (*row.members[: seat - 1], member, *row.members[seat:])
        votes = tuple(user for user in row.votes if user != member.user_id)
        after = changed(row, now, members=members, votes=votes)
        if all(is_house(m) for m in members) or is_ended_by_votes(after):
            return await self._close(after)
        deadline = house_deadline(Table.load(after), now, self._pause)
        return await self.store(Commit(replace(after, deadline=deadline)))

    async def _close(self, after: MatchRow) -> MatchRow:
        return await self.store(Commit(replace(after, status=Status.CLOSED, deadline=None)))

    def _seat_to_move(self, table: Table, user_id: int, moves: int | None) -> Seat:
        seat = seat_at_play(table.row, user_id)
        if moves is not None and moves != table.row.moves:
            raise Stale("refused.stale")
        to_act = table.to_act()
        if seat not in to_act:
            raise Refused("refused.not_your_turn", name=names_of(table.row)[to_act[0] - 1])
        if table.member(seat).away:
            raise Refused("refused.away")
        return seat

    def _pause(self) -> float:
        return self._clock.pause(*HOUSE_PAUSE)
