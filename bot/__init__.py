"""The Discord bot: lobbies, tables and everything players touch."""

import sys
from pathlib import Path

VERSION = "1.0.0"
"""The version of the whole program; `pyproject.toml` takes it from here."""

PROGRAM = "nimbus" if Path(sys.argv[0]).name == "nimbus" else "python -m bot"
"""How it was called, and may be again: `nimbus` is there where its wheel is installed."""
