"""Whole numbers as they come in over the wire: in an address, a query or a body."""

from __future__ import annotations

import re

LARGEST_ID = 2**63 - 1
"""The largest id there is."""

_DIGITS = re.compile(r"[0-9]{1,19}")


def whole(value: object) -> int | None:
    """Return a number from 0 to `LARGEST_ID`, given as one or in ASCII digits; else None."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    text = str(value)
    # Longer ones are not even read: Python refuses to convert thousands of digits.
    found = int(text) if _DIGITS.fullmatch(text) else LARGEST_ID + 1
    return found if found <= LARGEST_ID else None
