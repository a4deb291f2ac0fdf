"""The words of the coach: a question before a costly move, and short praise after a fine one."""

from __future__ import annotations

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.names import escape
from bot.discord.parts import container, rows
from bot.match.house.coach import Word
from bot.match.names import bold_names, plain_names
from bot.presenters import PRESENTERS
from bot.presenters.naming import capital
from bot.presenters.reasons import percent
from render.api import Words


def doubt_layout(word: Word, say: Words) -> ui.LayoutView:
    """Lay out what a move gives away and why, with a button for each way to go on."""
    row, view, found = word.table.row, word.table.view(word.seat), word.advice
    presenter, names = PRESENTERS[row.game], bold_names(row, say)
    better, worse = (
        presenter.named_again(view, code, say, names) for code in (found.best, found.rival)
    )
    lines = (
        say("coach.doubt", move=capital(_named(word, found.rival, say)),
            percent=percent(found.gap.share)),
        presenter.why(found.reasons, better, worse, say, names)
        or say("coach.better", move=capital(_named(word, found.best, say))),
    )  # fmt: skip
    to = f"c:{row.id}"
    return container(
        ui.TextDisplay("\n".join(lines)),
        *rows(
            [
                button(to, say("coach.button.another"), discord.ButtonStyle.primary),
                button(f"{to}:{row.moves}:{word.code}", say("coach.button.same")),
            ]
        ),
    )


def praise_layout(word: Word, say: Words) -> ui.LayoutView:
    """Lay out that a move was a fine one."""
    return container(ui.TextDisplay(say("coach.praise", move=_named(word, word.code, say))))


def _named(word: Word, code: str, say: Words) -> str:
    """Name a move as a sentence does in which it is printed bold."""
    row, view = word.table.row, word.table.view(word.seat)
    return escape(PRESENTERS[row.game].named(view, code, say, plain_names(row, say)))
