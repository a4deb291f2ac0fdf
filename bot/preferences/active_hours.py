"""Active hours: the hours of the day in which a person is usually there, learnt from their moves.

They are counted anew from the stored moves of the last weeks whenever they are asked for; nothing
else is kept. Pure, but for the one function that asks the store.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo

from bot.preferences.hours import DAY
from bot.store import Store

LOOKED_BACK = 28 * 86400.0
"""Seconds back from now in which moves tell something."""

ENOUGH = 5
"""On fewer days than this nothing is known yet."""

USUAL = 2
"""On as many days somebody has to have been there at an hour, or one beside it, for a habit."""

HOUR = 3600.0

ActiveHours = frozenset[int]
"""Hours of the day, UTC, each named by when it begins; none means that nothing is known."""


async def active_hours(store: Store, user_id: int, now: float) -> ActiveHours:
    """Return a person's active hours."""
    return learnt(await store.moved_at(user_id, now - LOOKED_BACK))


def learnt(moments: Iterable[float]) -> ActiveHours:
    """Return the active hours that moves at these moments tell of.

    >>> evenings = [day * 86400 + 19 * 3600 for day in range(9)]
    >>> sorted(learnt(evenings))
    [18, 19, 20]
    """
    days = defaultdict(set)
    for when in moments:
        day, hour = divmod(int(when // HOUR), 24)
        days[hour].add(day)
    if len(set().union(*days.values())) < ENOUGH:
        return frozenset()
    usual = frozenset(
        hour
        for hour in range(24)
        if len(days[(hour - 1) % 24] | days[hour] | days[(hour + 1) % 24]) >= USUAL
    )
    return frozenset() if len(usual) == 24 else usual


def active_from(hours: ActiveHours, when: float) -> float:
    """Return when the next active hour begins; the moment itself in one, or if none is known."""
    if not hours:
        return when
    hour = int(when // HOUR)
    if hour % 24 in hours:
        return when
    return next(later * HOUR for later in range(hour + 1, hour + 25) if later % 24 in hours)


def spans(hours: ActiveHours, now: float, zone: tzinfo) -> list[tuple[int, int]]:
    """Return the active hours as spans of a zone's day: minutes since midnight, first and last.

    They are told with the clocks of today.

    >>> from datetime import UTC
    >>> spans(frozenset({23, 0, 1, 12}), 0.0, UTC)
    [(720, 780), (1380, 120)]
    """
    offset = datetime.fromtimestamp(now, zone).utcoffset() or timedelta()
    ahead = int(offset.total_seconds()) // 60
    begins = [hour for hour in sorted(hours) if (hour - 1) % 24 not in hours]
    found = []
    for begin in begins:
        length = next(length for length in range(1, 25) if (begin + length) % 24 not in hours)
        found.append(((begin * 60 + ahead) % DAY, ((begin + length) * 60 + ahead) % DAY))
    return found
