"""`python -m tests.e2e.bare`: the bot as it is where no extra of pyproject.toml is installed."""

from __future__ import annotations

import importlib
import sys

from bot import meters
from bot.command_line import command

EXTRAS = ("prometheus_client", "psycopg", "sentry_sdk")
"""What the extras bring, by the names that are imported."""

if __name__ == "__main__":
    for name in EXTRAS:
        sys.modules[name] = None  # type: ignore[assignment] # so it cannot be imported
    importlib.reload(meters)
    sys.exit(command(sys.argv[1:]))
