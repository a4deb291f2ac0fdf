"""Whom a person has blocked, in a private answer."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.discord.parts import container
from render.api import Words


def blocks_layout(blocked: Sequence[int], say: Words) -> ui.LayoutView:
    """Lay out the people somebody has blocked, and what that means."""
    if not blocked:
        return container(ui.TextDisplay(say("block.none")))
    names = ", ".join(f"<@{user_id}>" for user_id in blocked)
    return container(ui.TextDisplay(say("block.list", n=len(blocked), names=names)))
