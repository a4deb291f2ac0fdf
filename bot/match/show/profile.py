"""What features tell of a person, for their card (`/nimbus`); `bot.features` registers it.

>>> from bot.match.show.profile import LINES, Line
>>> async def greeting(asked):
...     return [Line("Good morning.")]
>>> LINES["morning"] = greeting
>>> del LINES["morning"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from discord import ui

from bot.discord.app import App
from bot.errors import Refused
from bot.preferences.server import ServerSettings
from bot.store.errors import UnreadableMatch
from render.api import Words


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked about, and where: in a server, with its settings, or (None) in none."""

    app: App
    user_id: int
    guild_id: int | None
    settings: ServerSettings
    say: Words


class Line(NamedTuple):
    """A few words on a person's card, and the button that leads on, if there is one."""

    text: str
    button: ui.Button[Any] | None = None


Lines: TypeAlias = Callable[[Asked], Awaitable[Sequence[Line]]]

LINES: dict[str, Lines] = {}
"""The tellers of a person's card, by feature, in the order in which it is read."""


async def lines_of(asked: Asked) -> list[Line]:
    """Return the lines of all features; one that cannot tell costs nobody the others."""

    async def told(teller: Lines) -> Sequence[Line]:
        with suppress(Refused, UnreadableMatch):
            return await teller(asked)
        return ()

    found = await asyncio.gather(*map(told, LINES.values()))
    return [line for lines in found for line in lines]
