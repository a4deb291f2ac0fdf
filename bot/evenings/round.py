"""The rounds of evenings: the key of each, the kind of its tables, how long it lasts. Pure."""

from __future__ import annotations

import re

from bot.match.kind import Kind

EVENING = Kind("evening", shares_deals=True, is_veiled=True, together=True)
"""The kind of a table of an evening."""

LONGEST = 60 * 86400.0
"""Seconds after which a round ends, and what is still played there is closed without a result:
nobody comes any more, or the others would never see what came of it."""

OVERDUE = "evening"
"""Why such a table was closed."""

_KEY = re.compile("evening ([0-9]{1,18}) [0-9]{1,9}")


def evening_of(series: str) -> int | None:
    """Return the number of the evening a series is of, by its key; None for others, and for "".

    >>> evening_of("evening 7 1"), evening_of("league 7 1")
    (7, None)
    """
    found = _KEY.fullmatch(series)
    return None if found is None else int(found[1])
