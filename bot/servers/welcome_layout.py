"""What a server reads when it has added the bot."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ui

from bot.discord.parts import container
from render.api import Words


def welcome_layout(mentions: Mapping[str, str], say: Words) -> ui.LayoutView:
    """Lay out the three things to know; `mentions` gives every command as it is shown."""
    return container(ui.TextDisplay(say("welcome.said", **mentions)))
