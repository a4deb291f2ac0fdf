"""Time and pauses as a value, so that tests can hold them."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Clock:
    """Real time; tests give a subclass. `pace` 1.0 is human, 0.0 answers at once."""

    pace: float = 1.0
    random: Random = field(default_factory=random.SystemRandom)

    def now(self) -> float:
        """Give the seconds since the epoch."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def until(self, when: float) -> None:
        """Wait for a moment; not with one sleep, which may end a little before its time."""
        while (left := when - self.now()) > 0:
            await self.sleep(left)

    def pause(self, low: float, high: float) -> float:
        """Draw a pause in seconds that says nothing about anything; scaled by `pace`."""
        return self.random.uniform(low, high) * self.pace
