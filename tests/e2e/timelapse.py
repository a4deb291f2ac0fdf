"""`python -m tests.e2e.timelapse`: the bot in a time of its own, in which a day takes an hour.

`TIMELAPSE` of the environment are two moments in seconds since 1970: at the first, by the machine's
clock, it is the second for the bot. Only what goes by the bot's clock is fast: deadlines, pauses,
days, backups. Connections and Discord are as patient as ever.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time

from bot.clock import Clock
from bot.run import main

SPEED = 24.0
"""Seconds of the bot's time in a second."""


def _shown(moment: float) -> float:
    """Return what time it is for the bot at a moment by the machine's clock."""
    since, begins = map(float, os.environ["TIMELAPSE"].split())
    return begins + (moment - since) * SPEED


def _wall(self: Clock) -> float:  # noqa: ARG001 - a method's
    return _shown(time.time())


def _monotonic(self: Clock) -> float:  # noqa: ARG001 - a method's
    return time.monotonic() * SPEED


async def _sleep(self: Clock, seconds: float) -> None:  # noqa: ARG001 - a method's
    await asyncio.sleep(seconds / SPEED)


if __name__ == "__main__":
    Clock.wall = _wall  # type: ignore[method-assign] # on purpose
    Clock.monotonic = _monotonic  # type: ignore[method-assign] # on purpose
    Clock.sleep = _sleep  # type: ignore[method-assign] # on purpose
    sys.exit(main())
