"""A hand as who plays in words gets it: what happened, what is asked, and the hand by suit.

A message says nothing that can be asked for: the questions stand below the moves. In a routine turn
it has at most `WORDS` words, as many as a glance at a picture takes in, but for what has to be
told. Who sits at several tables is told once which of them it is of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.discord.parts import Button, button, container, move_rows, rows, table_button
from bot.match.clock.time_left import until_text
from bot.match.kind import kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.frame import BoardFrame, HandFrame, last_move
from bot.match.show.hand_layout import take_back_button, vote_items
from bot.match.show.looks import until_of
from bot.match.show.telling import told_in_words
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from render.api import Words

WORDS = 25
"""The most words of a routine turn."""

LONG = 13
"""A hand of more words than nine cards of four suits is told whatever else there is."""

MOST_BUTTONS = 10
"""More moves than this are a menu: so many buttons are too many to go through."""

ALL = "all"
"""Stands for none of the questions, so that all are offered."""


def heard_layout(board: BoardFrame, hand: HandFrame, say: Words) -> ui.LayoutView:
    """Lay out the present hand of a seat in words."""
    row, presenter, view = board.row, PRESENTERS[board.row.game], hand.view
    controls = presenter.controls(view, say, plain_names(row, say)) if hand.is_asked else ()
    buttons = _more(row, hand, say, has_choice=len(controls) > 1)
    table = say("ear.table", number=row.number) if hand.among else ""
    if controls:
        asked = presenter.prompt(view, say, bold_names(row, say))
        if kind_of(row).is_solo and (len(controls) == 1 or presenter.forced(board.view)):
            asked, controls = say("solo.forced"), ()  # it is made by itself, see `forced_move`
        until = until_text(board.member(hand.seat), row.terms, say)
        if not last_move(board, hand.seat):
            until = until or until_of(row, say)
        most = WORDS - words_in([table])
        lines = _turn(board, hand, say, asked, until, most)
    else:
        lines = _waiting(board, hand, say)
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(filter(None, (table, *lines))))
    moves = move_rows(row, controls, say, most=MOST_BUTTONS, renewed=hand.renewed)
    questions = look_buttons(row, (*presenter.asked_often(view), ALL), say)
    return container(text, *moves, *rows(buttons), *vote_items(row, hand, say), *rows(questions))


def look_buttons(row: MatchRow, questions: Iterable[str], say: Words) -> list[Button]:
    """Return a button for each of these questions about a table."""
    return [button(f"look:{row.id}:{each}", say(f"look.button.{each}")) for each in questions]


@dataclass(slots=True)
class _Room:
    """How many more words there is room for."""

    words: int

    def take(self, text: str, instead_of: str = "") -> str:
        """Return a text if there is room for it, or else what it would replace."""
        more = words_in([text]) - words_in([instead_of])
        if more > self.words:
            return instead_of
        self.words -= more
        return text


def _turn(
    board: BoardFrame, hand: HandFrame, say: Words, asked: str, until: str, most: int
) -> Sequence[str]:
    """Return what is told of a turn, a line each; in a routine one at `most` so many words.

    First comes what has to be told, what is asked and the least of the hand, then that the deal is
    nearly over, more of the hand, what else has happened, the newest first, and until when.
    """
    told, is_routine = told_in_words(board, hand, say)
    presenter = PRESENTERS[board.row.game]
    hands, nearing = presenter.told_hand(hand.view, say), presenter.nearing(hand.view, say)
    if not is_routine or words_in([hands[-1]]) > LONG:
        return [*(one.sentence for one in told), nearing, asked, until, hands[0]]
    lines, held = [one.sentence if one.has_to_be else "" for one in told], hands[-1]
    room = _Room(most - words_in([asked, held, *lines]))
    nearing = room.take(nearing)
    for fuller in reversed(hands):
        held = room.take(fuller, instead_of=held)
    for place, one in reversed([*enumerate(told)]):
        lines[place] = lines[place] or room.take(one.sentence)
        if not lines[place]:
            break
    return [*lines, nearing, asked, room.take(until), held]


def words_in(lines: Sequence[str]) -> int:
    """Count the words that are heard; a moment is one, such as 14:05, or three: in 2 days.

    >>> words_in(["**Annie:** king of hearts.", "Until <t:1790000000:t>.", "<t:1790000000:R>"])
    9
    """
    said = " ".join(lines)
    return len(said.split()) + 2 * said.count(":R>")


def _waiting(board: BoardFrame, hand: HandFrame, say: Words) -> Sequence[str]:
    """Return where the game stands when it begins, with the hand, and else that a move is made."""
    row, presenter = board.row, PRESENTERS[board.row.game]
    if hand.number:
        return [say("ear.moved")]
    headline = presenter.headline(hand.view, say)
    begun = say("ear.begun", game=say(f"game.{row.game}"), headline=headline)
    return [begun, presenter.holding(hand.view, say)]


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
