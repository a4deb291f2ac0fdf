"""`python -m tests.e2e.thoughtful`: the bot, whose thinking processes may take their time.

So a busy machine, on which a process starts slowly, does not make it give up.
"""

from __future__ import annotations

import sys

from bot.match.house import thinkers
from bot.run import main

if __name__ == "__main__":
    (thinkers.ProcessPoolThinker.__init__.__kwdefaults__ or {})["patience"] = 15.0
    sys.exit(main())
