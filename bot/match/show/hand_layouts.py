"""A person's hand in a message: as a picture, in words, or at a table of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.names import escape
from bot.discord.parts import (
    MOST_WITH_EMOJI,
    Button,
    Pictures,
    button,
    container,
    galleries,
    jump_link,
    move_rows,
    rows,
    rules_button,
    table_button,
    with_last,
)
from bot.match.clock.proposals import paused_text, votes_text
from bot.match.show.looks import look_of, title_of, until_of
from bot.match.show.narration import told_in_words, told_since
from bot.match.show.stage import BoardFrame, HandFrame, last_move
from bot.match.table.kind import is_private, kind_of
from bot.match.table.names import bold_names, plain_names
from bot.match.table.times import until_text
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Presence
from engine.course import BACK
from engine.game import View
from render.api import Words

# A hand's message, by direct message or privately.

ROOM = 75
"""Characters that a phone has room for to tell what happened; above a long list of moves none but
one sentence, unless the game has a note."""

FULL = 15
"""More moves than this leave no room to tell anything, unless the game has a note."""


def hand_layout(
    board: BoardFrame,
    hand: HandFrame,
    pictures: Pictures,
    say: Words,
    emoji: Emojis = NO_EMOJI,
    told: Sequence[str] = (),
) -> ui.LayoutView:
    """Lay out the present hand of a seat, below what is `told` where no board tells it."""
    row, presenter, view = board.row, PRESENTERS[board.row.game], hand.view
    head = head_text(board, view, say)
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([head, *told])), *galleries(pictures)]
    if hand.presence is Presence.REMOVED:
        return container(*parts, ui.TextDisplay(say("hand.kicked")))
    if hand.away and kind_of(row).is_solo:
        return container(*parts, ui.TextDisplay(say("daily.finishing")))
    if hand.away:
        back = table_button(row, "back", say("hand.button.back"), discord.ButtonStyle.success)
        parts += [ui.TextDisplay(say(_why_away(hand))), *rows([back])]
        return container(*parts)
    if hand.pauses:
        return container(*parts, ui.TextDisplay(paused_text(row, say)))
    controls = presenter.controls(view, say, plain_names(row, say))
    note = presenter.note(say)
    # A game with a note has room in its place.
    room = ROOM if note or len(controls) <= MOST_WITH_EMOJI else 0
    is_told = told or not row.moves or (len(controls) > FULL and not note)
    since = "" if is_told else told_since(board, hand, say, room)
    until = until_text(board.member(hand.seat), row.terms, say)
    # A phone has room for one of them.
    note = "" if since else note
    lines = (since, presenter.prompt(view, say, bold_names(row, say)), until, note)
    parts.append(ui.TextDisplay("\n".join(filter(None, lines))))
    buttons = move_rows(row, controls, say, emoji, renewed=hand.renewed)
    if len(controls) > 1 and row.terms.hints:
        buttons = with_last(buttons, table_button(row, "hint", say("hint.button")))
    if hand.takes_back:
        buttons = with_last(buttons, take_back_button(row, say))
    return container(*parts, *buttons, *vote_items(row, hand, say))


def head_text(board: BoardFrame, view: View, say: Words) -> str:
    """Say in a small line what is played, how far it is, and at which table, with the way there."""
    row = board.row
    name, where = say(f"game.{row.game}"), ""
    if kind_of(row).is_solo:
        name = title_of(row.game, row.number, row.series, say)
        where = say("head.uncounted") if kind_of(row).is_practice else ""
    elif not is_private(row):
        where = say("head.table", number=row.number, link=jump_link(row, board.message))
    told = (name, PRESENTERS[row.game].progress(view, say), where)
    return f"-# {' · '.join(filter(None, told))}"


def take_back_button(row: MatchRow, say: Words) -> Button:
    """Make the button that takes the last move back: a line of the log, as a move is."""
    return button(f"m:{row.id}:{row.moves}:{BACK}", say("hand.button.take_back"))


def vote_items(row: MatchRow, hand: HandFrame, say: Words) -> list[ui.Item[Any]]:
    """Tell who has not voted that others want to end the game: the table may be far away."""
    told = votes_text(row, say)
    if not told or hand.user_id in hand.votes:
        return []
    return [ui.TextDisplay(told), *rows([table_button(row, "end", say("board.button.end"))])]


def _why_away(hand: HandFrame) -> str:
    if hand.presence is not Presence.LATE:
        return "hand.away"
    return "hand.late_waiting" if hand.waits else "hand.late"


def place_text(row: MatchRow, server: str | None, message_id: int | None, say: Words) -> str:
    """Say which table a hand belongs to, with a link to it.

    The channel or thread is named by its id, so that everybody's Discord shows its present name.
    """
    if is_private(row):
        look = look_of(row)
        return look.place(say) if look else ""
    if row.guild_id is None:
        return say("hand.place_direct", link=jump_link(row, message_id))
    return say(
        "hand.place", server=escape(server or say("hand.somewhere")),
        channel=f"<#{row.home_id}>", link=jump_link(row, message_id),
    )  # fmt: skip


# A hand as who plays in words gets it: what happened, what is asked, and the hand by suit.
#
# A message says nothing that can be asked for: the questions stand below the moves. In a routine
# turn it has at most `WORDS` words, as many as a glance at a picture takes in, but for what has to
# be told. Who sits at several tables is told once which of them it is of.

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


# The one message in which somebody plays alone: their hand, what happened, and their moves.

SOLO_ROOM, LITTLE = 115, 80
"""Characters that a phone has room for to tell what happened; and above a long list of moves."""

MOMENT = 40
"""Those that it takes to say until when a game lasts."""


def solo_layout(
    board: BoardFrame, hand: HandFrame, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out a try that is being played: a small line, the hand's picture, and words.

    These stand between the picture and the moves, so that a phone shows it all at once.
    """
    row, presenter = board.row, PRESENTERS[board.row.game]
    head: ui.TextDisplay[Any] = ui.TextDisplay(head_text(board, hand.view, say))
    parts: list[ui.Item[Any]] = [head, *galleries(pictures)]
    if hand.away:
        return container(*parts, ui.TextDisplay(say("daily.finishing")))
    controls = presenter.controls(hand.view, say, plain_names(row, say))
    room = LITTLE if len(controls) > MOST_WITH_EMOJI else SOLO_ROOM
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
