"""Questions as buttons, and the answers that have one."""

from __future__ import annotations

from collections.abc import Iterable

from discord import ui

from bot.discord.controls import Button, button, rules_button
from bot.discord.parts import container, rows
from bot.match.asking import ALL, questions_of
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from engine.game import View
from render.api import Words


def look_buttons(row: MatchRow, view: View, say: Words) -> list[Button]:
    """Return a button for each question that whoever has the view may ask of a table."""
    return _buttons(row, questions_of(row, view), say)


def first_look_buttons(row: MatchRow, view: View, say: Words) -> list[Button]:
    """Return a button for each question that is asked often, and one that opens all of them."""
    return _buttons(row, (*PRESENTERS[row.game].asked_often(view), ALL), say)


def _buttons(row: MatchRow, questions: Iterable[str], say: Words) -> list[Button]:
    return [button(f"look:{row.id}:{each}", say(f"look.button.{each}")) for each in questions]


def questions_layout(row: MatchRow, view: View, say: Words) -> ui.LayoutView:
    """Lay out all questions, to choose from."""
    return container(ui.TextDisplay(say("look.choose")), *rows(look_buttons(row, view, say)))


def rules_now_layout(row: MatchRow, answer: str, say: Words) -> ui.LayoutView:
    """Lay out what the present phase asks, with the way to the whole rules."""
    return container(ui.TextDisplay(answer), *rows([rules_button(row.game, say)]))
