"""The requests of a rehearsal and their answers: numbers, and messages to be deleted again."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import orjson

from bot.host.calls import template

MESSAGES = "/channels/{id}/messages"
MESSAGE = "/channels/{id}/messages/{id}"
THREADS = "/channels/{id}/messages/{id}/threads"
EMOJI = "/applications/{id}/emojis"
CALLBACK = "/interactions/{id}/{token}/callback"
ANSWER = "/webhooks/{id}/{token}/messages/@original"
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
    which Discord asked to come back.
    """

    method: str
    route: str
    status: int
    code: int
    seconds: float
    limit: Limit | None = None
    wait: float = 0.0

    @property
    def failed(self) -> bool:
        return not 200 <= self.status < 300


class Sent(NamedTuple):
    """A message as Discord gave it back: the pictures it shows, each as wide and high in pixels."""

    channel_id: int
    pictures: tuple[tuple[int, int], ...]
    is_own: bool
    """Whether it was posted by the bot's token, so that this can delete it."""


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
            spent, _limit(response.headers), wait if response.status == 429 else 0.0,
        )  # fmt: skip
        self.calls.append(call)
        if not call.failed:
            self._note_made(call, answer.url.path, body)

    def _note_made(self, call: Request, path: str, body: Mapping[str, Any]) -> None:
        number = int(_number(body.get("id")))
        if (call.method, call.route) in _WITH_A_MESSAGE and number:
            channel_id = int(_number(body.get("channel_id")))
            is_own = "/webhooks/" not in path
            self.messages[number] = Sent(
                channel_id, tuple(_pictures(body.get("components"))), is_own
            )
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
