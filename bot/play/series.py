"""Series at play: deals that are fixed beforehand and the same for several tables.

A match of a series has the series' secret, and the key of the series is its entropy; so everybody
who knows the secret, which is revealed when the series is closed, can compute its deals.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.errors import Refused
from engine.chance import seed_from

if TYPE_CHECKING:
    from bot.store import Store
    from bot.store.rows import MatchRow, SeriesRow
    from engine.seats import Seat


DAILY = "daily "
"""What the key of the series of a daily begins with; its date follows."""


def is_daily(row: MatchRow) -> bool:
    """Return whether a match is somebody's try of a daily."""
    return row.series.startswith(DAILY)


def is_private(row: MatchRow) -> bool:
    """Return whether a match has no board, and is shown by its person's presses to them alone."""
    return is_daily(row) and row.by_token


def seed_of_series(series: SeriesRow) -> bytes:
    """Return the seed of every match of a series (32 bytes)."""
    return seed_from(series.secret, series.key)


def seed_of_answer(key: str, moves: int, seat: Seat) -> int:
    """Return the seed of what a house player is asked in a series after so many moves.

    The same moves lead to the same question, so it has the same answer at every table.

    >>> seed_of_answer("daily 2026-11-22", 3, 2)
    4110768192722177169
    """
    moment = f"{key} {moves} {seat}".encode()
    return int.from_bytes(hashlib.sha256(moment).digest()[:8])


async def is_withheld(store: Store, row: MatchRow) -> bool:
    """Return whether others still play the deals of a match, or will: nothing of it is shown."""
    if not row.series:
        return False
    series = await store.series.get(row.series)
    return series is None or series.closed is None


async def require_shown(store: Store, row: MatchRow) -> None:
    """Raise Refused for a match whose deals others still play."""
    if await is_withheld(store, row):
        raise Refused("refused.withheld")
