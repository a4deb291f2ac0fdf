"""Discord's ids: the instant of their birth in milliseconds, and a counter."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.wire import EPOCH_MS

_WORKER_BITS = 22


class Snowflakes:
    """Mints ids that rise strictly, even when the clock stands still or steps back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._last = 0

    def mint(self) -> int:
        """Return an id later than every one before it."""
        now_ms = max(0, int(self.clock() * 1000) - EPOCH_MS)
        self._last = max(self._last + 1, now_ms << _WORKER_BITS)
        return self._last


def born(snowflake: int) -> float:
    """Return the Unix time in seconds that `snowflake` was minted at."""
    return ((snowflake >> _WORKER_BITS) + EPOCH_MS) / 1000


def shard_of(guild_id: int, shards: int) -> int:
    """Return the shard of `shards` that hears of the guild."""
    return (guild_id >> _WORKER_BITS) % shards
