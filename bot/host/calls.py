"""Measures the calls of Discord: by route template, so that no id and no token is ever a label."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import aiohttp

from bot import meters

P = ParamSpec("P")
T = TypeVar("T")

_WORDS = frozenset({
    "@me", "@original", "applications", "archived", "bot", "callback", "channels", "commands",
    "emojis", "gateway", "guilds", "interactions", "members", "messages", "oauth2", "private",
    "public", "roles", "thread-members", "threads", "typing", "users", "webhooks",
})  # fmt: skip
"""The parts of addresses that are the same for everybody."""

_VERSION = 10

_at_discord: ContextVar[list[float] | None] = ContextVar("_at_discord", default=None)


def template(path: str) -> str | None:
    """Return the template of the address of a call; None if it is none of Discord's API.

    >>> template("/api/v10/channels/12/messages/34")
    '/channels/{id}/messages/{id}'
    >>> template("/api/v10/webhooks/12/c2VjcmV0/messages/@original")
    '/webhooks/{id}/{token}/messages/@original'
    """
    start, version, route = path.partition(f"/api/v{_VERSION}/")
    if start or not version:
        return None
    parts = route.split("/")
    return "".join(f"/{_part(parts, place)}" for place in range(len(parts)))


def _part(parts: list[str], place: int) -> str:
    part = parts[place]
    if place == 2 and parts[0] in {"interactions", "webhooks"}:
        return "{token}"
    if part in _WORDS:
        return part
    return "{id}" if part.isdecimal() else "{other}"


def watch(trace: aiohttp.TraceConfig) -> None:
    """Measure the calls of a session that is made with a trace."""
    trace.on_request_start.append(_began)
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_failed)


def measured(request: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Wrap what makes a call and tries it again: what it waits for beside Discord is measured."""

    async def timed(*args: P.args, **kwargs: P.kwargs) -> T:
        spent = [0.0]
        token, began = _at_discord.set(spent), time.perf_counter()
        try:
            return await request(*args, **kwargs)
        finally:
            _at_discord.reset(token)
            meters.WAITS.observe(max(0.0, time.perf_counter() - began - spent[0]))

    return timed


async def _began(_: object, context: SimpleNamespace, __: object) -> None:
    context.began = time.perf_counter()


async def _ended(
    _: object, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
) -> None:
    _note(context, answer.method, answer.url.path, str(answer.response.status))


async def _failed(
    _: object, context: SimpleNamespace, answer: aiohttp.TraceRequestExceptionParams
) -> None:
    _note(context, answer.method, answer.url.path, "none")


def _note(context: SimpleNamespace, method: str, path: str, status: str) -> None:
    route, spent = template(path), time.perf_counter() - context.began
    if route is None:
        return
    meters.REST.labels(method, route, status).inc()
    meters.REST_SECONDS.observe(spent)
    total = _at_discord.get()
    if total is not None:
        total[0] += spent
