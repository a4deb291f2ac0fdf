"""One of several processes: it hears the others, and looks after what dead ones leave behind.

Alone on its database a process does nothing of this.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from bot.leagues.news import LeagueNews
from bot.match.clock.clocks import Clocks
from bot.match.lobby.inviting import Inviting
from bot.match.show.publisher import Publisher
from bot.match.tables import Tables
from bot.ratings.rater import Rater
from bot.store.cluster.processes import RENEWING
from bot.store.errors import StoreClosed, StoreError
from bot.store.rows import MatchId, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from bot.cluster.leader_jobs import LeaderJobs
    from bot.discord.app import App
    from bot.store.signals import Signal

log = logging.getLogger(__name__)

LEADER = "leader"
"""The lease of the process that does what is done once for all."""

ADOPTION_TRIES = 3
"""A dead process's matches are adopted in this many passes; rows locked by others are skipped."""


class PeerWatch:
    """A process among the others, from `begin` to `close`."""

    def __init__(self, app: App, jobs: LeaderJobs) -> None:
        self._app = app
        self._store = app.store
        self._jobs = jobs
        self._looks = 0
        self._looking = asyncio.Lock()
        # Who was alive at the last look; "" never is, so that the first one finds something gone.
        self._known = {""}
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[None]] = set()
        self._heard: Mapping[str, Callable[..., None]] = {
            "match": self._match_changed, "show": self._show, "renew": self._renew,
            "home": self._lost, "pressed": app.get(Publisher).pressed_elsewhere,
            "unreached": self._unreached, "hurry": app.get(Publisher).hurry_here,
            "digest": self._digest, "forget": app.get(Publisher).unreached.forget,
            "invited": self._invited, "league": self._league, "left": self._left,
        }  # fmt: skip

    async def begin(self) -> None:
        """Hear the others from now on, and lead if nobody does. Raises StoreError."""
        self._store.others.listen(self._hear, self._missed)
        await self._lead()

    def start(self) -> None:
        """Look after what dead processes leave, from now on."""
        if self._store.processes.takes_part:
            self._task = asyncio.create_task(self._keep(), name="peers")

    async def close(self) -> None:
        """Look after nothing any more; whoever is left does, once this process has left."""
        tasks = [*self._others, *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._store.homes.clear()
        await self._store.others.told()

    def late(self) -> None:
        """Do nothing more for any match, nor for all: others may by now. Then begin anew."""
        log.warning("this process begins anew with what nobody looks after")
        self._store.homes.clear()
        self._app.get(Publisher).let_go()
        self._app.get(Clocks).forget_all()
        if self._store.processes.takes_part:
            self._store.processes.leads = False
            self._known = {""}
            self._ending = self._do(self._jobs.end())

    async def adopt(self) -> None:
        """Look after what nobody alive does. Raises StoreError."""
        while match_ids := await self._store.homes.adopt():
            log.info("%d matches that nobody looked after go on here", len(match_ids))
            await self._app.get(Clocks).take_over(match_ids)
            for match_id in match_ids:
                self._app.get(Publisher).request(match_id, ("call", 0))
        if self._store.processes.takes_part:
            await self._app.get(Publisher).catch_up()

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
        async with self._looking:
            await self._look_once()

    async def _look_once(self) -> None:
        await self._lead()
        alive = await self._store.processes.all_alive()
        gone, self._known = self._known - alive, alive
        if gone:
            self._looks = ADOPTION_TRIES
        if self._looks:
            self._looks -= 1
            await self.adopt()

    async def _lead(self) -> None:
        processes = self._store.processes
        if not processes.takes_part:
            await self._jobs.begin()
        elif not processes.leads and await self._store.leases.take(LEADER):
            log.info("this process leads")
            if self._ending is not None:
                await self._ending
            processes.leads = True
            try:
                await self._jobs.begin()
            except BaseException:
                processes.leads = False
                self._ending = self._do(self._jobs.end())
                raise

    def _hear(self, signal: Signal) -> None:
        if (heard := self._heard.get(signal.kind)) is not None:
            heard(*signal.about)

    def _missed(self) -> None:
        self._do(self._make_up())

    async def _make_up(self) -> None:
        """Look for what signals would have told."""
        self._app.get(Clocks).look_soon()
        self._app.get(Publisher).refresh()
        if self._store.processes.leads:
            await self._app.get(Publisher).digests.look_after_all()
        await self._app.get(Publisher).catch_up()

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
            log.info("what another process told came to nothing: %s", type(error).__name__)

    def _match_changed(self, match_id: MatchId, version: int, status: str) -> None:
        self._app.get(Tables).kept.heed(match_id, version)
        if self._store.homes.has(match_id):
            self._do(self._go_on(match_id))
        else:
            self._app.get(Publisher).refresh(match_id)
        if status == Status.OVER.value and self._store.processes.leads:
            self._app.get(Rater).start()

    async def _go_on(self, match_id: MatchId) -> None:
        row = (await self._app.get(Tables).load(match_id)).row
        self._app.get(Clocks).arm(row)
        await self._app.get(Publisher).on_change(row)

    def _show(self, match_id: MatchId, *parts: tuple[str, int]) -> None:
        if self._store.homes.has(match_id):
            self._app.get(Publisher).request(
                match_id, *((kind, user_id) for kind, user_id in parts)
            )

    def _renew(self, match_id: MatchId, user_id: int) -> None:
        if self._store.homes.has(match_id):
            self._app.get(Publisher).renew(match_id, user_id)

    def _lost(self, match_id: MatchId) -> None:
        self._store.homes.drop(match_id)
        self._app.get(Publisher).let_go(match_id)
        self._app.get(Clocks).forget(match_id)

    def _unreached(self, user_id: int, is_unreached: bool) -> None:
        self._app.get(Publisher).unreached.note_elsewhere(user_id, is_unreached=is_unreached)

    def _digest(self, user_id: int) -> None:
        if self._store.processes.leads:
            self._app.get(Publisher).digests.request(user_id)

    def _invited(self) -> None:
        if self._store.processes.leads:
            self._do(self._app.get(Inviting).catch_up())

    def _league(self) -> None:
        if self._store.processes.leads:
            self._do(self._app.get(LeagueNews).catch_up())

    def _left(self) -> None:
        self._do(self._look())
