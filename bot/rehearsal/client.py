"""The bot as it is in a rehearsal: its requests are told, and what it made is deleted again."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord
import orjson

from bot.client import Nimbus
from bot.discord.inbound import INTERACTION
from bot.discord.io import LOST, translated
from bot.errors import Gone, StageError
from bot.host.check import Finding, ok, warn, wrong
from bot.host.telemetry import template
from bot.match.clock.clocks import Clocks
from bot.match.show.publisher import Publisher
from bot.settings import Settings
from bot.store import Store

# The requests of a rehearsal and their answers: numbers, and messages to be deleted again.

MESSAGES = "/channels/{id}/messages"
MESSAGE = "/channels/{id}/messages/{id}"
THREADS = "/channels/{id}/messages/{id}/threads"
EMOJI = "/applications/{id}/emojis"
CALLBACK = "/interactions/{id}/{token}/callback"
ANSWER = "/webhooks/{id}/{token}/messages/@original"
MEMBER = "/channels/{id}/thread-members/{id}"
ANSWERS = ("/interactions/", "/webhooks/")
"""The beginning of the addresses of answers to presses."""

_WITH_A_MESSAGE = {("POST", MESSAGES), ("PATCH", MESSAGE), ("PATCH", ANSWER), ("GET", ANSWER)}


class Limit(NamedTuple):
    """A bucket as its headers told it: how many calls in how many seconds, and how many are left.

    The seconds are those left until it is full again.
    """

    most: float
    left: float
    seconds: float


class Request(NamedTuple):
    """One call: its route without any id, what came, and how long that took in seconds.

    `status` is 0 where nothing came, `code` Discord's own in a refusal, `wait` the seconds after
    which Discord asked to come back. It `ended` then, by this machine's clock.
    """

    method: str
    route: str
    status: int
    code: int
    seconds: float
    limit: Limit | None = None
    wait: float = 0.0
    ended: float = 0.0

    @property
    def failed(self) -> bool:
        """Whether nothing came, or a refusal: that somebody is in no thread is an answer."""
        is_answer = (self.method, self.route, self.status) == ("GET", MEMBER, 404)
        return not (200 <= self.status < 300 or is_answer)


class Sent(NamedTuple):
    """A message as Discord gave it back: the pictures it shows, each as wide and high in pixels."""

    channel_id: int
    pictures: tuple[tuple[int, int], ...]
    is_own: bool
    """Whether it was posted by the bot's token, so that this can delete it."""
    is_marked: bool = False
    """Whether Discord calls it edited, which people see below it."""


class Traffic:
    """Listens to all calls of a client, from `listen` on."""

    def __init__(self) -> None:
        self.calls: list[Request] = []
        self.messages: dict[int, Sent] = {}
        """By id, in the order in which they were made."""
        self.threads: list[int] = []
        self.under_way = 0
        """How many calls Discord has not answered yet."""

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Hear the calls of the sessions that are made with a trace."""
        trace.on_request_start.append(self._began)
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._broke)

    async def _began(self, _: object, context: SimpleNamespace, __: object) -> None:
        context.rehearsal_began = time.perf_counter()
        self.under_way += 1

    async def _broke(
        self, _: object, context: SimpleNamespace, answer: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self.under_way -= 1
        if (route := template(answer.url.path)) is not None:
            spent = time.perf_counter() - context.rehearsal_began
            self.calls.append(Request(answer.method, route, 0, 0, spent))

    async def _ended(
        self, _: object, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            await self._note(context, answer)
        finally:
            self.under_way -= 1

    async def _note(self, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams) -> None:
        route, response = template(answer.url.path), answer.response
        if route is None:
            return
        spent = time.perf_counter() - context.rehearsal_began
        body: Any = None
        with suppress(aiohttp.ClientError, ValueError):
            body = orjson.loads(await response.read())  # which aiohttp keeps for discord.py
        body = body if isinstance(body, dict) else {}
        code, wait = _number(body.get("code")), _number(body.get("retry_after"))
        call = Request(
            answer.method, route, response.status, int(code) if response.status >= 400 else 0,
            spent, _limit(response.headers), wait if response.status == 429 else 0.0, time.time(),
        )  # fmt: skip
        self.calls.append(call)
        if not call.failed:
            self._note_made(call, answer.url.path, body)

    def _note_made(self, call: Request, path: str, body: Mapping[str, Any]) -> None:
        number = int(_number(body.get("id")))
        if (call.method, call.route) in _WITH_A_MESSAGE and number:
            channel_id = int(_number(body.get("channel_id")))
            is_own = "/webhooks/" not in path
            pictures = tuple(_pictures(body.get("components")))
            is_marked = body.get("edited_timestamp") is not None
            self.messages[number] = Sent(channel_id, pictures, is_own, is_marked)
        elif (call.method, call.route) == ("POST", THREADS) and number:
            self.threads.append(number)


def _pictures(node: Any) -> Iterator[tuple[int, int]]:
    """Find the pictures that the components of a message show by an address of Discord's own."""
    if isinstance(node, list):
        for item in node:
            yield from _pictures(item)
    elif isinstance(node, dict):
        media = node.get("media")
        if isinstance(media, dict) and str(media.get("url")).startswith("http"):
            yield int(_number(media.get("width"))), int(_number(media.get("height")))
        for key in ("components", "items", "accessory"):
            yield from _pictures(node.get(key))


def _limit(headers: Mapping[str, str]) -> Limit | None:
    names = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset-After")
    if not all(name in headers for name in names):
        return None
    return Limit(*(_number(headers[name]) for name in names))


def _number(value: object) -> float:
    """Read a number that another side wrote; 0 for anything else.

    >>> _number("12"), _number(0.5), _number("Ada"), _number(None)
    (12, 0.5, 0, 0)
    """
    if isinstance(value, int | float):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,20}", value):
        return int(value)  # an id has more digits than a float keeps
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}\.[0-9]{1,12}", value):
        return float(value)
    return 0


# The bot as it is, over a database of its own, hearing presses on its own messages alone.

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


# Deleting again what a rehearsal has made; what cannot be deleted is named.

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

    def finding(self) -> Finding:
        """Say what was deleted and what is left."""
        left = [f"{self._address(channel)}/{number}" for number, channel in self._messages()]
        threads = [self._address(number) for number in self._threads()]
        if left:
            places = ", ".join(left + threads)
            return wrong("deletion", f"delete by hand what is left: {places}")
        if threads:
            return warn(
                "deletion",
                "all messages are deleted. Archived threads are left, with none of them in them: "
                f"{', '.join(threads)}. Delete them by hand, or give the bot's role Manage Threads",
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
