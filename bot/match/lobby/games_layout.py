"""The games to choose from, the easiest first, each with how long and how hard it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.discord.parts import button, container, rows
from engine.games import GAMES
from render.api import Words


def choice_layout(say: Words) -> ui.LayoutView:
    """Lay out the games, with a button each that opens a table."""
    return container(
        ui.TextDisplay(say("play.choose")),
        *game_texts(say),
        *rows(button(f"play:{key}", say(f"game.{key}")) for key in GAMES),
    )


def game_texts(say: Words) -> Iterator[ui.TextDisplay[Any]]:
    """Say of each game what it is like, below its name."""
    for key in GAMES:
        name = say(f"game.{key}")
        text = say(f"game.{key}.choice").replace(f"{name}: ", f"**{name}**\n", 1)
        yield ui.TextDisplay(text)
