"""All questions at once, and the answers that have a button."""

from __future__ import annotations

from discord import ui

from bot.discord.parts import container, rows, rules_button
from bot.match.asking import questions_of
from bot.match.show.heard_layout import look_buttons
from bot.store.rows import MatchRow
from engine.game import View
from render.api import Words


def questions_layout(row: MatchRow, view: View, say: Words) -> ui.LayoutView:
    """Lay out all questions, to choose from."""
    buttons = look_buttons(row, questions_of(row, view), say)
    return container(ui.TextDisplay(say("look.choose")), *rows(buttons))


def rules_now_layout(row: MatchRow, answer: str, say: Words) -> ui.LayoutView:
    """Lay out what the present phase asks, with the way to the whole rules."""
    return container(ui.TextDisplay(answer), *rows([rules_button(row.game, say)]))
