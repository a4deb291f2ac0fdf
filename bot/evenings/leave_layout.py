"""Leaving an evening: what it means, and that it is done."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.parts import container, rows
from bot.evenings.rows import EveningRow
from render.api import Words


def leave_layout(evening: EveningRow, say: Words) -> ui.LayoutView:
    """Ask whether somebody is to leave: their game, too, if they are at one."""
    leave = button(
        f"evening:{evening.id}:gone", say("evening.button.leave"), discord.ButtonStyle.danger
    )
    return container(ui.TextDisplay(say("evening.asks.leave")), *rows([leave]))


def left_layout(say: Words) -> ui.LayoutView:
    """Say that they have left, and how they come back."""
    return container(ui.TextDisplay(say("evening.left")))
