"""A hand as who plays in words gets it: what happened, what is asked, and the hand by suit.

A message says nothing that can be asked for: the questions stand below the moves. In a routine turn
it has at most `WORDS` words, as many as a glance at a picture takes in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.controls import button, table_button
from bot.discord.parts import container, move_rows, rows
from bot.match.asking_layout import look_buttons
from bot.match.clock.time_left import until_text
from bot.match.kind import kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.hand_layout import take_back_button, vote_items
from bot.match.show.telling import told_in_words
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from render.api import Words

WORDS = 25
"""The most words of a routine turn."""

PLAIN = 4
"""A question of so few words says no more than that it is their turn."""

MOST_BUTTONS = 10
"""More moves than this are a menu: so many buttons are too many to go through."""


def heard_layout(board: BoardFrame, hand: HandFrame, say: Words) -> ui.LayoutView:
    """Lay out the present hand of a seat in words."""
    row, presenter, view = board.row, PRESENTERS[board.row.game], hand.view
    controls = presenter.controls(view, say, plain_names(row, say)) if hand.is_asked else ()
    buttons = _more(row, hand, say, has_choice=len(controls) > 1)
    if controls:
        asked = presenter.prompt(view, say, bold_names(row, say))
        if kind_of(row).is_solo and (len(controls) == 1 or presenter.forced(board.view)):
            asked, controls = say("solo.forced"), ()  # it is made by itself, see `forced_move`
        until = until_text(board.member(hand.seat), row.terms, say)
        lines = _turn(board, hand, say, asked, until)
    else:
        lines = [_headline(board, hand, say), presenter.holding(view, say)]
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(filter(None, lines)))
    moves = move_rows(row, controls, say, most=MOST_BUTTONS)
    questions = look_buttons(row, view, say)
    return container(text, *moves, *rows(buttons), *vote_items(row, hand, say), *rows(questions))


# LEAD'S NOTE to the words helper (remove it): mend the findings 1-9 of /tmp/brief/reports/ear.md
# in telling.told_in_words, heard_layout and the overlay, thus: the present trick always with
# "leads"; the prompt always; how the deal ended always; in a deal's first turn who declared what;
# a moment as `<t:…:t>` ("Until 14:05.", one word; `:R` where the turn may take over 12 hours);
# "Drawn: three of spades." in Cloud Nine; after a move "Your move is made." without the hand; then
# what else there is room for. Look buttons stand below (here).


def _turn(board: BoardFrame, hand: HandFrame, say: Words, asked: str, until: str) -> Sequence[str]:
    """Return what is told of a turn, a line each, in few words.

    What else there is of the hand comes if there is room. If a plain question is one too much, it
    is left to the moves to say what is asked.
    """
    presenter = PRESENTERS[board.row.game]
    held, more = presenter.told_hand(hand.view, say)
    told = told_in_words(board, hand, say, WORDS - words_in([asked, until, held]))
    if words_in([*told, until, held]) <= WORDS < words_in([*told, asked, until, held]):
        asked = asked if words_in([asked]) > PLAIN else ""
    if words_in([*told, asked, until, held, more]) <= WORDS:
        held = f"{held} {more}".strip()
    return [*told, asked, until, held]


def words_in(lines: Sequence[str]) -> int:
    """Count the words that are heard; a moment is heard as three, such as "in 2 minutes".

    >>> words_in(["**Annie:** king of hearts.", "Until <t:1790000000:R>."])
    8
    """
    said = " ".join(lines)
    return len(said.split()) + 2 * said.count("<t:")


def _headline(board: BoardFrame, hand: HandFrame, say: Words) -> str:
    """Say where the game stands when it begins, and else that the turn is over."""
    row, presenter = board.row, PRESENTERS[board.row.game]
    if hand.number:
        return say("ear.moved")
    turn = presenter.waiting(board.begun, say, bold_names(row, say))
    headline = presenter.headline(hand.view, say)
    return say("ear.begun", game=say(f"game.{row.game}"), headline=headline, turn=turn)


def _more(row: MatchRow, hand: HandFrame, say: Words, *, has_choice: bool) -> list[ui.Item[Any]]:
    """Return the buttons beside the moves: help, and the way out of a game played alone."""
    buttons: list[ui.Item[Any]] = []
    if has_choice and row.terms.hints:
        buttons.append(table_button(row, "hint", say("hint.button")))
    if hand.takes_back:
        buttons.append(take_back_button(row, say))
    if kind_of(row).is_practice:
        # Nothing is lost by it, so it is not asked about.
        buttons.append(button(f"q:{row.id}", say("solo.button.stop")))
    elif kind_of(row).is_solo:
        buttons.append(table_button(row, "leave", say("daily.button.give_up")))
    return buttons
