"""The one message in which somebody plays alone: their hand, what happened, and their moves."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.parts import (
    MOST_WITH_EMOJI,
    Pictures,
    button,
    container,
    galleries,
    move_rows,
    rows,
    rules_button,
    table_button,
)
from bot.match.kind import kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.frame import BoardFrame, HandFrame, last_move
from bot.match.show.hand_layout import take_back_button
from bot.match.show.looks import look_of, until_of
from bot.match.show.telling import told_since
from bot.presenters import PRESENTERS
from render.api import Words

ROOM, LITTLE = 115, 80
"""Characters that a phone has room for to tell what happened; and above a long list of moves."""

MOMENT = 40
"""Those that it takes to say until when a game lasts."""


def solo_layout(
    board: BoardFrame, hand: HandFrame, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out a try that is being played: the hand's picture, which has the headline, and words.

    All of them stand between the picture and the moves, so that a phone shows it all at once. Above
    the picture stands that a game of practice is one.
    """
    row, presenter = board.row, PRESENTERS[board.row.game]
    parts: list[ui.Item[Any]] = [*galleries(pictures)]
    if kind_of(row).is_practice and (look := look_of(row)) is not None:
        parts.insert(0, ui.TextDisplay(f"-# {look.place(say)}"))
    if hand.away:
        return container(*parts, ui.TextDisplay(say("daily.finishing")))
    controls = presenter.controls(hand.view, say, plain_names(row, say))
    room = LITTLE if len(controls) > MOST_WITH_EMOJI else ROOM
    asked = _asked(board, hand, say)
    if controls and (len(controls) == 1 or presenter.forced(board.view) is not None):
        asked, controls = say("solo.forced"), ()  # it is made by itself, see `forced_move`
    if last_move(board, hand.seat) or not (until := until_of(row, say)):
        told = told_since(board, hand, say, room)
    else:
        # How the game began is in the picture.
        before = told_since(board, hand, say, room - MOMENT) if row.moves else "-#"
        told = f"{before} {until}"
    lines = (told, asked)
    parts.append(ui.TextDisplay("\n".join(filter(None, lines))))
    parts += move_rows(row, controls, say, emoji, renewed=hand.renewed)
    leave = table_button(row, "leave", say("daily.button.give_up"))
    how = rules_button(row.game, say, of=kind_of(row).name)
    if kind_of(row).is_practice:
        how = rules_button(row.game, say)
        # Nothing is lost by it, so it is not asked about.
        leave = button(f"q:{row.id}", say("solo.button.stop"))
    first = take_back_button(row, say) if hand.takes_back else how
    return container(*parts, *rows([first, leave]))


def _asked(board: BoardFrame, hand: HandFrame, say: Words) -> str:
    """Say what to do, or who is to act."""
    presenter, names = PRESENTERS[board.row.game], bold_names(board.row, say)
    if hand.is_asked:
        return presenter.prompt(hand.view, say, names)
    return presenter.waiting(board.view, say, names)
