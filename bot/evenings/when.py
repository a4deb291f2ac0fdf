"""When an evening begins, as its host types it. Pure."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from bot.preferences.hours import read_time

LONGEST_AHEAD = 28 * 86400.0
"""How far ahead an evening may begin, in seconds."""

_MINUTES = re.compile("[0-9]{1,5}")


def moment_typed(typed: str, now: float, zone: tzinfo) -> float:
    """Return the moment that is typed: minutes from now, or a time of day in a zone.

    A time that is past today is tomorrow's. Raises ValueError.

    >>> from datetime import UTC
    >>> moment_typed("90", 0.0, UTC), moment_typed("20:30", 0.0, UTC)
    (5400.0, 73800.0)
    """
    text = typed.strip()
    if _MINUTES.fullmatch(text):
        when = now + 60.0 * int(text)
    else:
        minute = read_time(text.zfill(5))
        day = datetime.fromtimestamp(now, zone)
        at = day.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
        if at <= day:
            at = (day + timedelta(days=1)).replace(
                hour=at.hour, minute=at.minute, second=0, microsecond=0
            )
        when = at.timestamp()
    if not now < when <= now + LONGEST_AHEAD:
        raise ValueError
    return when
