"""How much of everything: NIMBUS_SOAK scales it (1 unless set; 0.02 takes a few minutes)."""

from __future__ import annotations

import os

FACTOR = float(os.environ.get("NIMBUS_SOAK") or 1)


def amount(full: int, *, least: int = 1) -> int:
    """Scale an amount; never less than `least`, so that no test passes by doing nothing."""
    return max(least, round(full * FACTOR))
