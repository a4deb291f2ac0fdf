"""The one message in which somebody plays alone: their hand, what happened, and their moves."""

from __future__ import annotations

from collections.abc import Iterable
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
    """Lay out a try that is being played: the hand's picture, which has the headline, and words.

    All of them stand between the picture and the moves, so that a phone shows it all at once.
    """
    row, presenter = board.row, PRESENTERS[board.row.game]
    parts: list[ui.Item[Any]] = [*galleries(pictures)]
    if hand.away:
        return container(*parts, ui.TextDisplay(say("daily.finishing")))
    controls = presenter.controls(hand.view, say, plain_names(row, say))
    parts.append(ui.TextDisplay("\n".join(filter(None, _words(board, hand, say)))))
    parts += move_rows(row, controls, say, emoji)
    key = "solo.button.stop" if kind_of(row).is_practice else "daily.button.give_up"
    leave = table_button(row, "leave", say(key))
    return container(*parts, *rows([rules_button(row.game, say), leave]))


def _words(board: BoardFrame, hand: HandFrame, say: Words) -> Iterable[str]:
    """Tell what happened last, how the last deal ended if it just has, and what to do."""
    presenter = PRESENTERS[board.row.game]
    ended = ended_sentences(board, say) if presenter.shows_result(board.view) else []
    yield " ".join(ended[-1:])
    yield " ".join(recent_sentences(board, say, of_new=bool(ended)))
    if hand.seat in hand.view.to_act:
        yield presenter.prompt(hand.view, say)
    else:
        yield presenter.waiting(board.view, say, bold_names(board.row, say))
    yield _practice(board.row, say)


def _practice(row: MatchRow, say: Words) -> str:
    """Say that a game is only practice; "" if it is more."""
    look = look_of(row)
    return f"-# {look.place(say)}" if look and kind_of(row).is_practice else ""
