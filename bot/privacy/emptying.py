"""Channels of direct messages that are to be emptied, as their person had their data deleted."""

from __future__ import annotations

from bot.privacy.erased import EMPTYING
from bot.store import settings
from bot.store.part import Part


class Emptying(Part):
    """What is left to be emptied."""

    async def channels(self) -> dict[int, float]:
        """Return the channels that are to be emptied, each up to when."""
        found = await self.database.read(settings.all_of, EMPTYING)
        return {int(channel): float(until) for channel, until in found.items()}

    async def done(self, channel_id: int) -> None:
        """Note that a channel is empty, or cannot be emptied."""
        await self.database.write(settings.put, EMPTYING, str(channel_id), None)
