"""Tidying up, little by little, while people play."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.errors import Busy, StageError, Unauthorized
from bot.store.errors import StoreError

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.discord_io import DiscordIO
    from bot.store import Store

log = logging.getLogger(__name__)

MOST = 40
"""How many messages of one channel are deleted in a round."""

ON_THE_WAY = 5.0
"""Seconds in which a message may still arrive that was on its way when its data was deleted."""

PATIENCE = 7 * 86400.0
"""Seconds after which direct messages that Discord does not let the bot delete are left alone."""


class Tidying:
    """Empties the direct messages of people who had their data deleted."""

    def __init__(self, store: Store, io: DiscordIO, clock: Clock) -> None:
        self._store = store
        self._io = io
        self._clock = clock

    async def tidy(self) -> None:
        """Do a round; whatever goes wrong is logged and left to the next one."""
        try:
            for channel_id, until in (await self._store.emptying()).items():
                await self._empty(channel_id, until)
        except StoreError as error:
            log.warning("tidying failed: %s", error)
        except Exception:
            # What calls this must outlive any one failure; the next round tries again.
            log.exception("tidying failed")

    async def _empty(self, channel_id: int, until: float) -> None:
        """Delete the bot's messages of before a moment from a channel, or go on doing so."""
        now = self._clock.now()
        if 0 <= now - until < ON_THE_WAY:
            return
        try:
            is_empty = await self._io.clear_own(channel_id, until + ON_THE_WAY, MOST)
        except (Busy, Unauthorized) as error:
            log.info("direct messages are deleted later: %s", error)
            is_empty = now - until > PATIENCE
        except StageError as error:
            log.info("direct messages cannot be deleted: %s", error)
            is_empty = True
        if is_empty:
            await self._store.emptied(channel_id)
