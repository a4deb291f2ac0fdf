"""The one message in which somebody plays alone: their hand, what happened, and their moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from bot.discord.controls import button, rules_button, table_button
from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.parts import MOST_WITH_EMOJI, Pictures, container, galleries, move_rows, rows
from bot.match.kind import kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.board_layout import ended_sentences, recent_sentences
from bot.match.show.frame import BoardFrame, HandFrame
from bot.presenters import PRESENTERS
from engine.events import Event
from engine.seats import Seat
from render.api import Words

ROOM, LITTLE = 115, 80
"""Characters that a phone has room for to tell what happened; and above a long list of moves."""


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
    told = _told(board, hand, say, LITTLE if len(controls) > MOST_WITH_EMOJI else ROOM)
    small = [f"-# {told}"] if told else []
    parts.append(ui.TextDisplay("\n".join([*small, _asked(board, hand, say)])))
    parts += move_rows(row, controls, say, emoji)
    leave = table_button(row, "leave", say("daily.button.give_up"))
    if kind_of(row).is_practice:
        # Nothing is lost by it, so it is not asked about.
        leave = button(f"q:{row.id}", say("solo.button.stop"))
    return container(*parts, *rows([rules_button(row.game, say), leave]))


def _told(board: BoardFrame, hand: HandFrame, say: Words, room: int) -> str:
    """Tell how the last deal ended if it just has, or else what happened last.

    At most `room` characters, but at least one sentence; the picture shows the rest.
    """
    has_ended = PRESENTERS[board.row.game].shows_result(board.view)
    ended = ended_sentences(board, say)[-1:] if has_ended else []
    if ended and _length(ended) <= room:
        return ended[0]
    recent = recent_sentences(_since(board, hand.seat), say, of_new=has_ended)
    while len(recent) > 1 and _length(recent) > room:
        recent.pop(0)
    return " ".join(recent)


def _length(sentences: Sequence[str]) -> int:
    """Count the characters that are read."""
    return len(" ".join(sentences).replace("**", ""))


def _asked(board: BoardFrame, hand: HandFrame, say: Words) -> str:
    """Say what to do, or who is to act."""
    presenter = PRESENTERS[board.row.game]
    if hand.seat in hand.view.to_act:
        return presenter.prompt(hand.view, say)
    return presenter.waiting(board.view, say, bold_names(board.row, say))


def _since(board: BoardFrame, seat: Seat) -> BoardFrame:
    """Return the board with only what came of a seat's last move and has happened since.

    Who is alone knows what they did, and a phone has no room to tell it.
    """
    for move in range(len(board.happened) - 1, 0, -1):
        # A move's first event is the move itself, and that of a pilot says so.
        made, *came = board.happened[move]
        if seat in (getattr(made, "seat", None), getattr(made, "pilot", None)):
            earlier: list[tuple[Event, ...]] = [()] * move
            return replace(board, happened=[*earlier, tuple(came), *board.happened[move + 1 :]])
    return board
