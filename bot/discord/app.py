"""The parts of the running bot, wired together once by `bot.client`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import discord

from bot.clock import Clock
from bot.discord.emoji import ApplicationEmoji
from bot.discord.io import DiscordIO
from bot.painter import Painter
from bot.settings import Settings
from bot.store import Store
from bot.store.rows import MatchId
from bot.texts import Texts

T = TypeVar("T")

Interaction: TypeAlias = "discord.Interaction[Any]"


class Presses(Protocol):
    """What every press is told to; see `bot.match.show.actions`."""

    def lend(
        self, interaction: Interaction, match_id: MatchId, message_id: int | None,
        is_answered: Callable[[], bool],
    ) -> None:  # fmt: skip
        """Let a match be shown by a press, once `is_answered`."""

    async def show_waiting(self, match_id: MatchId) -> None:
        """Show what waited for a press. Raises StoreError."""

    def pressed(self, user_id: int) -> None:
        """Take note that a person is there."""


@dataclass(slots=True)
class App:
    """The parts that every action may use: the common ones by name, and every other by its type.

    So an action says which part it needs, and nothing here has to know the features. Everything
    else is given its parts when it is made.
    """

    settings: Settings
    started: float
    """When the bot was started, in seconds since 1970."""
    clock: Clock
    store: Store
    texts: Texts
    io: DiscordIO
    painter: Painter
    emoji: ApplicationEmoji
    presses: Presses
    _parts: dict[type, object] = field(default_factory=dict)

    def get(self, part: type[T]) -> T:
        """Return the one part of a type. Raises KeyError where there is none."""
        return cast("T", self._parts[part])

    def put(self, *parts: object) -> None:
        """Have these parts, each in the place of another of its type, if there is one.

        A part of a derived class is found by the class it stands for, too.
        """
        self._parts |= {kind: part for part in parts for kind in type(part).__mro__[:-1]}
