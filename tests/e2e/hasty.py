"""`python -m tests.e2e.hasty`: the bot with less patience, so that tests need not wait minutes."""

from __future__ import annotations

import sys

from bot.discord.connection import Limits
from bot.run import main

HASTY = Limits(
    ask=1.0,
    doubt=1.5,
    deaf=3.0,
    lost=8.0,
    connect=2.0,
    pause=0.5,
    spacing=0.2,
    beat=0.2,
    look=1.0,
    waiting=1.0,
    tenure=0.0,
    overlap=0.5,
    gaps=1.0,
    tidy=0.5,
)

if __name__ == "__main__":
    sys.exit(main(HASTY))
