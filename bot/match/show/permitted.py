"""Games stand still while the bot lacks permissions that it needs to show them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.errors import Refused
from bot.match.clock.pausing import PERMISSIONS, is_paused_for
from bot.match.tables import Tables
from bot.store.rows import MatchRow, Pause, Status


async def heed(tables: Tables, row: MatchRow, lacking: Sequence[str] | None) -> None:
    """Pause a game where the bot lacks something, and let it go on where it lacks nothing.

    None for what it lacks means that nobody knows: then nothing happens.
    """
    if lacking is None or row.status is not Status.PLAYING:
        return
    with suppress(Refused):  # it has just ended
        if lacking:
            await tables.pause(row.id, Pause(PERMISSIONS, missing=tuple(lacking)))
        elif is_paused_for(row, PERMISSIONS):
            await tables.resume(row.id, PERMISSIONS)
