"""One of several processes: it hears its peers, takes over from dead ones, and may lead."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from bot.discord.app import App
from bot.errors import located
from bot.match.calls.notices import Notices
from bot.match.clock.clocks import Clocks
from bot.match.feature import Jobs
from bot.match.lobby.invitations import Inviting
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.privacy.service import Tidying
from bot.ratings.service import Rater
from bot.store import Store
from bot.store.cluster.leases import RENEWING, Claims, Identifies, Leases, Processes
from bot.store.cluster.process_rows import adopt, is_free, seize, take
from bot.store.database import Database, Rewrites
from bot.store.errors import StoreClosed, StoreError
from bot.store.rows import MatchId, MatchRow, Status
from bot.store.settings import Remembered
from bot.store.signals import REWRITTEN, SETTINGS, Peers, Signal, send
from bot.turns import end_tasks

# Ownership where several processes share a database: what one of them has acquired.
#
# The name that a process has since it joined is its fencing token: it stands in the rows of what
# is acquired, which only a living process can, and nothing acquired under an older one counts
# here.

MATCHES_A_TAKEOVER = 200
"""How many matches are taken over in one transaction."""


class SharedOwnership:
    """`bot.store.signals` of one of several processes. Raises StoreClosed or StoreFailed."""

    is_sole_writer = False

    def __init__(
        self, database: Database, processes: Processes, leases: Leases, peers: Peers
    ) -> None:
        self.unwound: set[MatchId] = set()
        self.held = leases.held
        self._database = database
        self._processes = processes
        self._peers = peers
        self._tokens: dict[MatchId, str] = {}
        """The matches that were acquired, each with the fencing token of then."""
        self._led_under = ""

    @property
    def token(self) -> str:
        """The name that this process has since it joined; "" before, and after it has left."""
        return self._processes.name

    @property
    def leads(self) -> bool:
        """Whether this process leads, under the name that it has now."""
        return self._led_under == self.token and self._processes.is_alive

    def lead(self, token: str) -> None:
        """Lead from now on, as the lease was taken with a token; with "", lead no more."""
        self._led_under = token

    def has(self, match_id: MatchId) -> bool:
        """Return whether this process owns a match, and nobody else can yet."""
        # Alive by its own clock too: one that stood still acts on nothing, from the instant in
        # which others may, even before it could notice.
        return self._tokens.get(match_id) == self.token and self._processes.is_alive

    def leads_or_tells(self, kind: str, *about: Any) -> bool:
        """Return whether this process leads; one that does not tells the one that does."""
        if not (leads := self.leads):
            self._peers.tell_soon(kind, *about)
        return leads

    def has_or_tells(self, match_id: MatchId, kind: str, *about: Any) -> bool:
        """Return whether this process owns a match; one that does not tells the one that does."""
        if not (has := self.has(match_id)):
            self._peers.tell_soon(kind, match_id, *about)
        return has

    async def take(self, match_id: MatchId) -> bool:
        """Own a match unless another process that is alive does; tell whether it is so."""
        token = self.token
        # Asked first, since nearly every change of another's table comes here and writes nothing.
        if not self.has(match_id) and await self._database.read(is_free, match_id, token):
            self._note(await self._database.write(take, [match_id], token), token)
        return self.has(match_id)

    async def acquire(self, match_id: MatchId) -> bool:
        """Own a match from now on, whoever did, who is told; tell whether that is new."""
        if self.has(match_id):
            return False
        token = self.token
        self._note(await self._database.write(seize, [match_id], token), token)
        if is_new := self.has(match_id):  # not if this process was late meanwhile
            self._peers.tell_soon("home", match_id)
        return is_new

    async def look_after(self, match_id: MatchId) -> None:
        """Own a match that has just changed, unless another process does; never raises.

        Where it cannot be asked, the sweep finds it.
        """
        if not self.has(match_id):
            try:
                await self.take(match_id)
            except StoreError as error:
                log.warning("match %s: nobody may look after it yet: %s", match_id, error)

    async def acquire_free(self, match_ids: Collection[MatchId]) -> set[MatchId]:
        """Return those of some matches that this process owns, now that it was asked.

        What nobody alive owns it acquires, but for what another is acquiring at this moment.
        """
        token = self.token
        if free := [each for each in match_ids if self._tokens.get(each) != token]:
            # The sweeper may come here before `adopt` finds what a dead process left: clocks of
            # that are wound first, so that nobody loses the time in which no process looked.
            taken = await self._database.write(take, free, token)
            self.unwound |= {each for each in taken if self._tokens.get(each) != token}
            self._note(taken, token)
        return set(filter(self.has, match_ids))

    async def adopt(self) -> list[MatchId]:
        """Acquire some of the live matches that nobody alive owns; gives them."""
        token = self.token
        taken = await self._database.write(adopt, token, MATCHES_A_TAKEOVER)
        self._note(taken, token)
        return sorted(filter(self.has, taken))

    def noted(self, row: MatchRow, token: str | None) -> MatchRow:
        """Return a row that was stored with a token, which is noted."""
        self._note({row.id}, token or "")
        return row

    def release(self, match_id: MatchId) -> None:
        """Own a match no more, as far as nobody asks: it has ended, or another process has it."""
        self._tokens.pop(match_id, None)
        self.unwound.discard(match_id)

    def clear(self) -> None:
        """Own nothing any more: this process was late or goes, and others may by now."""
        self._tokens.clear()
        self.unwound.clear()

    def _note(self, match_ids: Collection[MatchId], token: str) -> None:
        # The token is the one that was written: this process may have joined again meanwhile.
        self._tokens |= dict.fromkeys(match_ids, token)


# Work done once for all, by the leader; a bot alone on its database leads always.


class LeaderJobs:
    """The jobs of features, digests, invitations, threads to be left, emoji, tidying."""

    def __init__(self, app: App) -> None:
        self._ownership, self._emoji = app.store.ownership, app.emoji
        self._publisher, self._notices = app.get(Publisher), app.get(Notices)
        self._inviting, self._features = app.get(Inviting), app.get(Jobs)
        self._tidying = app.get(Tidying)

    async def begin(self) -> None:
        """Take them up, where whoever had them before may have stopped anywhere. Raises StoreError.

        Weeks and days that are over end before anybody plays on.
        """
        await self._publisher.digests.begin()
        for begin in self._features.begin:
            await begin()
        self._emoji.start()
        await self._notices.budget.tidy()

    async def end(self) -> None:
        """Leave them to another process; twice is harmless."""
        await self._features.stop()
        await self._publisher.digests.close()

    async def catch_up(self) -> None:
        """Look for what came late."""
        if self._ownership.leads:
            await tried(self._publisher.leave_threads)
            await tried(self._inviting.catch_up)
            for catch_up in self._features.catch_up:
                await tried(catch_up)

    async def tidy(self) -> None:
        """Tidy up; whatever goes wrong is left to the next round."""
        if self._ownership.leads:
            await self._tidying.tidy()


async def tried(part: Callable[[], Awaitable[object]]) -> None:
    """Let a part catch up; where it fails the others do all the same, and it tries again later."""
    try:
        await part()
    except StoreError as error:
        log.warning("what is to be shown cannot be read: %s", error)
    except Exception:
        log.exception("catching up failed")


# What the processes hear of each other.

# The other processes on the database, over its signals: telling them, and hearing them.

log = logging.getLogger(__name__)


class SharedPeers:
    """`bot.store.signals` of several; keeps what was read before true, whoever changes it."""

    def __init__(self, database: Database, remembered: Remembered, rewrites: Rewrites) -> None:
        self._database = database
        self._remembered = remembered
        self._rewrites = rewrites
        self._waiting: list[Signal] = []
        self._telling: asyncio.Task[None] | None = None

    def listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        """Hear from now on what other processes tell; see `Peers`."""

        def heard(signal: Signal) -> None:
            if signal.kind == SETTINGS:
                self._remembered.forget(*signal.about)
            elif signal.kind == REWRITTEN:
                self._rewrites.note()
            else:
                hear(signal)

        def missed_some() -> None:
            # Nothing is taken for known before the line stands again: what changed while it was
            # cut nobody will ever tell.
            self._remembered.forget()
            self._rewrites.is_deaf = False
            self._rewrites.note()
            missed()

        def deaf() -> None:
            self._rewrites.is_deaf = True

        self._database.listen(heard, missed_some, deaf)

    async def tell(self, *signals: Signal) -> None:
        """Tell the others what no change of the store tells them. Raises StoreError."""
        await self._database.write_out_of_turn(None, send, signals)

    def tell_soon(self, kind: str, *about: Any) -> None:
        """Tell the others something that may be lost, without waiting for it."""
        self._waiting.append(Signal(kind, about))
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all(), name="telling others")

    async def flush(self) -> None:
        """Wait until all is told that is to be told soon."""
        if self._telling is not None:
            await self._telling

    async def _tell_all(self) -> None:
        while self._waiting:
            signals, self._waiting = self._waiting, []
            try:
                # More may come while these are told: the loop looks again before the task ends.
                await self.tell(*signals)
            except StoreError as error:
                log.warning("other processes could not be told: %s", error)


# The heartbeat of a process: it renews its row, and lives on under a new name when late.


class Heartbeat:
    """Keeps the process alive in the eyes of the others, from `begin` to `close`.

    Each of `on_late` is called when others may have taken what this process held, after it has
    joined again.
    """

    def __init__(self, processes: Processes, leases: Leases) -> None:
        self.on_late: list[Callable[[], None]] = []
        self._processes = processes
        self._give_back = leases.give_back
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Join, and renew from now on. Raises StoreError."""
        await self._processes.join()
        self._task = asyncio.create_task(self._renew(), name="heartbeat")

    async def close(self) -> None:
        """Leave: what this process held is free at once."""
        # Before it leaves: one more heartbeat would join again.
        await end_tasks([self._task])
        with suppress(StoreError):  # else its row runs out
            await self._processes.leave()

    async def _renew(self) -> None:
        was_told = False
        while True:
            await asyncio.sleep(RENEWING)
            try:
                is_in_time = await self._processes.renew()
                if not is_in_time:
                    await self._processes.join()
            except StoreError as error:
                if not was_told:
                    log.warning("this process cannot say that it is alive: %s", error)
                was_told = True
                continue
            was_told = False
            # What could not be given back while the database was away: nobody else asks again.
            await self._give_back()
            if is_in_time:
                continue
            log.warning("this process was late: others may have taken what it held")
            for tell in self.on_late:
                tell()


# One process among several: their agreements in the database that they share.


class Cluster:
    """A process among those that share its database; of it from when its heart beats."""

    def __init__(self, store: Store) -> None:
        database = store.database
        self.processes = Processes(database)
        self.leases = Leases(database, self.processes)
        self.claims = Claims(database)
        self.identifies = Identifies(database)
        self.peers = SharedPeers(database, store.remembered, store.rewrites)
        self.ownership = SharedOwnership(database, self.processes, self.leases, self.peers)
        self.heartbeat = Heartbeat(self.processes, self.leases)


LEADER = "leader"
"""The lease of the process that does what is done once for all."""

ADOPTION_TRIES = 3
"""A dead process's matches are adopted in this many passes; rows locked by others are skipped."""


class PeerWatch:
    """Hears the peers, and takes over what dead ones owned, from `begin` to `close`."""

    def __init__(self, app: App, jobs: LeaderJobs, cluster: Cluster) -> None:
        self._publisher, self._clocks = app.get(Publisher), app.get(Clocks)
        self._tables, self._rater = app.get(Tables), app.get(Rater)
        self._inviting, self._features = app.get(Inviting), app.get(Jobs)
        self._cluster = cluster
        self._ownership = cluster.ownership
        self._jobs = jobs
        self._looks = 0
        self._looking = asyncio.Lock()
        # Who was alive at the last look; "" never is, so that the first one finds something gone.
        self._known = {""}
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[None]] = set()
        self._on_signal: Mapping[str, Callable[..., None]] = {
            "match": self._match_changed, "show": self._show, "renew": self._renew,
            "home": self._lost, "pressed": self._publisher.pressed_elsewhere,
            "unreached": self._unreached, "hurry": self._publisher.hurry_here,
            "digest": self._digest, "forget": self._publisher.unreached.forget,
            "invited": self._invited,
            "left": self._left,
        }  # fmt: skip

    async def begin(self) -> None:
        """Hear the others from now on, and lead if nobody does. Raises StoreError."""
        # Before it leads: what is told to the leader must not be missed.
        self._cluster.peers.listen(self._hear, self._missed)
        await self._lead()
        self._cluster.heartbeat.on_late.append(self.late)

    def start(self) -> None:
        """Look after what dead processes leave, from now on."""
        self._task = asyncio.create_task(self._keep(), name="peers")

    async def close(self) -> None:
        """Look after nothing any more; whoever is left does, once this process has left."""
        await end_tasks((*self._others, self._task))
        self._ownership.clear()
        # What it told last must be gone before its row is: "left" comes behind everything else.
        await self._cluster.peers.flush()

    def late(self) -> None:
        """Do nothing more for any match, nor for all: others may by now. Then begin again."""
        log.warning("this process begins anew with what nobody looks after")
        # All of this before anything is awaited: nothing is shown or moved for a table in between.
        self._ownership.clear()
        self._ownership.lead("")
        self._publisher.let_go()
        self._clocks.forget_all()
        self._known = {""}
        self._ending = self._do(self._jobs.end())

    async def adopt(self) -> None:
        """Look after what nobody alive does. Raises StoreError."""
        while match_ids := await self._ownership.adopt():
            log.info("%d matches that nobody looked after go on here", len(match_ids))
            # Clocks first: what is shown of a table tells how much time there is.
            await self._clocks.take_over(match_ids)
            for match_id in match_ids:
                self._publisher.request(match_id, ("call", 0))
        await self._publisher.catch_up()

    async def _keep(self) -> None:
        was_told = False
        while True:
            try:
                await self._look()
                was_told = False
            except StoreClosed:
                return
            except StoreError as error:
                if not was_told:
                    log.warning("it cannot be seen what other processes do: %s", error)
                was_told = True
            except Exception:
                # It must outlive any one failure.
                log.exception("keeping up with other processes failed")
            await asyncio.sleep(RENEWING)

    async def _look(self) -> None:
        """See who has died since the last look."""
        # A process that leaves is heard of while the round looks too: two looks at once would
        # begin the leader's jobs twice.
        async with self._looking:
            await self._look_once()

    async def _look_once(self) -> None:
        await self._lead()
        alive = await self._cluster.processes.all_alive()
        gone, self._known = self._known - alive, alive
        if gone:
            self._looks = ADOPTION_TRIES
        if self._looks:
            self._looks -= 1
            # Again at the next looks: rows that a transaction holds just now are skipped.
            await self.adopt()

    async def _lead(self) -> None:
        token = self._ownership.token
        if self._ownership.leads or not await self._cluster.leases.take(LEADER):
            return
        log.info("this process leads")
        if self._ending is not None:
            # Its jobs of before it was late may be ending still: else the end would stop the new.
            await self._ending
        # Under the token of the lease: a process that was late while it waited leads no more.
        self._ownership.lead(token)
        try:
            await self._jobs.begin()
        except BaseException:
            # Cancelled, too, it may have begun some of them: the next look begins all again.
            self._ownership.lead("")
            self._ending = self._do(self._jobs.end())
            raise

    def _hear(self, signal: Signal) -> None:
        if (heard := self._on_signal.get(signal.kind)) is not None:
            heard(*signal.about)
        elif (job := self._features.on_signal.get(signal.kind)) and self._ownership.leads:
            self._do(job(*signal.about))

    def _missed(self) -> None:
        self._do(self._make_up())

    async def _make_up(self) -> None:
        """Look for what signals would have told."""
        self._clocks.look_soon()
        self._publisher.refresh()
        if self._ownership.leads:
            await self._publisher.digests.look_after_all()
        await self._publisher.catch_up()

    def _do(self, task: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        done = asyncio.create_task(self._tried(task), name="heard of another process")
        self._others.add(done)
        done.add_done_callback(self._others.discard)
        return done

    async def _tried(self, task: Coroutine[Any, Any, None]) -> None:
        try:
            await task
        except StoreError as error:
            log.warning("what another process told cannot be followed: %s", error)
        except Exception as error:  # noqa: BLE001 - the sweep makes up for it
            log.warning("what another process told came to nothing: %s", located(error))

    def _match_changed(self, match_id: MatchId, version: int, status: str) -> None:
        self._tables.cache.note_version(match_id, version)
        if self._ownership.has(match_id):
            self._do(self._go_on(match_id))
        else:
            self._publisher.refresh(match_id)
        if status == Status.OVER.value and self._ownership.leads:
            self._rater.start()

    async def _go_on(self, match_id: MatchId) -> None:
        # Read again, not from the signal: by now there may be a newer version.
        row = (await self._tables.load(match_id)).row
        self._clocks.arm(row)
        await self._publisher.on_change(row)

    def _show(self, match_id: MatchId, *parts: tuple[str, int]) -> None:
        if self._ownership.has(match_id):
            self._publisher.request(match_id, *((kind, user_id) for kind, user_id in parts))

    def _renew(self, match_id: MatchId, user_id: int) -> None:
        if self._ownership.has(match_id):
            self._publisher.renew(match_id, user_id)

    def _lost(self, match_id: MatchId) -> None:
        self._ownership.release(match_id)
        self._publisher.let_go(match_id)
        self._clocks.forget(match_id)

    def _unreached(self, user_id: int, is_unreached: bool) -> None:
        self._publisher.unreached.note_elsewhere(user_id, is_unreached=is_unreached)

    def _digest(self, user_id: int) -> None:
        if self._ownership.leads:
            self._publisher.digests.request(user_id)

    def _invited(self) -> None:
        if self._ownership.leads:
            self._do(self._inviting.catch_up())

    def _left(self) -> None:
        self._do(self._look())
