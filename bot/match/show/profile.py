"""What features tell of a person: lines of their card (`/nimbus`), facts on their page (`/stats`).

`bot.features` registers it.

>>> from bot.match.show.profile import LINES, Line
>>> async def greeting(asked):
...     return [Line("Good morning.")]
>>> LINES["morning"] = greeting
>>> del LINES["morning"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

from discord import ui

from bot.discord.app import App
from bot.errors import Refused
from bot.preferences.server import ServerSettings
from bot.store.errors import UnreadableMatch
from render.api import Words


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked about, by whom, and where: in a server, with its settings, or (None) in none."""

    app: App
    user_id: int
    by: int
    guild_id: int | None
    settings: ServerSettings
    say: Words


class Fact(NamedTuple):
    """A fact on a person's page: its caption, and its value in words."""

    caption: str
    value: str


class Line(NamedTuple):
    """A few words on a person's card, and the button that leads on, if there is one."""

    text: str
    button: ui.Button[Any] | None = None


T = TypeVar("T")

Teller: TypeAlias = Callable[[Asked], Awaitable[Sequence[T]]]

Lines: TypeAlias = Teller[Line]

Facts: TypeAlias = Teller[Fact]

LINES: dict[str, Lines] = {}
"""The tellers of a person's card, by feature, in the order in which it is read."""

FACTS: dict[str, Facts] = {}
"""The tellers of a person's page, likewise."""


async def lines_of(asked: Asked, *features: str) -> list[Line]:
    """Return the lines of all features, or of some."""
    return await _told([LINES[name] for name in features or LINES], asked)


async def facts_of(asked: Asked) -> list[Fact]:
    """Return the facts of all features."""
    return await _told(FACTS.values(), asked)


async def _told(tellers: Iterable[Teller[T]], asked: Asked) -> list[T]:
    """Return what all tell; one that cannot costs nobody the others."""

    async def told(teller: Teller[T]) -> Sequence[T]:
        with suppress(Refused, UnreadableMatch):
            return await teller(asked)
        return ()

    found = await asyncio.gather(*map(told, tellers))
    return [one for each in found for one in each]
