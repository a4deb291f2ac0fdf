"""People's data is deleted when they say so, and tidied little by little when it is old."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot.clock import Clock
from bot.discord.io import DiscordIO
from bot.errors import Busy, Refused, StageError, Stale, Unauthorized
from bot.match.calls.notices import MessageBudget
from bot.match.table.names import without_person
from bot.match.table.state import seat_of
from bot.match.table.tables import Tables
from bot.privacy.store import PrivacyStore, new_secret, number_in
from bot.store import Store
from bot.store.errors import StoreError, UnreadableMatch
from bot.store.rows import LIVE, Commit, MatchId, MatchRow, Status
from bot.store.settings import LEFT, SERVER

# Deleting what is kept about a person: what it will do, and doing it.
#
# The live games they are in are held meanwhile, so that all of it is one change: it is stored
# whole or not at all, and whoever presses at the same time comes before it or after it.

TRIES = 5
"""How often it is tried while tables come and go under it."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The effect of deleting: the number of games that go on with a house player, and that end.

    `lobbies` are left, and `finished` are the tables of the past.
    """

    going_on: int = 0
    ending: int = 0
    lobbies: int = 0
    finished: int = 0


class Erasing:
    """Deletes what is kept about people."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._privacy = PrivacyStore(store)
        self._tables = tables
        self._clock = clock

    async def outlook(self, user_id: int) -> Outlook:
        """Return the effect of deleting now."""
        rows = await self._store.matches_of(user_id, LIVE)
        playing = [row for row in rows if row.status is Status.PLAYING]
        ending = [row for row in playing if self._without(row, user_id).status is Status.CLOSED]
        all_of_them = len((await self._privacy.personal(user_id)).matches)
        return Outlook(
            going_on=len(playing) - len(ending),
            ending=len(ending),
            lobbies=len(rows) - len(playing),
            finished=max(0, all_of_them - len(rows)),
        )

    async def erase(self, user_id: int, someone: str, direct: int | None = None) -> None:
        """Delete everything about a person; `direct` is the channel of their direct messages.

        `someone` is shown in their place, in the person's language. Done again it finds nothing
        and harms nothing. Raises Stale, and then nothing was done.
        """
        secret = new_secret()
        for _ in range(TRIES):
            async with AsyncExitStack() as stack:
                rows, unreadable = await self._held(user_id, stack)
                commits = [
                    Commit(self._without(row, user_id, someone, secret), members_changed=True)
                    for row in rows
                ]
                done = await self._privacy.erase(
                    user_id, someone, self._clock.now(), commits,
                    unreadable=unreadable, direct=direct, secret=secret,
                )  # fmt: skip
                if done:
                    for commit in commits:
                        await self._tables.tell(commit.row)
                    return
        raise Stale("refused.erase_again")

    async def _held(
        self, user_id: int, stack: AsyncExitStack
    ) -> tuple[list[MatchRow], list[MatchId]]:
        """Hold the live matches of a person, always in the same order; and name the unreadable."""
        rows: list[MatchRow] = []
        unreadable: list[MatchId] = []
        for match_id in await self._privacy.live_with(user_id):
            try:
                row = await stack.enter_async_context(self._tables.locked(match_id))
                if row.status in LIVE:
                    self._without(row, user_id)
                    rows.append(row)
            except UnreadableMatch:
                unreadable.append(match_id)
            except Refused:
                continue  # it has gone meanwhile
        return rows, unreadable

    def _without(
        self, row: MatchRow, user_id: int, someone: str = "", secret: bytes = b""
    ) -> MatchRow:
        """Return the next version of a row without a person. Raises UnreadableMatch."""
        seat = seat_of(row, user_id)
        number = None if seat is None else number_in(row.series, seat, secret)
        after = without_person(row, user_id, someone, self._clock.now(), number)
        if row.status is not Status.PLAYING or seat is None:
            return after
        return self._tables.settled(after)


# Tidying up, little by little, while people play.

log = logging.getLogger(__name__)

MESSAGES_A_ROUND = 40
"""How many messages of one channel are deleted in a round."""

ON_THE_WAY = 5.0
"""Seconds in which a message may still arrive that was on its way when its data was deleted."""

PATIENCE = 7 * 86400.0
"""Seconds after which direct messages that Discord does not let the bot delete are left alone."""


KEPT = 30 * 86400.0
"""Seconds after which a game that is over is tidied, one that ended early deleted, and a server
that the bot has left forgotten."""

GAMES_A_TRANSACTION = 50
"""How many games are looked at in one transaction: some milliseconds, so nobody waits for it."""

DAY = 86400.0


class Tidying:
    """Empties direct messages of who had their data deleted; lets go of what is not kept forever.

    Killed at any instant it goes on with the next round: what is done is not found again.
    """

    def __init__(self, store: Store, io: DiscordIO, clock: Clock, budget: MessageBudget) -> None:
        self._store = store
        self._privacy = PrivacyStore(store)
        self._io = io
        self._clock = clock
        self._budget = budget
        self._expired: float | None = None

    async def tidy(self) -> None:
        """Do a round; whatever goes wrong is logged and left to the next one."""
        try:
            for channel_id, until in (await self._privacy.to_empty()).items():
                await self._empty(channel_id, until)
            now = self._clock.now()
            # A clock that was set back makes it too early, never too late.
            if self._expired is None or not 0 <= now - self._expired < DAY:
                await self.expire()
                self._expired = now
        except StoreError as error:
            log.warning("tidying failed: %s", error)
        except Exception:
            # What calls this must outlive any one failure; the next round tries again.
            log.exception("tidying failed")

    async def expire(self) -> None:
        """Let go of what is not kept forever, in small parts. Raises StoreError."""
        # What was counted for somebody in the instant in which they had it deleted goes here, too.
        await self._budget.tidy()
        now = self._clock.now()
        before = now - KEPT
        dropped = 0
        while done := await self._privacy.drop_closed(before, GAMES_A_TRANSACTION):
            dropped += done
        if dropped:
            log.info("%s games that ended early are deleted", dropped)
        last: MatchId | None = MatchId(0)
        while last is not None:
            last = await self._privacy.tidy_over(before, last, GAMES_A_TRANSACTION)
        await self._privacy.expire(before)
        for scope in await self._store.settings_named(LEFT):
            guild_id = scope.removeprefix(SERVER)
            if guild_id.isdecimal():
                while not await self._privacy.forget_server(
                    int(guild_id), before, GAMES_A_TRANSACTION, now
                ):
                    log.info("games of a server that was left keep nothing of it any more")

    async def _empty(self, channel_id: int, until: float) -> None:
        """Delete the bot's messages of before a moment from a channel, or go on doing so."""
        now = self._clock.now()
        if 0 <= now - until < ON_THE_WAY:
            return
        try:
            is_empty = await self._io.delete_bot_messages(
                channel_id, until + ON_THE_WAY, MESSAGES_A_ROUND
            )
        except (Busy, Unauthorized) as error:
            log.info("direct messages are deleted later: %s", error)
            is_empty = now - until > PATIENCE
        except StageError as error:
            log.info("direct messages cannot be deleted: %s", error)
            is_empty = True
        if is_empty:
            await self._privacy.emptied(channel_id)
