"""Ownership where several processes share a database, and work that the leader alone does."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from bot.discord.app import App
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs
from bot.match.lobby.invitations import Inviting
from bot.match.show.publisher import Publisher
from bot.privacy.service import Tidying
from bot.store.cluster.leases import Leases, Processes
from bot.store.cluster.process_rows import adopt, is_free, seize, take
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow
from bot.store.signals import Peers

# Ownership where several processes share a database: what one of them has acquired.
#
# The name that a process has since it joined is its fencing token: it stands in the rows of what
# is acquired, which only a living process can, and nothing acquired under an older one counts
# here.

log = logging.getLogger(__name__)

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
        # The token is the one that was written: this process may have joined anew meanwhile.
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
