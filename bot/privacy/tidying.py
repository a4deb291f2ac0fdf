"""Tidying up, little by little, while people play."""

from __future__ import annotations

import logging

from bot.clock import Clock
from bot.daily.calendar import Day
from bot.daily.store import DailyStore
from bot.discord.io import DiscordIO
from bot.errors import Busy, StageError, Unauthorized
from bot.match.calls.budget import MessageBudget
from bot.privacy.store import PrivacyStore
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId
from bot.store.settings import LEFT, SERVER

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
    """Empties direct messages of who had their data deleted; lets go of what is not kept for ever.

    Killed at any instant it goes on with the next round: what is done is not found again.
    """

    def __init__(self, store: Store, io: DiscordIO, clock: Clock, budget: MessageBudget) -> None:
        self._store = store
        self._privacy = PrivacyStore(store)
        self._kept = DailyStore(store.database)
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
        """Let go of what is not kept for ever, in small parts. Raises StoreError."""
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
        await self._kept.forget_places(Day.at(before).number)
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
            is_empty = await self._io.clear_own(channel_id, until + ON_THE_WAY, MESSAGES_A_ROUND)
        except (Busy, Unauthorized) as error:
            log.info("direct messages are deleted later: %s", error)
            is_empty = now - until > PATIENCE
        except StageError as error:
            log.info("direct messages cannot be deleted: %s", error)
            is_empty = True
        if is_empty:
            await self._privacy.emptied(channel_id)
