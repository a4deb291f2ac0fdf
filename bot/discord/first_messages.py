"""The direct message channels with people, of which Discord lets a bot open only so many so fast.

A bot that goes on asking is barred from writing to anybody new: after a refusal nobody's is asked
for in this process for a while. What is open already goes on.
"""

from __future__ import annotations

import discord

from bot.clock import Clock
from bot.discord.refusals import translated
from bot.errors import Hasty


class FirstMessages:
    """Opens direct message channels, and remembers those that are open."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._channels: dict[int, int] = {}
        self._until = 0.0

    def is_open(self, user_id: int) -> bool:
        """Return whether the channel with a person was opened in this process."""
        return user_id in self._channels

    async def channel(self, user_id: int) -> int:
        """Return the channel with a person, opened if need be. Raises Shut, and Hasty."""
        if user_id not in self._channels:
            if (left := self._until - self._clock.now()) > 0:
                raise Hasty("direct messages were opened too fast", left)
            try:
                opened = await translated(lambda: self._client.create_dm(discord.Object(user_id)))
            except Hasty as error:
                self._until = self._clock.now() + error.seconds
                raise
            self._channels[user_id] = opened.id
        return self._channels[user_id]
