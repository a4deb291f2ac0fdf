"""The last answers of a bot that stops: who pressed something just now hears what becomes of it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from bot.discord.inbound import CLAIMING
from bot.discord.private import COMMAND

log = logging.getLogger(__name__)

ANSWERING = (COMMAND, "discord.py: on_interaction", CLAIMING)
"""The names of the tasks that answer commands, controls and forms."""

LAST_ANSWERS = 2.0
"""Seconds in which these may finish when the bot is stopped."""

LAST_WORDS = 1.0
"""Seconds in which people are told whose presses are broken off then."""


async def answered() -> None:
    """Wait a moment for what was pressed just now to be answered; break off what is not then.

    Nothing new may come in any more.
    """
    await _ended(LAST_ANSWERS)
    if left := _answering():
        log.warning("presses that the stop breaks off: %d", len(left))
    for _ in range(2):  # at first they say so; where Discord does not take that, they end
        for task in _answering():
            task.cancel()
        await _ended(LAST_WORDS)


async def _ended(seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            # What is claimed is answered by another task.
            while tasks := _answering():
                await asyncio.wait(tasks)


def _answering() -> list[asyncio.Task[Any]]:
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]
