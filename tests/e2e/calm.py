"""`python -m tests.e2e.calm`: the bot asks as soon as a hasty one, and doubts later.

So a busy machine, on which a second passes before anybody answers, does not make it doubt.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from bot.run import main
from tests.e2e.hasty import HASTY

CALM = replace(HASTY, doubt=6.0, deaf=8.0, lost=60.0)

if __name__ == "__main__":
    sys.exit(main(CALM))
