"""Clocks: what happens by itself when a match's stored deadline has come.

The deadlines stand in the store, so they outlive a restart. One task, the sweeper, sleeps until the
earliest of them, or until a change brings an earlier one, and then sets to work on every match that
is due, each in a task of its own. It knows the deadlines it has heard, and every half minute it
takes those of the next half minute from the store. Acting twice on one deadline is harmless:
whoever comes second finds it moved.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from bot.clock import Clock
from bot.errors import Refused, located
from bot.match.table.seats import Thought, house_to_act
from bot.match.table.state import is_house
from bot.match.table.tables import Tables
from bot.match.table.times import is_slow, with_vacations
from bot.preferences.person import person_settings, set_person
from bot.store import Store
from bot.store.errors import StoreClosed, StoreFailed, UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Status
from bot.turns import end_tasks

log = logging.getLogger(__name__)

SWEEP = 30.0
"""The most seconds between two looks in the store, each for the deadlines until the next one."""

RETRY = 10.0
"""Seconds after which what could not be done is tried again."""

CONTENDED = 1.0
"""Seconds before the next look at what is due and cannot be taken from another process."""

EndLobby = Callable[[MatchId], Awaitable[bool]]
"""Ends a lobby that is due: it begins or closes. Tells whether there was anything to do."""

WOUND_AT_ONCE = 16
"""How many clocks are wound together after a start."""

MATCHES_A_ROUND = 100
"""How many matches are worked on in one round; the others are still the earliest due."""


@dataclass(frozen=True, slots=True)
class _Thinking:
    """A house player's task of thinking, and when its match is due."""

    task: asyncio.Task[Thought | None]
    due: float

    def is_past(self, now: float) -> bool:
        """Return whether the thinking has ended, and its match was due a while ago."""
        return self.task.done() and self.due + SWEEP < now


class Clocks:
    """Lets house players move, turns end and untouched lobbies close, in time."""

    def __init__(self, store: Store, tables: Tables, end_lobby: EndLobby, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._end_lobby = end_lobby
        self._clock = clock
        self._sweeper: asyncio.Task[None] | None = None
        self._wakes_at = -inf
        # When the store is looked at next, and the deadlines that are known until then.
        self._looks_at = -inf
        self._deadlines: dict[MatchId, float] = {}
        self._is_asleep = self._is_closed = False
        self._acting: set[asyncio.Task[None]] = set()
        self._thinking: dict[MatchId, _Thinking] = {}
        # Until when a match is left alone: somebody acts on it (forever), or it could not go on.
        # Its next change ends that.
        self._left: dict[MatchId, float] = {}
        self._is_set = asyncio.Event()
        self._is_set.set()

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        self.arm(row)

    def arm(self, row: MatchRow) -> None:
        """Take note of the deadline of a match; the house player to move begins to think.

        Not here, where another process looks after the match.
        """
        # First, for every process: what was thought of an older version holds no more.
        self.forget(row.id)
        if self._is_closed or row.deadline is None or not self._store.ownership.has(row.id):
            return
        # The thinking lies inside the pause: a forced move and a hard one take as long.
        if row.status is Status.PLAYING and any(map(is_house, row.members)):
            task = asyncio.create_task(self._think(row), name=f"thinking about {row.id}")
            self._thinking[row.id] = _Thinking(task, row.deadline)
        self._deadlines[row.id] = row.deadline
        self._wake_by(row.deadline)

    def start(self) -> None:
        """Set the sweeper going; it may be cancelled while it sleeps, and at no other time."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def wind_up(self, then: float | None = None) -> None:
        """Arm the clocks of all live matches after a start.

        Who is to act has the time that they had left `then`, when the bot was last alive (None:
        that is not known), and some grace.
        """
        await self.take_over(await self._store.live(), then)

    async def take_over(self, match_ids: Iterable[MatchId], then: float | None = None) -> None:
        """Arm the clocks of live matches that nobody looked after for a while; as at a start."""
        ids = [*match_ids]
        # Several at once: the store writes those that wait together.
        for first in range(0, len(ids), WOUND_AT_ONCE):
            await asyncio.gather(
                *(self._take_over(each, then) for each in ids[first : first + WOUND_AT_ONCE])
            )

    async def _take_over(self, match_id: MatchId, then: float | None) -> None:
        self._store.ownership.unwound.discard(match_id)
        try:
            self.arm(await self._tables.give_grace(match_id, then))
        except Refused:
            log.info("match %s moved on while its clock was wound", match_id)
        except Exception as error:  # noqa: BLE001 - one match must not keep the bot from starting
            self._put_off(match_id, error)

    async def act(self) -> None:
        """Set to work on every match that is due by the store, and note when to look there again.

        If the system's clock was set since, all clocks are wound again after that.
        """
        # Before the store is asked: what is armed meanwhile brings its own, earlier time.
        self._wakes_at = self._looks_at = inf
        now = self._clock.now()
        self._take_up(now)
        # Of several processes that ask at once each is given others, which it owns from then on.
        due = await self._store.due(now, MATCHES_A_ROUND, without=self._without())
        unwound = self._store.ownership.unwound
        for match_id, version in due:
            self._tables.cache.note_version(match_id, version)
            if match_id not in unwound:
                self._set_to_work(match_id)
        await self.take_over([match_id for match_id, _ in due if match_id in unwound])
        self._drop_thoughts(now)
        if self._clock.was_set():
            await self._wind_anew()
        await self._look_ahead(self._clock.now() + SWEEP)
        self._wake_by(self._next_known())

    async def _look_ahead(self, until: float) -> None:
        """Take note of the stored deadlines up to then, when the store is looked at again.

        A deadline may have changed unheard, in another process.
        """
        self._look_by(until)
        # A move that is made while the store is asked may bring another deadline, which holds.
        told = dict(self._deadlines)
        for match_id, when in (await self._store.deadlines(until, without=self._without())).items():
            if not self._store.ownership.has(match_id):
                # Nobody's yet, or another process is just taking it.
                self._look_by(max(when, self._clock.now() + CONTENDED))
            elif self._deadlines.get(match_id) == told.get(match_id):
                self._deadlines[match_id] = when

    def act_on_known(self) -> None:
        """Set to work on every match that is due, as far as was told; the store is not asked."""
        self._wakes_at = self._looks_at
        now = self._clock.now()
        self._take_up(now)
        without = self._without()
        known = self._deadlines.items()
        due = sorted((when, key) for key, when in known if when <= now and key not in without)
        for _, match_id in due[:MATCHES_A_ROUND]:
            self._set_to_work(match_id)
        self._drop_thoughts(now)
        self._wake_by(self._next_known())

    async def expire(self, match_id: MatchId, ready: Thought | None = None) -> bool:
        """Do what is due in a match; tell whether there was anything: its deadline may have moved.

        `ready` is what the house player to act has thought of in its pause, if anything.
        """
        await self._is_set.wait()
        # Only after the wait: another process may look after the match by now.
        if not self._store.ownership.has(match_id):
            return False
        try:
            if await self._tables.play_house(match_id, ready):
                return True
            return await self._tables.run_out(match_id) or await self._end_lobby(match_id)
        except Refused:
            log.info("match %s moved on before its deadline", match_id)
        except UnreadableMatch as error:
            log.debug("%s", error)  # the log has named it already
        return False

    def forget(self, match_id: MatchId) -> None:
        """Think no more about a match: another process looks after it."""
        self._left.pop(match_id, None)
        self._deadlines.pop(match_id, None)
        if (thinking := self._thinking.pop(match_id, None)) is not None:
            thinking.task.cancel()

    def forget_all(self) -> None:
        """Think about nothing any more: others look after the matches."""
        for match_id in {*self._thinking, *self._left, *self._deadlines}:
            self.forget(match_id)

    def look_soon(self) -> None:
        """Look for matches that are due now, those too that nobody told this process about."""
        self._look_by(self._clock.now())

    async def idle(self) -> None:
        """Wait until all is done that was begun: thinking, and acting on what was due."""
        while tasks := [task for task in self._at_work() if not task.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop all clocks for good; the deadlines stay stored."""
        # First: what is at work may yet arm a clock, which nobody would stop.
        self._is_closed = True
        tasks = self._sweeper, *self._at_work()
        self._thinking.clear()
        await end_tasks(tasks)

    def _at_work(self) -> list[asyncio.Task[None] | asyncio.Task[Thought | None]]:
        return [*self._acting, *(thinking.task for thinking in self._thinking.values())]

    async def _sweep(self) -> None:
        while True:
            await self._sleep()
            try:
                if self._clock.now() < self._looks_at and not self._clock.was_set():
                    self.act_on_known()
                else:
                    await self.act()
            except StoreClosed:
                return
            except StoreFailed as error:
                log.warning("the deadlines cannot be read: %s", error)
                self._look_by(self._clock.now() + RETRY)
            except Exception:
                # The sweeper must outlive any one failure.
                log.exception("the sweeper failed")
                self._look_by(self._clock.now() + RETRY)

    async def _sleep(self) -> None:
        """Sleep until something is due; not with one sleep, which may end a little early."""
        while (left := self._wakes_at - self._clock.now()) > 0:
            self._is_asleep = True
            await self._clock.sleep(left)
            self._is_asleep = False

    def _look_by(self, when: float) -> None:
        """Make sure that the store is looked at no later than then."""
        self._looks_at = min(self._looks_at, when)
        self._wake_by(when)

    def _next_known(self) -> float:
        """Return when the next match is due, as far as was told; infinite if none is."""
        without = self._without()
        known = (when for key, when in self._deadlines.items() if key not in without)
        return min((*known, *self._left.values()), default=inf)

    def _wake_by(self, when: float) -> None:
        """Make sure that the sweeper sleeps no longer than until then."""
        if when < self._wakes_at and not self._is_closed:
            self._wakes_at = when
            if self._is_asleep and self._sweeper is not None:
                self._is_asleep = False
                self._sweeper.cancel()
                self.start()

    def _take_up(self, now: float) -> None:
        """Leave those alone no longer whose time for that is over."""
        self._left = {match_id: until for match_id, until in self._left.items() if until > now}

    def _set_to_work(self, match_id: MatchId) -> None:
        # Before the task runs: the next look at the store would find the match due again.
        self._left[match_id] = inf
        task = asyncio.create_task(self._act_on(match_id), name=f"clock {match_id}")
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    def _without(self) -> set[MatchId]:
        """Return the matches that are left alone for now."""
        return {*self._left, *self._tables.aside}

    async def _act_on(self, match_id: MatchId) -> None:
        try:
            await self.expire(match_id, await self._thought(match_id))
        except Exception as error:  # noqa: BLE001 - the other clocks must go on
            self._put_off(match_id, error)
        if match_id in self._left:
            # Nothing has changed: it would be due again at once. The store says if it still is.
            self._left[match_id] = until = self._clock.now() + RETRY
            self._deadlines.pop(match_id, None)
            self._look_by(until)

    async def _thought(self, match_id: MatchId) -> Thought | None:
        """Return the move that a house player has thought of; None without anything to think of."""
        while (thinking := self._thinking.get(match_id)) is not None:
            # Not awaited itself: a thought that is cancelled would cancel whoever waits for it.
            await asyncio.wait([thinking.task])
            if not thinking.task.cancelled():
                return thinking.task.result()
            # The match has changed meanwhile; the house player may think again.
            if self._thinking.get(match_id) is thinking:
                break
        return None

    def _drop_thoughts(self, now: float) -> None:
        """Drop what nobody has asked for in time: the match was closed by other means."""
        self._thinking = {
            match_id: thinking
            for match_id, thinking in self._thinking.items()
            if match_id in self._left or not thinking.is_past(now)
        }

    async def _think(self, row: MatchRow) -> Thought | None:
        try:
            if house_to_act(self._tables.table(row)) is None:
                return None
            return await self._tables.think_ahead(row.id)
        except (Refused, UnreadableMatch):
            return None
        except Exception as error:  # noqa: BLE001 - the move is thought of when it is due, then
            log.warning("match %s could not be thought about: %s", row.id, located(error))
            return None

    def _put_off(self, match_id: MatchId, error: Exception) -> None:
        """Leave a match that cannot go on for a while, or set it aside for good."""
        if isinstance(error, StoreFailed):
            log.warning("match %s could not go on: %s", match_id, error)
        elif not isinstance(error, StoreClosed):
            self._tables.aside.put(match_id, error)

    async def _wind_anew(self) -> None:
        # Nothing expires meanwhile: what is stored and what the clock says do not fit together.
        log.warning("the system's clock was set: all clocks are wound anew")
        while self._acting:
            await asyncio.wait(self._acting)
        self._is_set.clear()
        try:
            self._clock.follow()
            self._left.clear()
            self._deadlines.clear()
            self._wakes_at = inf
            await self.wind_up()
        finally:
            self._is_set.set()


# Taking days off, and coming back.


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
        # Stored first: each table reads there who is on vacation.
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
