"""The games to choose from, the easiest first, each with how long and how hard it is."""

from __future__ import annotations

from discord import ui

from bot.discord.controls import button
from bot.discord.parts import container, rows
from engine.games import GAMES
from render.api import Words


def choice_layout(say: Words) -> ui.LayoutView:
    """Lay out the games, with a button each that opens a table."""
    lines = [say("play.choose"), *(say(f"game.{key}.choice") for key in GAMES)]
    return container(
        ui.TextDisplay("\n".join(lines)),
        *rows(button(f"play:{key}", say(f"game.{key}")) for key in GAMES),
    )
