"""A mark on disk that the bot is alive, and `python -m bot.health`, which looks at it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from bot.settings import Settings

FRESH = 60.0
"""A mark older than this many seconds means that the bot hangs or is gone."""


def beat(data: Path, *, ready: bool) -> None:
    """Leave a mark, if the bot is connected."""
    if ready:
        data.mkdir(parents=True, exist_ok=True)
        (data / "health").write_text(f"{time.time():.0f}\n", encoding="ascii")


def is_healthy(data: Path, now: float) -> bool:
    """Tell whether the mark is fresh."""
    try:
        return now - float((data / "health").read_text(encoding="ascii")) < FRESH
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_healthy(Settings.read(os.environ).data, time.time()) else 1)
