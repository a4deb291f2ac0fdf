"""Leaving the threads of games that have ended, a while after the end."""

from __future__ import annotations

import asyncio
import logging

from bot.errors import StageError
from bot.match.show.stage import Stage
from bot.store import Store
from bot.store.rows import MatchId

log = logging.getLogger(__name__)

FAREWELL = 600.0
"""Seconds for which a thread stays open after its game: people talk about it there."""


async def leave_threads(store: Store, stage: Stage, now: float) -> None:
    """Close and leave every thread whose game ended long enough ago and was shown.

    What Discord would not do now is tried again when this is called again.
    """
    ended = await store.ended_threads(now - FAREWELL)
    await asyncio.gather(*(_leave(store, stage, *one) for one in ended))


async def _leave(store: Store, stage: Stage, match_id: MatchId, thread_id: int) -> None:
    try:
        await stage.close_thread(thread_id)
    except StageError as error:
        log.info("the thread of match %s is not left yet: %s", match_id, error)
    else:
        await store.note(match_id, thread_open=False)
