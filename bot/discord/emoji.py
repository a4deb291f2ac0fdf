"""The application's own emoji: uploaded once, told apart by what they look like, never needed.

Discord keeps them with the application. Each has a name with a digest of its picture, so that a
start sees from the names alone what is missing and what is stale. Whatever Discord refuses here
costs an emoji and nothing else: buttons say everything in words.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord
from discord import ui

from bot.clock import Clock
from bot.errors import Unfit
from bot.painter import Painter
from bot.turns import end_tasks
from render.scenes import EMOJI, emoji

log = logging.getLogger(__name__)

T = TypeVar("T")

Emojis: TypeAlias = Mapping[str, discord.PartialEmoji]
"""The emoji that may be shown, by their keys."""

NO_EMOJI: Emojis = MappingProxyType({})

PREFIX = "nimbus"
OWN = re.compile(rf"{PREFIX}_(\w+)_[0-9a-f]{{8}}", re.ASCII)
"""The names Nimbus gives. Whatever else the application has is somebody else's and left alone."""

BETWEEN = 0.25
"""Seconds between two uploads, beside what Discord asks for, which discord.py waits."""

TRIES = (0.0, 15.0, 120.0, 900.0)
"""Seconds before each try to bring them up, while Discord does not answer."""

DOUBTS = (5.0, 60.0, 600.0, 3600.0)
"""Seconds before the next look at what is there, after one refusal, two and so on in a row."""

_INVALID = 50035
_UNFIT = (_INVALID, 10014)
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500


class ApplicationEmoji:
    """Brings up the application's emoji, knows which are there, and spares messages their lack."""

    def __init__(self, client: discord.Client, painter: Painter, clock: Clock) -> None:
        self._client = client
        self._painter = painter
        self._clock = clock
        self._ready: dict[str, discord.PartialEmoji] = {}
        self._doubts = 0
        self._start: asyncio.Task[None] | None = None
        self._look: asyncio.Task[None] | None = None

    @property
    def ready(self) -> Emojis:
        """The emoji that are there, by key."""
        return self._ready

    def start(self, *, uploads: bool = True) -> None:
        """Upload in the background what is missing, and delete stale ones.

        Without `uploads` another process does: this one waits until all are there.
        """
        if self._start is not None:
            self._start.cancel()
        task = self._bring_up() if uploads else self._await_all()
        self._start = asyncio.create_task(task, name="emoji")

    async def settled(self) -> None:
        """Wait until all are there, or what is missing is left to the next start."""
        if self._start is not None:
            # Not awaited itself: that it failed, or was begun again, does not concern who waits.
            await asyncio.wait((self._start,))

    async def close(self) -> None:
        """Stop; the next start goes on."""
        await end_tasks((self._start, self._look))

    async def spared(
        self, view: ui.LayoutView, files: Iterable[discord.File], send: Callable[[], Awaitable[T]]
    ) -> T:
        """Send a message, without its emoji if Discord does not take it with them.

        An emoji may have been removed, and now and then Discord does not know one that is there.
        """
        bearers = list(_bearers(view))
        if not bearers:
            return await send()
        try:
            answer = await send()
        except (Unfit, discord.HTTPException) as error:
            if isinstance(error, discord.HTTPException) and error.code not in _UNFIT:
                raise
        else:
            self._doubts = 0
            return answer
        for bearer in bearers:
            bearer.emoji = None
        for file in files:
            file.reset()
        answer = await send()
        self._doubt()
        return answer

    def _doubt(self) -> None:
        """Show none for a while, then those that are really there."""
        self._ready = {}
        if self._look is None or self._look.done():
            log.info("Discord did not take a message with its emoji")
            self._look = asyncio.create_task(self._look_again(), name="emoji again")

    async def _look_again(self) -> None:
        while True:
            await self._clock.sleep(DOUBTS[min(self._doubts, len(DOUBTS) - 1)])
            self._doubts += 1
            try:
                await self._fetched()
            except Exception as error:  # noqa: BLE001 - buttons do without
                if _is_passing(error):
                    continue
                _give_up(error)
            return

    async def _bring_up(self) -> None:
        """Try until all are there; what Discord refuses is left to the next start."""
        failures = 0
        while True:
            await self._clock.sleep(TRIES[failures])
            try:
                await self._complete()
            except Exception as error:  # noqa: BLE001 - buttons do without
                failures += 1
                if failures < len(TRIES) and _is_passing(error):
                    continue
                _give_up(error)
            return

    async def _await_all(self) -> None:
        for seconds in (0.0, *DOUBTS):
            await self._clock.sleep(seconds)
            with suppress(discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
                await self._fetched()
                if len(self._ready) == len(EMOJI):
                    return

    async def _complete(self) -> None:
        """Upload those that are missing, then remove what of Nimbus's own is of old."""
        found, wanted = await self._fetched(), set()
        for key in EMOJI:
            made = await self._painter.paint(partial(emoji, key))
            name = name_of(key)
            wanted.add(name)
            if name not in found:
                found[name] = await self._uploaded(name, made.data)
            self._ready[key] = _partial(found[name])
        for name in found.keys() - wanted:
            await self._pause()
            await self._removed(found[name])

    async def _fetched(self) -> dict[str, discord.Emoji]:
        """Ask for Nimbus's own emoji by name, and have them shown: of two of a key the newer."""
        asked = await self._client.fetch_application_emojis()
        known = sorted(asked, key=lambda item: item.id)
        own = [(item, found[1]) for item in known if (found := OWN.fullmatch(item.name))]
        self._ready = {key: _partial(item) for item, key in own if key in EMOJI}
        return {item.name: item for item, _ in own}

    async def _uploaded(self, name: str, data: bytes) -> discord.Emoji:
        await self._pause()
        try:
            return await self._client.create_application_emoji(name=name, image=data)
        except discord.HTTPException as error:
            # Another start, or one whose answer was lost, may have uploaded it meanwhile.
            found = await self._fetched() if error.code == _INVALID else {}
            if name not in found:
                raise
            return found[name]

    async def _removed(self, old: discord.Emoji) -> None:
        try:
            await old.delete()
        except discord.NotFound:
            log.info("%s was removed already", old.name)

    async def _pause(self) -> None:
        await self._clock.sleep(BETWEEN * self._clock.pace)


def name_of(key: str) -> str:
    """Return the name of an emoji, which is another one when it looks otherwise."""
    return f"{PREFIX}_{key}_{emoji(key).digest}"


def _is_passing(error: Exception) -> bool:
    """Return whether the same call may well succeed a little later."""
    if isinstance(error, discord.HTTPException):
        return error.status == _TOO_MANY_REQUESTS or error.status >= _SERVER_ERROR
    return isinstance(error, (aiohttp.ClientError, OSError, TimeoutError))


def _give_up(error: Exception) -> None:
    what = " ".join(f"{type(error).__name__}: {error}".split())
    log.warning("some buttons do without emoji till the next start (%s)", what[:200])


def _partial(item: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=item.name, id=item.id)


def _bearers(view: ui.LayoutView) -> Iterator[ui.Button[Any] | discord.SelectOption]:
    """Find what has an emoji in a message."""
    for item in view.walk_children():
        if isinstance(item, ui.Button) and item.emoji is not None:
            yield item
        elif isinstance(item, ui.Select):
            yield from (option for option in item.options if option.emoji is not None)
