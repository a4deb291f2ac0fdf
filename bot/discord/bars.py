"""Where Discord does not let the bot write: after which pauses that is tried again.

Each part of the bot that posts by itself has its own `Bars`; messages of matches have lanes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

from bot.clock import Clock
from bot.errors import Busy, StageError, Unauthorized, Unfit

K = TypeVar("K", bound=Hashable)

RETRIES = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds before the next try of what Discord did not answer or asked to come back with."""

SLOW = (15.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds before the next try of what Discord does not let the bot do; the last goes on."""


class _Bar(NamedTuple):
    """Of a server: `told` is all that is barred; None for anything."""

    guild_id: int
    refusals: int
    until: float
    told: str | None


class Bars(Generic[K]):
    """What is barred, by any key; nothing is stored, so that a start tries all of it again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._bars: dict[K, _Bar] = {}

    def hold(self, key: K, told: str = "") -> bool:
        """Return whether it is too early to try again to tell this."""
        bar = self._bars.get(key)
        return bar is not None and bar.told in (None, told) and self._clock.now() < bar.until

    def note(self, key: K, guild_id: int, error: StageError, told: str = "") -> None:
        """Note an error of Discord's in a server, where this was to be told.

        What does not fit bars nothing but itself, and one that only asks to come later nothing.
        """
        if isinstance(error, (Busy, Unauthorized)):
            return
        refusals = self._bars[key].refusals + 1 if key in self._bars else 1
        until = self._clock.now() + SLOW[min(refusals, len(SLOW)) - 1]
        what = told if isinstance(error, Unfit) else None
        self._bars[key] = _Bar(guild_id, refusals, until, what)

    def forget(self, key: K) -> None:
        """Forget a bar: what was to be told is."""
        self._bars.pop(key, None)

    def lift(self, guild_id: int) -> list[K]:
        """Bar nothing any more in a server in which something has changed; return what was."""
        lifted = [key for key, bar in self._bars.items() if bar.guild_id == guild_id]
        for key in lifted:
            self.forget(key)
        return lifted
