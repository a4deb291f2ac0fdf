"""`python -m tests.games.bot`: the bot with Thunder and Hail registered."""

from __future__ import annotations

import sys

from bot.run import main
from tests.games import register

if __name__ == "__main__":
    register()
    sys.exit(main())
