"""`python -m tests.rehearsal.hasty SERVER CHANNEL`: a rehearsal with other patience for a press."""

from __future__ import annotations

import asyncio
import os
import sys

from bot.rehearsal.rehearsal import Patience, rehearse
from bot.run import point_at
from bot.settings import Settings


def tell(line: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    settings = Settings.read(os.environ)
    point_at(settings)
    server, channel = map(int, sys.argv[1:])
    patience = Patience(press=float(os.environ["PRESS"]))
    sys.exit(not asyncio.run(rehearse(settings, server, channel, tell, patience)))
