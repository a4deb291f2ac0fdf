"""Deleting again what a rehearsal has made; what cannot be deleted is named."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from bot.discord.refusals import LOST, translated
from bot.errors import Gone, StageError
from bot.host.findings import Finding, ok, warn, wrong
from bot.match.clock.clocks import Clocks
from bot.match.show.publisher import Publisher
from bot.rehearsal.client import Rehearsing

LAST_MESSAGES = 10.0
"""Seconds in which messages under way may still arrive, so that they are known."""


class Cleaning:
    """Deletes the threads, the messages and the private answers of a rehearsal."""

    def __init__(self, bot: Rehearsing, server: int, channel: int) -> None:
        self._bot = bot
        self._server = server
        self._channel = channel
        self._gone: set[int] = set()
        self._threads_gone: set[int] = set()

    async def clean(self) -> None:
        """Delete all of it, as far as Discord lets."""
        await self._fall_silent()
        http = self._bot.http
        for press in self._bot.presses:
            with suppress(*LOST):  # nobody else sees it, and Discord itself forgets it soon
                await press.delete_original_response()
        for thread_id in self._bot.traffic.threads:
            if await _is_gone(partial(http.delete_channel, thread_id)):
                self._threads_gone.add(thread_id)
        for message_id, channel_id in reversed(self._messages()):
            if await _is_gone(partial(http.delete_message, channel_id, message_id)):
                self._gone.add(message_id)
        for thread_id in self._threads():
            with suppress(StageError):
                await self._bot.app.io.close_thread(thread_id)

    def told(self) -> Finding:
        """Say what was deleted and what is left."""
        left = [f"{self._address(channel)}/{number}" for number, channel in self._messages()]
        threads = [self._address(number) for number in self._threads()]
        if left:
            places = ", ".join(left + threads)
            return wrong("deletion", f"delete by hand what is left: {places}")
        if threads:
            return warn(
                "deletion",
                "all messages are deleted. An archived thread is left, with none of them in it: "
                f"{', '.join(threads)}. Delete it by hand, or give the bot's role Manage Threads",
            )
        return ok("deletion", "nothing is left but the commands and emoji, which are the bot's own")

    def _messages(self) -> list[tuple[int, int]]:
        """List the messages that are still there, each with its channel."""
        return [
            (number, sent.channel_id)
            for number, sent in self._bot.traffic.messages.items()
            if sent.is_own
            and number not in self._gone
            and sent.channel_id not in self._threads_gone
        ]

    def _threads(self) -> list[int]:
        return [one for one in self._bot.traffic.threads if one not in self._threads_gone]

    async def _fall_silent(self) -> None:
        """Have nothing posted any more, and hear of all that was."""
        app = self._bot.app
        await app.get(Clocks).close()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_MESSAGES):
                await app.get(Publisher).idle()
        await app.get(Publisher).close()

    def _address(self, channel_id: int) -> str:
        is_there = channel_id in {self._channel, *self._bot.traffic.threads}
        return f"https://discord.com/channels/{self._server if is_there else '@me'}/{channel_id}"


async def _is_gone(delete: Callable[[], Awaitable[object]]) -> bool:
    """Delete something; what was gone already is fine."""
    try:
        with suppress(Gone):
            await translated(delete)
    except StageError:
        return False
    return True
