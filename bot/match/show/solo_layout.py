"""The one message in which somebody plays alone: the table, their hand and their moves."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.controls import rules_button, table_button
from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.parts import Pictures, container, galleries, move_rows, rows
from bot.match.kind import kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.board_layout import ended_sentences, recent_sentences
from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.looks import look_of
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from render.api import Words


def solo_layout(
    board: BoardFrame, hand: HandFrame, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out a try that is being played; the last picture is the hand's.

    Of three the first is the last deal's result, and stands above the others with how it ended.
    """
    row, presenter = board.row, PRESENTERS[board.row.game]
    *results, shown, own = galleries(pictures)
    ended = ended_sentences(board, say) if results else []
    parts: list[ui.Item[Any]] = [*results]
    if ended:
        parts.append(ui.TextDisplay(f"{' '.join(ended[:-1])}\n{ended[-1]}".strip()))
    headline = presenter.headline(board.view, say)
    title = say("board.title", game=say(f"game.{row.game}"), headline=headline)
    parts += [shown, ui.TextDisplay(f"{title}\n{_told(board, say, of_new=bool(ended))}")]
    if hand.away:
        return container(*parts, ui.TextDisplay(say("daily.finishing")))
    told = (presenter.prompt(hand.view, say), presenter.note(say), _practice(row, say))
    words = "\n".join(filter(None, told))
    parts += [own, ui.TextDisplay(words)]
    parts += move_rows(row, presenter.controls(hand.view, say, plain_names(row, say)), say, emoji)
    key = "solo.button.stop" if kind_of(row).is_practice else "daily.button.give_up"
    leave = table_button(row, "leave", say(key))
    return container(*parts, *rows([rules_button(row.game, say), leave]))


def _practice(row: MatchRow, say: Words) -> str:
    """Say that a game is only practice; "" if it is more."""
    look = look_of(row)
    return f"-# {look.place(say)}" if look and kind_of(row).is_practice else ""


def _told(board: BoardFrame, say: Words, *, of_new: bool) -> str:
    """Tell what happened last, and whose turn it is."""
    lines = recent_sentences(board, say, of_new=of_new)
    turn = PRESENTERS[board.row.game].waiting(board.view, say, bold_names(board.row, say))
    return "\n".join(filter(None, (*lines, turn)))
