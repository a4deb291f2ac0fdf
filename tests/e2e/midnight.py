"""`python -m tests.e2e.midnight`: the bot in a time of its own, which a test may move on.

The file `ahead` beside its database says by how many seconds its time is ahead. House players
follow a rule of thumb, so that a daily is over at once.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bot.clock import Clock
from bot.daily import news as daily_rounds
from bot.run import main
from engine.players.levels import HOUSE_PLAYERS
from tests.e2e.hasty import HASTY

if TYPE_CHECKING:
    from engine.players.robot import HousePlayer


def ahead() -> float:
    """Return by how many seconds this bot's time is ahead."""
    file = Path(os.environ["NIMBUS_DATA"]) / "ahead"
    return float(file.read_text() or 0) if file.exists() else 0.0


def wall(self: Clock) -> float:  # noqa: ARG001 - a method's
    return time.time() + ahead()


def monotonic(self: Clock) -> float:  # noqa: ARG001 - a method's
    return time.monotonic() + ahead()


if __name__ == "__main__":
    Clock.wall = wall  # type: ignore[method-assign] # on purpose
    Clock.monotonic = monotonic  # type: ignore[method-assign] # on purpose
    daily_rounds.ROUND = 0.2
    for players in HOUSE_PLAYERS.values():
        swift = cast("dict[str, HousePlayer]", players)
        swift["hard"] = swift["normal"] = swift["quick"]
    sys.exit(main(HASTY))
