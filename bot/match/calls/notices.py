"""Notices: the one way to tell a person something by direct message that is no hand.

A notice never pings whoever has quiet hours, or wants to be called nowhere: it comes silently then.
What is over the person's budget is not sent, and whoever tells it decides what to do: a call waits
until there is room and is told only if it still holds, anything else is dropped.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Protocol

from bot.clock import Clock
from bot.errors import Busy, Shut, StageError
from bot.match.calls.budget import MessageBudget
from bot.match.locks import Locks
from bot.preferences.person import PersonSettings, Place, person_settings
from bot.store import Store

log = logging.getLogger(__name__)

PATIENCE = (1.0, 2.0, 5.0)
"""Seconds before the next try of a notice that Discord did not take, as long as somebody waits."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to a person: a text, with people's own words escaped.

    The same nonce within a few minutes is the same message. `press` is the custom id and the label
    of a button below it.
    """

    text: str
    nonce: str
    press: tuple[str, str] | None = None


class NoticeStage(Protocol):
    """Shows notices. Every method may raise StageErrors."""

    async def post_notice(
        self, user_id: int, notice: Notice, *, silent: bool = False
    ) -> tuple[int, int]:
        """Send a notice and return the channel's and the message's id; a silent one pings not."""

    async def edit_notice(self, channel_id: int, message_id: int, notice: Notice) -> None:
        """Put another notice in a message's place, without a ping."""

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot; one already gone is fine."""


class Notices:
    """Tells people things, as they wish. Raises StoreError where the store cannot be asked."""

    def __init__(
        self, store: Store, clock: Clock, stage: NoticeStage, budget: MessageBudget
    ) -> None:
        self._store = store
        self._clock = clock
        self.stage = stage
        self.budget = budget
        self._locks = Locks[int]()

    async def tell(self, user_id: int, notice: Notice) -> bool:
        """Send a person a notice once; return whether it was sent."""
        try:
            return await self._try_for_a_while(user_id, notice) is not None
        except Shut:
            return False
        except StageError as error:
            log.warning("a notice was not taken: %s", error)
            return False

    async def send(self, user_id: int, notice: Notice) -> tuple[int, int] | None:
        """Send a person a notice and return the channel's and the message's id.

        None means that it is over their budget. Raises StageError.
        """
        # One at a time, so that two at once do not take the same room.
        async with self._locks[user_id]:
            if not await self.budget.has_room(user_id):
                log.info("a notice is over the budget of person %s", user_id)
                return None
            silent = await self.is_hushed(user_id)
            sent = await self.stage.post_notice(user_id, notice, silent=silent)
            await self.budget.count(user_id)
            return sent

    async def is_hushed(self, user_id: int) -> bool:
        """Return whether nothing is to ping a person now."""
        return is_hushed(await person_settings(self._store, user_id), self._clock.now())

    async def _try_for_a_while(self, user_id: int, notice: Notice) -> tuple[int, int] | None:
        for pause in PATIENCE:
            try:
                return await self.send(user_id, notice)
            except Busy as error:
                log.info("a notice waits %s s: %s", pause, error)
                await self._clock.sleep(pause)
        return await self.send(user_id, notice)


def is_hushed(settings: PersonSettings, now: float) -> bool:
    """Return whether nothing is to ping a person of these settings now."""
    return settings.place is Place.NOWHERE or settings.quiet_left_at(now) > now
