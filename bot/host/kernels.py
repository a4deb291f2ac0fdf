"""`python -m bot compile`: what house players think with, compiled before the bot needs it."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.settings import Settings
from engine.players import kernels

WITHOUT = "There is nothing to compile with: numba is not installed. House players do without."


def compile_all(settings: Settings, tell: Callable[[str], None]) -> bool:
    """Compile what is not, telling how far it is, and where it is kept; return whether it is."""
    if not kernels.are_compiled():
        tell(WITHOUT)
        return True
    kernels.HOMES.append(settings.data.absolute())
    home, began, games = kernels.directory(), time.monotonic(), iter(kernels.KERNELS)
    if home is None:
        tell(f"Nothing can be kept: none of {', '.join(map(str, kernels.HOMES))} can be written.")
        return False

    def told() -> None:
        tell(f"{next(games)}: compiled after {time.monotonic() - began:.0f} s")

    kernels.get_ready(told)
    tell(f"Kept in {home}.")
    return True
