"""Leaving a table: the question, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.ui.controls import button
from bot.ui.parts import container, rows

if TYPE_CHECKING:
    from bot.store.rows import MatchId
    from render.api import Words


def leaving_layout(
    match_id: MatchId, say: Words, *, ends: bool, daily: bool = False
) -> ui.LayoutView:
    """Lay out what leaving would do: it may end the game, but a `daily` is played to its end."""
    text = say("leaving.warning" if ends else "daily.leaving" if daily else "leaving.asks")
    label = say("leaving.button" if ends else "leaving.button.leave")
    custom_id = f"q:{match_id}" if ends else f"q:{match_id}:on"
    going = button(custom_id, label, discord.ButtonStyle.danger)
    return container(ui.TextDisplay(text), *rows([going]))


def left_layout(say: Words, *, ends: bool, daily: bool = False) -> ui.LayoutView:
    """Lay out that a person has left, which may have ended the game."""
    key = "leaving.ended" if ends else "daily.left" if daily else "table.left"
    return container(ui.TextDisplay(say(key)))
