"""Why a game is paused, in words."""

from __future__ import annotations

from bot.match.clock.pausing import LOCKED, MODERATOR, PERMISSIONS
from bot.store.rows import MatchRow, Pause
from render.api import Words


def paused_text(row: MatchRow, say: Words) -> str:
    """Say that a game is paused and why, a line a reason; "" while it goes on."""
    return "\n".join(_reason(pause, say) for pause in row.pauses)


def _reason(pause: Pause, say: Words) -> str:
    if pause.why == PERMISSIONS:
        missing = [say(f"permission.{name}") for name in pause.missing]
        return say("pause.permissions", missing=missing)
    if pause.why == MODERATOR and pause.by is not None:
        return say("pause.moderator", person=f"<@{pause.by}>")
    return say("pause.locked" if pause.why == LOCKED else "pause.other")
