"""Trying again what another process was faster than, from what is stored by now."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.errors import Overtaken

log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES = 5
"""How often it is tried: each time somebody else's change was stored."""


async def retry_on_conflict(act: Callable[[], Awaitable[T]]) -> T:
    """Do something, again if another process changed the match in between.

    Whether it still holds is for the guards to say, as it is when a press waits for another in the
    same process. Raises what `act` raises, and Overtaken after TRIES.
    """
    for _ in range(TRIES - 1):
        try:
            return await act()
        except Overtaken:
            log.info("another process was faster: trying again")
    return await act()
