"""The parts of the running bot, wired together once by `bot.client`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.discord_io import DiscordIO
    from bot.emoji import OwnEmoji
    from bot.painter import Painter
    from bot.play.thinking import Thinker
    from bot.settings import Settings
    from bot.show.hearing import Hearing
    from bot.store import Store
    from bot.texts import Texts

T = TypeVar("T")


@dataclass(slots=True)
class App:
    """What every action may use: what all of them need by name, and every other part by its type.

    So an action says which part it needs, and nothing here has to know the features.
    """

    settings: Settings
    started: float
    """When the bot was started, in seconds since 1970."""
    clock: Clock
    store: Store
    texts: Texts
    io: DiscordIO
    painter: Painter
    emoji: OwnEmoji
    thinker: Thinker
    hearing: Hearing
    _parts: dict[type, object] = field(default_factory=dict)

    def get(self, part: type[T]) -> T:
        """Return the one part of a type. Raises KeyError where there is none."""
        return cast("T", self._parts[part])

    def put(self, *parts: object) -> None:
        """Have these parts, each in the place of another of its type, if there is one."""
        self._parts |= {type(part): part for part in parts}
