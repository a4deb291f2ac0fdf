"""Which process serves a shard: one, the active; and two only while a standby takes over.

A process that starts asks those that serve its shards to make way, as their standby. Each active
one first claims every interaction (`bot.store.cluster.leases`) and says so (`makes way for …`):
from then on the standby may connect, and each interaction is answered by the first to claim it.
When it hears everything the standby says so (`relieves …`), and the active one stops.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from math import gcd, inf

from bot.cluster.peers import Cluster
from bot.discord.connection import Limits
from bot.discord.inbound import Once
from bot.settings import Shards
from bot.store.cluster.process_rows import SHARD, gaps, shard_of
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

QUIET, BUSY = 1.0, 0.2
"""Seconds between two looks at what other processes say: usually, and in a takeover."""

RESCUE = 1.0
"""Seconds after which an interaction is answered here if who has claimed it has died."""

DOUBT = 60.0
"""Seconds for which claims go on after the other process has gone: it might only have been slow."""

WAITING = "another process serves these shards and does not make way yet: waiting for it"
"""The words for a host."""


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
    """Takes the shards of this process, and gives them away when another one comes for them."""

    def __init__(
        self,
        cluster: Cluster,
        inbox: Once,
        limits: Limits,
        prepare: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`prepare` is done once, before another process is asked to make way."""
        self._processes = cluster.processes
        self._leases = cluster.leases
        self._claims = cluster.claims
        self._limits = limits
        self._names: frozenset[str] = frozenset()
        self._shards = Shards((), 1)
        self._actives: frozenset[str] = frozenset()
        self._standby: str | None = None
        self._serving_since = 0.0
        self._claiming_until = 0.0
        self._has_looked_for_gaps = False
        self._prepare = prepare
        inbox.claim = self._is_ours
        inbox.is_claimed = lambda: self._is_claiming or not self._processes.is_alive

    async def ask(self, shards: Shards) -> None:
        """Wait until this process may connect: nobody serves these shards, or they make way."""
        self._shards = shards
        self._names = frozenset(lease_of(number, shards.count) for number in shards.ids)
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
        """Tell whether nobody serves these shards, or those that do make way for this process.

        One that was late is in its own way until it has joined again: it takes no lease.
        """
        actives = await self._take()
        if not actives:
            return True
        if self._prepare is not None:
            await self._prepare()
            self._prepare = None
        if not await self._be_standby_of(actives):
            return False
        me = self._processes.name
        for active in actives:
            if await self._leases.holder(f"makes way for {me} by {active}") != active:
                return False
        # Before it connects: the first press that both hear must be claimed here, too.
        self._actives = actives
        self._claiming_until = inf
        log.info("another process makes way: connecting beside it")
        return True

    async def _be_standby_of(self, actives: Collection[str]) -> bool:
        """Ask processes to make way; False if somebody else is before this one."""
        return not await self._leases.take_all(set(map(standby_of, actives)))

    async def _take(self) -> frozenset[str]:
        """Take the shards, if nobody has any of them; gives who has."""
        rivals = await self._leases.take_all(self._names, self._clashes)
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
        # They are missing if this one was late: taken again, unless another process has any by now.
        if await self._leases.missing(self._names) and await self._take() - {self._processes.name}:
            log.warning("another process has taken these shards while this one was late: stopping")
            return True
        return await self._make_way()

    async def _look_for_gaps(self) -> None:
        """Tell, once others that start too had the time, which shards nobody serves."""
        is_early = time.monotonic() - self._serving_since < self._limits.gaps
        if self._has_looked_for_gaps or not self._serving_since or is_early:
            return
        served = await self._processes.served()
        self._has_looked_for_gaps = True
        if said := gaps(served, {self._shards.count}):
            log.warning("%s", said)

    async def _relieve(self, hears_all: Callable[[], bool]) -> None:
        """Let the old processes go; when they have gone, take what they had."""
        actives = await self._take()
        if actives:
            # Again each time: one that was late lives on under a new name.
            await self._be_standby_of(actives)
            if hears_all():
                await self._leases.take_all({f"relieves {active}" for active in actives})
            self._actives = actives
            return
        self._actives = frozenset()
        self._claiming_until = 0.0
        await self._claims.forget()
        log.info("this process has taken the shards over")

    async def _make_way(self) -> bool:
        """Go through the states of an active process; tell whether it is relieved by now.

        *Serving*: no standby asks, or one asks too soon. *Making way*: a standby may connect, and
        each interaction is claimed. *In doubt*: the standby has gone; this one serves on, and
        claims for a while. *Relieved*: the standby hears everything, and this one stops.
        """
        me = self._processes.name
        standby = await self._leases.holder(standby_of(me))
        if self._standby is not None and self._standby != standby:
            await self._doubt(self._standby)
        if standby is None or time.monotonic() - self._serving_since < self._limits.tenure:
            return False
        if self._standby is None:
            await self._let_connect(standby)
        if await self._leases.holder(f"relieves {me}") != standby:
            return False
        # Both answer for a moment: what Discord has sent to this one alone is still on its way.
        await asyncio.sleep(self._limits.overlap)
        log.info("another process has taken over: stopping")
        return True

    async def _let_connect(self, standby: str) -> None:
        """From serving to making way."""
        # Claim first, then say so: the standby connects from the instant in which it reads that.
        self._claiming_until = inf
        await self._leases.take(f"makes way for {standby} by {self._processes.name}")
        self._standby = standby
        log.info("another process takes over: each interaction is claimed from now on")

    async def _doubt(self, gone: str) -> None:
        """From making way back to serving, in doubt for a while."""
        log.warning("the process that was to take over has gone: this one goes on")
        await self._leases.release(f"makes way for {gone} by {self._processes.name}")
        self._standby = None
        # If it was only slow it still answers: without claims presses would be answered twice.
        self._claiming_until = time.monotonic() + DOUBT

    async def close(self) -> None:
        """Say, when all is answered, that this process goes and has not died."""
        if self._is_claiming:
            with suppress(StoreError):  # then some answers are only tried a second time
                await self._claims.settle()

    @property
    def _is_claiming(self) -> bool:
        """Whether another process may answer the same interactions."""
        return time.monotonic() < self._claiming_until

    async def _is_ours(self, number: str) -> bool:
        """Return whether this process is to answer an interaction."""
        try:
            # One that slept hears what waited for it, before it can notice that others serve now.
            rivals = self._leases.rivals
            if not self._processes.is_alive and await rivals(self._names, self._clashes):
                return False
            if not self._is_claiming or not number.isdecimal():
                return True  # what is no number will be refused
            if await self._claims.claim(int(number)):
                return True
            # The other one has it. If that is killed before it answers, the server knows by then.
            await asyncio.sleep(RESCUE)
            return await self._claims.claim_again(int(number))
        except StoreError as error:
            log.warning("an interaction cannot be claimed: %s", error)
            return True

    def _clashes(self, name: str) -> bool:
        return clashes(name, self._shards)
