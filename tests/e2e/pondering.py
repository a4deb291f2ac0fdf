"""`python -m tests.e2e.pondering`: the bot, whose reviews are made once a file `gate` is there."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

from bot import wiring
from bot.reviews.service import Reviews
from bot.run import main
from tests.match import analysing

if __name__ == "__main__":
    gate = Path(os.environ["NIMBUS_DATA"]) / "gate"
    analyse = partial(analysing.waiting, gate)
    vars(wiring)["Reviews"] = partial(Reviews, analyse=analyse)
    sys.exit(main())
