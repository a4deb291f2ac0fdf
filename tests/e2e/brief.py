"""`python -m tests.e2e.brief`: the bot with hardly any grace, so that turns may end in a second."""

from __future__ import annotations

import sys

from bot.match.table import times
from bot.run import main
from tests.e2e.hasty import HASTY

if __name__ == "__main__":
    times.GRACE = 0.2
    sys.exit(main(HASTY))
