"""The authority: the only place where a match changes once it is being played.

Every change is made under the match's lock from the stored row, stored with a check of the
version it was made from, and told to the listeners only afterwards.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.clock import Clock
from bot.errors import Overtaken, Refused, Stale
from bot.match.table import change, state, times
from bot.match.table.cache import Locks, Quarantine, TableCache
from bot.match.table.change import made
from bot.match.table.kind import kind_of
from bot.match.table.seats import HousePlayers, Thought, forced_move, house_to_act, plan_of
from bot.match.table.solo import LONGEST_PAUSE, SECOND_THOUGHT, delay_of
from bot.preferences.server import Threads, server_settings
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE, Commit, MatchId, MatchRow, Member, MoveRow, Pause, Presence, Status
from engine.seats import Seat

Listener = Callable[[MatchRow], Awaitable[None]]
Write = Callable[[Commit], Awaitable[bool]]


class Tables:
    """Loads, changes and stores matches; tells `listeners` about every stored change."""

    def __init__(self, store: Store, clock: Clock, house: HousePlayers) -> None:
        self._store = store
        self._clock, self._house = clock, house
        self._locks = Locks[MatchId]()
        self.cache = TableCache(store)
        self.listeners: list[Listener] = []
        # Matches that cannot be read or shown: clocks and publisher leave these alone.
        self.aside = Quarantine()

    @asynccontextmanager
    async def locked(self, match_id: MatchId) -> AsyncIterator[MatchRow]:
        """Hold a match and give its stored row. Raises Refused if there is no such match.

        Raises UnreadableMatch for one that cannot be read; the store lists it no more then.
        """
        async with self._locks[match_id], self._readable():
            yield await self.cache.row(match_id)

    async def store(
        self, commit: Commit, table: state.Table | None = None, write: Write | None = None
    ) -> MatchRow:
        """Store a change and tell the listeners. Raises Overtaken if another process was first.

        `table` is what a move has made of the table; `write` stores it together with more.
        """
        # Counted before the write: what is rewritten during it makes the table unseen again.
        table, rewritten = table or self.cache.of(commit.row), self._store.rewrites.stamp()
        self.cache.drop(commit.row.id)  # whatever becomes of this, that was the version before
        if not await (self._store.commit(commit) if write is None else write(commit)):
            raise Overtaken("refused.stale")
        # Who read while this was written may have kept the version before, and seen it as stored.
        self.cache.note_version(commit.row.id, commit.row.version)
        self.cache.see(commit.row)
        if table is not None:
            self.cache.keep(table, rewritten)
        # Still under the lock: so listeners hear of the versions of a match in their order.
        await self.tell(commit.row)
        return commit.row

    async def tell(self, row: MatchRow) -> None:
        """Tell the listeners of a stored change."""
        # First, so that the listeners of its home show it and arm its clock.
        await self._store.ownership.look_after(row.id)
        for listener in self.listeners:
            await listener(row)

    async def handle_change(self, match_id: MatchId, version: int) -> None:
        """Tell the listeners of a version that something else has stored."""
        # First: `load` would take the kept table for the stored one.
        self.cache.note_version(match_id, version)
        await self.tell((await self.load(match_id)).row)

    async def load(self, match_id: MatchId) -> state.Table:
        """Return the stored table. Raises Refused or UnreadableMatch."""
        async with self._readable():
            return self.table(await self.cache.row(match_id))

    def table(self, row: MatchRow) -> state.Table:
        """Return the table of a row. Raises UnreadableMatch."""
        return self.cache.table(row)

    async def replayed(self, match_id: MatchId) -> state.Table:
        """Return the table with everything that happened. Raises Refused or UnreadableMatch."""
        async with self._readable():
            return await self.cache.replayed(await self.cache.row(match_id))

    async def play(
        self, match_id: MatchId, user_id: int, moves: int | None, code: str
    ) -> state.Table:
        """Make a person's move.

        `moves` is how many moves had been made when the control was shown; None takes the table
        as it is now. Raises Stale or Refused, and then no move was made; a person whose time had
        run out is back at their seat all the same.
        """
        async with self.locked(match_id) as row:
            at = state.seat_of(row, user_id)
            was_late = at is not None and row.members[at - 1].presence is Presence.LATE
            here = self._with_back(row, at) if at is not None and was_late else row
            try:
                now_here = self.table(replace(here, version=row.version))
                seat = change.seat_to_move(now_here, user_id, moves)
                clock = self._clock
                delays = delay_of(here, clock), delay_of(here, clock, SECOND_THOUGHT)
                table, commit = made(now_here, seat, code, clock.now(), *delays)
            except Refused as error:
                if not was_late or row.status is not Status.PLAYING:
                    raise
                await self.store_present(here)
                times.require_can_go_on(row)
                raise Stale("refused.back_again") from error
            await self.store(commit, table)
            return table

    async def think_ahead(self, match_id: MatchId) -> Thought | None:
        """Let the house player to act think of its move; None if there is none to act.

        The move is made when its time has come (`play_house`), however soon it was found, so that
        nobody can tell an easy move from a hard one by the time it takes. Where there is too much
        to think about it comes later than that.
        """
        # Not under the lock: whoever presses while it thinks is not to wait for it.
        table = await self.replayed(match_id)
        seat, due = house_to_act(table), table.row.deadline
        if seat is None:
            return None
        within = 0.0 if due is None else max(0.0, due - self._clock.now())
        return await self._house.thought(table, seat, within)

    async def play_house(self, match_id: MatchId, ready: Thought | None = None) -> bool:
        """Make the move of the house player to act, or a forced one, if its time has come.

        Tells whether it did. `ready` is a move thought of before; it counts only if the table has
        not moved on since.
        """
        async with self.locked(match_id) as row:
            now = self._clock.now()
            if not times.is_due(row, Status.PLAYING, now):
                return False
            table = await self.cache.replayed(row)
            made = await self._made_by_itself(table, ready)
            if made is None:
                return False
            member = table.member(made.seat)
            by = None if state.is_house(member) else member.user_id
            course = table.begun.then(made.seat, made.code)
            move = MoveRow(row.moves + 1, made.seat, made.code, by, now)
            row = change.below_level(row, made.seat) if made.by_rule else row  # noqa: PLW2901 - noted
            commit = change.moved(
                row, move, course, delay=delay_of(row, self._clock), by_itself=True
            )
            await self.store(commit, table.then(commit.row, course, move))
            return True

    async def _made_by_itself(self, table: state.Table, ready: Thought | None) -> Thought | None:
        """Return the move to make now without a press; None if a person has to choose."""
        forced, seat = forced_move(table), house_to_act(table)
        if forced is not None or seat is None:
            return forced
        if ready is not None and (ready.moves, ready.seat) == (table.row.moves, seat):
            return ready
        return await self._house.thought(table, seat)

    async def run_out(self, match_id: MatchId) -> bool:
        """Remind people of their turn, or play for them, when it is time; tell whether it did."""
        async with self.locked(match_id) as row:
            now = self._clock.now()
            if not times.is_due(row, Status.PLAYING, now):
                return False
            after = times.expired(await times.with_vacations(self._store, row, now), now)
            if after == row:
                return False
            await self.store_present(replace(after, version=row.version + 1))
            return True

    async def give_grace(self, match_id: MatchId, then: float | None = None) -> MatchRow:
        """Give everybody to act some time after a start: nobody could move while the bot was off.

        They have what they had left `then`, when it was last alive, if that is known; at least some
        grace, and never more than their clock allows: the system's may have been set.
        """
        async with self.locked(match_id) as row:
            now = self._clock.now()
            then = now if then is None else min(then, now)
            if row.pauses:
                return row
            if row.status is not Status.PLAYING:
                after = times.lobby_in_reach(row, then, now)
                return row if after == row else await self.store(Commit(change.changed(after, now)))
            after = times.with_time_of(row, then, now)
            if after.members == row.members and not self._is_out_of_reach(row, now):
                return row
            return await self.store_present(replace(after, version=row.version + 1))

    async def pause(self, match_id: MatchId, pause: Pause) -> MatchRow:
        """Let a game stand still until nothing pauses it any more; again changes nothing.

        Raises Refused if none is being played.
        """
        async with self.locked(match_id) as row:
            return await self._store_pauses(row, times.paused(row, pause, self._clock.now()))

    async def resume(self, match_id: MatchId, why: str) -> MatchRow:
        """Let a game go on, unless something else pauses it too; everybody has the time they had.

        Nothing happens to a game that was not paused for this.
        """
        async with self.locked(match_id) as row:
            return await self._store_pauses(row, times.resumed(row, why, self._clock.now()))

    async def set_fast(self, match_id: MatchId, user_id: int, *, fast: bool) -> MatchRow:
        """Let house players hurry, or not, for the one person who plays. Raises Refused."""
        async with self.locked(match_id) as row:
            seat = state.seat_at_play(row, user_id)
            state.require_there(row.members[seat - 1])
            if not times.is_alone(row):
                raise Refused("refused.not_alone")
            after = change.changed(row, self._clock.now(), terms=replace(row.terms, fast=fast))
            return await self.store_present(after)

    async def leave(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Let a house player play on for a person; the last one to leave closes the match.

        Where the others only ran out of time, it waits for these instead.
        """
        async with self.locked(match_id) as row:
            return await self.store_present(self._without(row, user_id))

    async def kick(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Take a person out of a game for good: a house player plays on. Raises Refused."""
        async with self.locked(match_id) as row:
            seat = state.seat_at_play(row, user_id)
            gone = times.left(row, row.members[seat - 1], self._clock.now())
            removed = replace(gone, presence=Presence.REMOVED)
            return await self.store_present(self._with(row, seat, removed))

    async def without(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Return the row as it would be if this person left now.

        Raises Refused if they cannot leave: no game, no seat, or they have left already.
        """
        after = self._without((await self.load(match_id)).row, user_id)
        return change.closed(after) if change.is_ended(after) else after

    async def come_back(self, match_id: MatchId, user_id: int) -> MatchRow:
        """Give a person their seat back; nothing happens if they are there."""
        async with self.locked(match_id) as row:
            seat = state.seat_at_play(row, user_id)
            if not row.members[seat - 1].away:
                return row
            return await self.store_present(self._with_back(row, seat))

    async def take_chair(self, match_id: MatchId, person: Member) -> MatchRow:
        """Give a person the chair of a house player, with all that lies there. Raises Refused."""
        async with self.locked(match_id) as row:
            is_in = state.seat_of(row, int(person.key)) is not None
            if is_in or not state.has_free_chair(row, self.table(row).view(None)):
                raise Refused("refused.full")
            seat = next(Seat(at) for at, one in enumerate(row.members, 1) if one.user_id is None)
            now, chair = self._clock.now(), row.members[seat - 1].key
            time = replace(person.clock, bank=float(row.terms.bank))
            taken = replace(person, joined=chair, acted=now, clock=time)
            after = change.changed(row, now, members=change.with_member(row, seat, taken))
            return await self.store(Commit(self.settled(after), members_changed=True))

    async def wake(self, match_id: MatchId, user_id: int) -> None:
        """Give a person their seat back if their time had run out: they are there again."""
        async with self.locked(match_id) as row:
            seat = state.seat_of(row, user_id)
            is_late = seat is not None and row.members[seat - 1].presence is Presence.LATE
            if seat is not None and is_late and row.status is Status.PLAYING:
                await self.store_present(self._with_back(row, seat))

    async def mark_hinted(self, match_id: MatchId, user_id: int, moves: int) -> MatchRow:
        """Note that a person asks for a hint after `moves` moves: no win will count for them."""
        async with self.locked(match_id) as row:
            seat = state.seat_at_play(row, user_id)
            if row.moves != moves:
                raise Stale("refused.stale")
            members = change.with_member(row, seat, replace(row.members[seat - 1], hinted=True))
            if members == row.members:
                return row
            return await self.store(Commit(change.changed(row, self._clock.now(), members=members)))

    async def mark_dm(self, match_id: MatchId, user_id: int, *, dm: bool) -> None:
        """Note whether direct messages reach a person."""
        async with self.locked(match_id) as row:
            members = tuple(
                replace(member, dm=dm) if member.user_id == user_id else member
                for member in row.members
            )
            if members != row.members:
                await self.store(Commit(change.changed(row, row.touched, members=members)))

    async def vote_end(self, match_id: MatchId, user_id: int, *, wants: bool = True) -> MatchRow:
        """Vote to end, or take that back; `votes_needed` close the match.

        Whoever is there alone leaves instead. Raises Refused.
        """
        async with self.locked(match_id) as row:
            seat = state.seat_at_play(row, user_id)
            state.require_there(row.members[seat - 1])
            if kind_of(row).plays_on:
                raise Refused("refused.daily_end")
            if wants and len(state.present(row)) == 1:
                return await self.store_present(self._without(row, user_id))
            after = change.voted(row, user_id, self._clock.now(), wants=wants)
            if change.is_ended_by_votes(after):
                return await self._close(after)
            return await self.store(Commit(after))

    async def close(self, match_id: MatchId, *, why: str = "") -> MatchRow:
        """End a match at once, without a result: for moderators, or for what it went with."""
        async with self.locked(match_id) as row:
            if row.status is Status.PLAYING:
                return await self._close(change.changed(row, self._clock.now(), closed_for=why))
            raise Refused("refused.over")

    @asynccontextmanager
    async def _readable(self) -> AsyncIterator[None]:
        try:
            yield
        except UnreadableMatch as error:
            self._store.set_aside(error)
            raise

    async def _store_pauses(self, row: MatchRow, after: MatchRow) -> MatchRow:
        if after.pauses == row.pauses:
            return row
        return await self.store_present(change.changed(after, self._clock.now()))

    def settled(self, after: MatchRow) -> MatchRow:
        """Return a row with what follows for votes and clocks from who is there and who is not."""
        if change.is_ended(after):
            return change.closed(after)
        after = change.decided(after)
        return times.with_clocks(self.table(after), self._clock.now(), delay_of(after, self._clock))

    async def store_present(self, after: MatchRow) -> MatchRow:
        """Store who is there and who is not, with what follows from it."""
        return await self.store(Commit(self.settled(after)))

    def _with(self, row: MatchRow, seat: Seat, member: Member) -> MatchRow:
        """Return the next version of a row with another member; who is away has no vote."""
        members = change.with_member(row, seat, member)
        votes = tuple(user for user in row.votes if user != member.user_id)
        return change.changed(row, self._clock.now(), members=members, votes=votes)

    def _without(self, row: MatchRow, user_id: int) -> MatchRow:
        """Return the next version of a row, which a person has left. Raises Refused."""
        seat = state.seat_at_play(row, user_id)
        member = row.members[seat - 1]
        if member.away and member.presence is not Presence.LATE:
            raise Refused("refused.already_away")
        return self._with(row, seat, times.left(row, member, self._clock.now()))

    def _with_back(self, row: MatchRow, seat: Seat) -> MatchRow:
        state.require_can_return(row, seat)
        return self._with(row, seat, times.returned(row, row.members[seat - 1], self._clock.now()))

    async def _close(self, after: MatchRow) -> MatchRow:
        return await self.store(Commit(change.closed(after)))

    def _is_out_of_reach(self, row: MatchRow, now: float) -> bool:
        """Return whether a move that makes itself would wait longer than the longest pause."""
        table = self.table(row)
        makes_itself = house_to_act(table) is not None or forced_move(table) is not None
        if row.deadline is None or not makes_itself:
            return False
        return row.deadline > now + self._clock.pause(LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE)


# Threads: which tables play in one of their own, and how a table goes back to its channel.


async def thread_for(store: Store, row: MatchRow) -> int | None:
    """Return the thread that a lobby is to play in once it starts; None if it stays where it is.

    The thread will begin from the lobby's message, and have its id. Where the bot can only answer
    presses, there is none.
    """
    if row.by_token or row.guild_id is None:
        return None
    rule = (await server_settings(store, row.guild_id)).threads
    if rule is Threads.NEVER:
        return None
    is_single = plan_of(row) is None
    if rule is Threads.SECOND and is_single and not await _is_crowded(store, row):
        return None
    shown = await store.publication(row.id)
    return shown.board_message if shown.board_channel == row.channel_id else None


async def leave_thread(tables: Tables, match_id: MatchId, *, gone: bool) -> None:
    """Take a table back to its channel: its thread is `gone`, or could not be made at all.

    Nothing happens to a table that plays in its channel. Raises Refused if there is no such match.
    """
    async with tables.locked(match_id) as row:
        if row.is_in_thread:
            thread_id = row.thread_id if gone else None
            back = replace(row, thread_id=thread_id, thread_gone=gone)
            await tables.store(Commit(change.changed(back, row.touched)))
    await tables.resume(match_id, times.LOCKED)


async def _is_crowded(store: Store, row: MatchRow) -> bool:
    """Return whether another live table stands in the channel of a lobby, threads not counted."""
    here = await store.matches_in(row.channel_id, LIVE)
    return any(other.id != row.id and other.home_id == row.channel_id for other in here)
