"""Time and pauses as a value, so that tests can hold them."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from random import Random

JUMP = 5.0
"""By how many seconds the system's clock may run away before it counts as set again."""


@dataclass(slots=True)
class Clock:
    """Real time; tests give a subclass. `pace` 1.0 is human, 0.0 answers as soon as possible.

    What it gives runs on evenly, whatever happens to the system's clock: pauses and deadlines are
    neither cut short nor drawn out when that is set. `follow` takes over what it was set to.
    """

    pace: float = 1.0
    random: Random = field(default_factory=random.SystemRandom)
    _ahead: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._ahead = self.wall() - self.monotonic()

    def wall(self) -> float:
        """Return the time of the system's clock, in seconds since the epoch."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds that nobody can set, since any moment."""
        return time.monotonic()

    def now(self) -> float:
        """Return the seconds since the epoch."""
        return self.monotonic() + self._ahead

    def was_set(self) -> bool:
        """Return whether the system's clock was set since it was last followed."""
        return abs(self.wall() - self.monotonic() - self._ahead) >= JUMP

    def follow(self) -> bool:
        """Take over the system's clock if it was set again; tell whether it was."""
        if not self.was_set():
            return False
        self._ahead = self.wall() - self.monotonic()
        return True

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def until(self, when: float) -> None:
        """Wait for a moment; not with one sleep, which may end a little before its time."""
        while (left := when - self.now()) > 0:
            await self.sleep(left)

    def pause(self, low: float, high: float, least: float = 0.0) -> float:
        """Draw a pause in seconds that says nothing about anything; scaled by `pace`.

        It is never shorter than `least`, whatever the pace.
        """
        return max(least, self.random.uniform(low, high) * self.pace)
