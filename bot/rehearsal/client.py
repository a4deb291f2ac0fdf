"""The bot as it is, over a database of its own, hearing presses on its own messages alone."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import discord

from bot.client import Nimbus
from bot.discord.inbound import INTERACTION
from bot.rehearsal.traffic import Traffic
from bot.settings import Settings
from bot.store import Store

AGAIN, TRIES = 0.1, 25
"""Seconds between two looks whether a press is on an own message, and how many there are."""


class Rehearsing(Nimbus):
    """Another process of the bot may hear the same events: those are left to it."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.traffic = Traffic()
        self.presses: list[discord.Interaction[Nimbus]] = []
        """The presses on the messages of the rehearsal, and their answers."""
        self.answered = asyncio.Event()
        if self.http.http_trace is not None:  # as Nimbus gives one
            self.traffic.listen(self.http.http_trace)
        self._hear = self._connection.parsers[INTERACTION]
        self._connection.parsers[INTERACTION] = self._hear_own

    def begin_to_compile(self) -> None:
        """Compile nothing: the house players of a rehearsal need no kernels."""

    async def assemble(self, store: Store) -> None:
        """Put the parts together; greet no server that is joined meanwhile, and answer no call."""
        await super().assemble(store)
        await self.remove_cog("WelcomeCog")
        await self.remove_cog("CalledCog")

    async def on_interaction(self, interaction: discord.Interaction[Nimbus]) -> None:
        """Answer a press as the bot does, and remember it."""
        await super().on_interaction(interaction)
        self.presses.append(interaction)
        self.answered.set()

    def _hear_own(self, data: Any, tries: int = TRIES) -> None:
        """Hear a press of a message of this rehearsal; people may be faster than Discord's answer.

        Then the message is not known yet.
        """
        message = data.get("message") if isinstance(data, dict) else None
        own = {str(number) for number in self.traffic.messages}
        if isinstance(message, dict) and message.get("id") in own:
            self._hear(data)
        elif message is not None and tries:
            self.loop.call_later(AGAIN, self._hear_own, data, tries - 1)


def made_up_id() -> int:
    """Return the id that a press of this moment would have: seats are drawn from these."""
    return discord.utils.time_snowflake(discord.utils.utcnow()) + time.perf_counter_ns() % 1000
