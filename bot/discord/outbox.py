"""What parts of the bot post by themselves: each thing once, and again where it was refused.

What is due, and that it was told, is in the store. It is posted under a nonce and noted after
Discord took it, so what a kill in between posts twice is one message. No refusal is stored: a start
tries all of it again. Messages of matches have lanes of their own.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from bot.clock import Clock
from bot.errors import Busy, StageError, Unauthorized, Unfit

K = TypeVar("K", bound=Hashable)

RETRIES = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds before the next try of what Discord did not answer or asked to come back with."""

SLOW = (15.0, 60.0, 300.0, 900.0, 3600.0)
"""Seconds before the next try of what Discord does not let the bot do; the last goes on."""

log = logging.getLogger(__name__)


class Posting(Protocol):
    """What posts messages, as `DiscordIO` does."""

    async def post(
        self, channel_id: int, view: Any, *, files: Any = (), nonce: str | None = None
    ) -> int:
        """Send a message, which is the same one for the same nonce. Raises StageErrors."""


def pause_after(failures: int, pauses: Sequence[float] = RETRIES) -> float:
    """Return the seconds before the next try where so many, from 1, have failed.

    >>> pause_after(1), pause_after(3), pause_after(9, SLOW)
    (1.0, 5.0, 3600.0)
    """
    return pauses[min(failures, len(pauses)) - 1]


class _Bar(NamedTuple):
    """Of a server: `content` is all that is barred; None for anything."""

    guild_id: int
    refusals: int
    until: float
    content: str | None


class Outbox(Generic[K]):
    """What one part of the bot posts, by any key: a server, a league, an evening in a channel.

    `what` names it in the log.

    >>> from bot.clock import Clock
    >>> from bot.errors import Barred
    >>> async def refused(): raise Barred
    >>> async def sent():
    ...     outbox = Outbox[int]("league", Clock())
    ...     error = await outbox.send(7, 5, refused)
    ...     return type(error).__name__, outbox.holds(7), outbox.lift(5), outbox.holds(7)
    >>> import asyncio
    >>> asyncio.run(sent())
    ('Barred', True, [7], False)
    """

    def __init__(self, what: str, clock: Clock) -> None:
        self._what = what
        self._clock = clock
        self._bars: dict[K, _Bar] = {}

    def holds(self, key: K, content: str = "") -> bool:
        """Return whether it is too early to try again to tell this."""
        bar = self._bars.get(key)
        return bar is not None and bar.content in (None, content) and self._clock.now() < bar.until

    async def send(
        self, key: K, guild_id: int, post: Callable[[], Awaitable[object]], content: str = ""
    ) -> StageError | None:
        """Post what has this `content` in a server; return what Discord refused it with, if it did.

        The caller notes that it was told once it was taken. Raises what else `post` raises.
        """
        try:
            await post()
        except StageError as error:
            log.info("%s %s is not told in server %s: %s", self._what, key, guild_id, error)
            self._bar(key, guild_id, error, content)
            return error
        self.forget(key)
        return None

    def _bar(self, key: K, guild_id: int, error: StageError, content: str) -> None:
        """Try it again later and later.

        What does not fit bars nothing but itself, and one that only asks to come later nothing.
        """
        if isinstance(error, (Busy, Unauthorized)):
            return
        refusals = self._bars[key].refusals + 1 if key in self._bars else 1
        until = self._clock.now() + pause_after(refusals, SLOW)
        what = content if isinstance(error, Unfit) else None
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
