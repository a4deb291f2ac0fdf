"""Which process serves a shard: one, the active; and two only while a standby takes over.

A process that starts asks those that serve its shards to make way, as their standby. Each active
one first claims every interaction (`bot.store.cluster.claims`) and says so (`makes way for …`):
from then on the standby may connect, and each interaction is answered by the first to claim it.
When it hears everything the standby says so (`relieves …`), and the active one stops.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from math import gcd, inf
from typing import TYPE_CHECKING

from bot.settings import Shards
from bot.store.cluster.served import SHARD, gaps, shard_of
from bot.store.errors import StoreError

if TYPE_CHECKING:
    from bot.discord.inbound import Once
    from bot.discord.watchdog import Limits
    from bot.store import Store

log = logging.getLogger(__name__)

QUIET, BUSY = 1.0, 0.2
"""Seconds between two looks at what other processes say: usually, and in a takeover."""

RESCUE = 1.0
"""Seconds after which an interaction is answered here if who has claimed it has died."""

DOUBT = 60.0
"""Seconds for which claims go on after the other process has gone: it might only have been slow."""

WAITING = "another process serves these shards and does not make way yet: waiting for it"
"""What a host reads."""


def lease_of(shard: int, count: int) -> str:
    """Name the lease of a shard."""
    return f"{SHARD}{shard}/{count}"


def standby_of(active: str) -> str:
    """Name the lease of the process that is to take over from an active one.

    These names are what processes of any version agree on, so they stay as they were spelled first.
    """
    return f"heir of {active}"


def clashes(name: str, shards: Shards) -> bool:
    """Return whether a lease is of a shard that hears of what one of these hears of.

    >>> clashes("shard 1/2", Shards((3,), 4)), clashes("shard 0/2", Shards((3,), 4))
    (True, False)
    """
    if not name.startswith(SHARD):
        return False
    number, count = shard_of(name)
    common = gcd(count, shards.count)
    return any(number % common == own % common for own in shards.ids)


class Takeover:
    """Takes the shards of this process, and gives them away when another one comes for them.

    Where processes share no database there is but one, which serves its shards unasked.
    """

    def __init__(self, store: Store, inbox: Once, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._leases: frozenset[str] = frozenset()
        self._shards = Shards((), 1)
        self._actives: frozenset[str] = frozenset()
        self._standby: str | None = None
        self._serving_since = 0.0
        self._claiming_until = 0.0
        self._has_looked_for_gaps = False
        inbox.claim = self._is_ours
        inbox.is_claimed = lambda: self._is_claiming or not self._store.processes.is_alive

    async def ask(self, shards: Shards) -> None:
        """Wait until this process may connect: nobody serves these shards, or they make way."""
        if not self._store.processes.is_shared:
            return
        self._shards = shards
        self._leases = frozenset(lease_of(number, shards.count) for number in shards.ids)
        was_told = False
        began = time.monotonic()
        while True:
            try:
                if await self._may_connect():
                    return
            except StoreError as error:
                log.warning("the shards cannot be taken: %s", error)
            if not was_told and time.monotonic() - began > self._limits.waiting:
                was_told = True
                log.warning("%s", WAITING)
            await asyncio.sleep(BUSY)

    async def _may_connect(self) -> bool:
        actives = await self._take()
        if not actives:
            return True
        if actives <= self._own:
            return False  # it was late, and will join again
        if not await self._be_standby_of(actives):
            return False
        me = self._store.processes.name
        for active in actives:
            if await self._store.leases.holder(f"makes way for {me} by {active}") != active:
                return False
        self._actives = actives
        self._claiming_until = inf
        log.info("another process makes way: connecting beside it")
        return True

    async def _be_standby_of(self, actives: Collection[str]) -> bool:
        """Ask processes to make way; False if somebody else is before this one."""
        return not await self._store.leases.take_all(set(map(standby_of, actives)))

    async def _take(self) -> frozenset[str]:
        """Take the shards, if nobody has any of them; gives who has."""
        rivals = await self._store.leases.take_all(self._leases, self._clashes)
        if not rivals and not self._serving_since:
            self._serving_since = time.monotonic()
        return rivals

    async def hold(self, hears_all: Callable[[], bool]) -> None:
        """Hold the shards until another process has taken them over.

        The processes that make way for this one go when it `hears_all`.
        """
        was_told = False
        while True:
            try:
                if await self._step(hears_all):
                    return
                await self._look_for_gaps()
                was_told = False
            except StoreError as error:
                if not was_told:  # a host reads of it once
                    log.warning("what other processes do cannot be read: %s", error)
                was_told = True
            await asyncio.sleep(BUSY if self._actives or self._standby else QUIET)

    async def _step(self, hears_all: Callable[[], bool]) -> bool:
        """Look at what other processes say; tells whether this one is to go."""
        if self._actives:
            await self._relieve(hears_all)
            return False
        if await self._store.leases.missing(self._leases) and await self._take() - self._own:
            log.warning("another process has taken these shards while this one was late: stopping")
            return True
        return await self._make_way()

    async def _look_for_gaps(self) -> None:
        """Tell, once others that start too had the time, which shards nobody serves."""
        is_early = time.monotonic() - self._serving_since < self._limits.gaps
        if self._has_looked_for_gaps or not self._serving_since or is_early:
            return
        served = await self._store.processes.served()
        self._has_looked_for_gaps = True
        if said := gaps(served, {self._shards.count}):
            log.warning("%s", said)

    async def _relieve(self, hears_all: Callable[[], bool]) -> None:
        """Let the old processes go; when they have gone, take what they had."""
        actives = await self._take()
        if actives <= self._own and actives:
            return
        if actives:
            # Again each time: one that was late lives on under a new name.
            await self._be_standby_of(actives)
            if hears_all():
                await self._store.leases.take_all({f"relieves {active}" for active in actives})
            self._actives = actives
            return
        self._actives = frozenset()
        self._claiming_until = 0.0
        await self._store.claims.forget()
        log.info("this process has taken the shards over")

    async def _make_way(self) -> bool:
        """Let a standby connect beside this process, and tell whether it hears everything now."""
        me, leases = self._store.processes.name, self._store.leases
        standby = await leases.holder(standby_of(me))
        if standby != self._standby and self._standby is not None:
            log.warning("the process that was to take over has gone: this one goes on")
            await leases.release(f"makes way for {self._standby} by {me}")
            self._standby = None
            self._claiming_until = time.monotonic() + DOUBT
        if standby is None or time.monotonic() - self._serving_since < self._limits.tenure:
            return False
        if self._standby is None:
            self._claiming_until = inf
            await leases.take(f"makes way for {standby} by {me}")
            self._standby = standby
            log.info("another process takes over: each interaction is claimed from now on")
        if await leases.holder(f"relieves {me}") != standby:
            return False
        await asyncio.sleep(self._limits.overlap)
        log.info("another process has taken over: stopping")
        return True

    async def close(self) -> None:
        """Say, when all is answered, that this process goes and has not died."""
        if self._is_claiming:
            with suppress(StoreError):  # then some answers are only tried a second time
                await self._store.claims.settle()

    @property
    def _is_claiming(self) -> bool:
        """Whether another process may answer the same interactions."""
        return time.monotonic() < self._claiming_until

    async def _is_ours(self, number: str) -> bool:
        """Return whether this process is to answer an interaction."""
        try:
            if not self._store.processes.is_alive and await self._rivals():
                return False  # others may have taken the shards, and have
            if not self._is_claiming or not number.isdecimal():
                return True  # what is no number will be refused
            if await self._store.claims.claim(int(number)):
                return True
            await asyncio.sleep(RESCUE)
            return await self._store.claims.claim_again(int(number))
        except StoreError as error:
            log.warning("an interaction cannot be claimed: %s", error)
            return True

    @property
    def _own(self) -> frozenset[str]:
        return frozenset({self._store.processes.name})

    async def _rivals(self) -> frozenset[str]:
        return await self._store.leases.rivals(self._leases, self._clashes)

    def _clashes(self, name: str) -> bool:
        return clashes(name, self._shards)
