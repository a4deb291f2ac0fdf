"""A round of an evening: its key, the kind of its tables, and what is fixed for them. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.evenings.store import keys_of
from bot.match.kind import Kind

EVENING = Kind("evening", shares_deals=True, is_veiled=True, together=True)
"""The kind of a table of an evening."""

LONGEST = 60 * 86400.0
"""Seconds after which a round ends, and what is still played there is closed without a result:
nobody comes any more, or the others would never see what came of it."""

OVERDUE = "evening"
"""Why such a table was closed."""

_KEY = re.compile("evening ([0-9]{1,18}) ([0-9]{1,9})")


class Round(NamedTuple):
    """A round, from 1, of an evening, which has the number of its first table."""

    evening: int
    round: int

    @property
    def key(self) -> str:
        """The key of its series.

        >>> Round(7, 1).key, round_of("evening 7 1")
        ('evening 7 1', Round(evening=7, round=1))
        """
        return f"{keys_of(self.evening)}{self.round}"


def round_of(series: str) -> Round | None:
    """Return the round whose series has this key; None for any other key, and for ""."""
    found = _KEY.fullmatch(series)
    return None if found is None else Round(int(found[1]), int(found[2]))
