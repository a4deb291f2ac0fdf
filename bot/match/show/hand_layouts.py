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
    Button,
    Pictures,
    button,
    container,
    galleries,
    jump_link,
    move_rows,
    rows,
    rules_button,
    small,
    table_button,
    with_others,
)
from bot.match.clock.proposals import paused_text, votes_text
from bot.match.show.looks import look_of, title_of, until_of
from bot.match.show.narration import has_ended, narration_in_words, narration_since
from bot.match.show.stage import BoardFrame, HandFrame, last_move
from bot.match.table.kind import is_private, kind_of
from bot.match.table.names import bold_names, plain_names
from bot.match.table.seats import is_alone
from bot.match.table.times import until_text
from bot.presenters import PRESENTERS, Control
from bot.presenters.stakes import stake_of
from bot.store.rows import MatchRow, Presence
from bot.texts import by_ear
from engine.course import BACK
from engine.game import View
from render.api import Words

# A hand's message, by direct message or privately.

ROOM = 75
"""Characters that a line has room for to tell what happened; at least one sentence is told."""


def hand_layout(
    board: BoardFrame,
    hand: HandFrame,
    pictures: Pictures,
    say: Words,
    emoji: Emojis = NO_EMOJI,
    sentences: Sequence[str] = (),
) -> ui.LayoutView:
    """Lay out the present hand of a seat, with `sentences` where no board tells them.

    All there is to read stands between the picture and the moves: in one paragraph, as each part
    of a message keeps its distance.
    """
    row, presenter, view = board.row, PRESENTERS[board.row.game], hand.view
    until = until_text(board.member(hand.seat), row.terms, say)
    told_here = [head_text(board, view, say), *sentences]
    if hand.presence is Presence.REMOVED:
        return _hand_container(pictures, [*told_here, say("hand.kicked")])
    if hand.away and kind_of(row).is_solo:
        return _hand_container(pictures, [*told_here, say("daily.finishing")])
    if hand.away:
        back = table_button(row, "back", say("hand.button.back"), discord.ButtonStyle.success)
        return _hand_container(pictures, [*told_here, say(_why_away(hand))], rows([back]))
    if hand.pauses:
        return _hand_container(pictures, [*told_here, paused_text(row, say)])
    controls = presenter.controls(view, say, plain_names(row, say))
    # What is at stake takes the place of what has happened: that is in the picture.
    since = stake_of(view, say, bold_names(row, say))
    if not since and row.moves and not sentences:
        told = narration_since(board, hand, say, ROOM)
        since = told if has_ended(board, hand) else small(told)
    asked = presenter.prompt(view, say, bold_names(row, say))
    asked, controls = _chosen(board, asked, controls, say)
    head = f"{told_here[0]} · {until}" if until else told_here[0]
    moves = move_rows(row, controls, say, emoji, renewed=hand.renewed)
    buttons = with_others(moves, other_buttons(row, hand, say, controls), more_button(row, say))
    below = [*buttons, *vote_items(row, hand, say)]
    return _hand_container(pictures, [head, *sentences, since, asked], below)


def _hand_container(
    pictures: Pictures, lines: Iterable[str], below: Sequence[ui.Item[Any]] = ()
) -> ui.LayoutView:
    """Lay out pictures, and what is to read and to press below them."""
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(filter(None, lines)))
    return container(*galleries(pictures), text, *below)


def _chosen(
    board: BoardFrame, asked: str, controls: tuple[Control, ...], say: Words
) -> tuple[str, tuple[Control, ...]]:
    """Return what is asked and the moves; none where it is made by itself: see `forced_move`."""
    forced = len(controls) == 1 or PRESENTERS[board.row.game].forced(board.view) is not None
    is_made = controls and forced and is_alone(board.row)
    return (say("solo.forced"), ()) if is_made else (asked, controls)


def head_text(board: BoardFrame, view: View, say: Words, progress: str = "") -> str:
    """Say in a small line what is played, how far it is, and at which table, with the way there.

    `progress` is what is said instead of how far.
    """
    row, name, where = board.row, say(f"game.{board.row.game}"), ""
    if kind_of(row).is_solo:
        name = title_of(row.game, row.number, row.series, say)
        where = say("head.uncounted") if kind_of(row).is_practice else ""
    elif not is_private(row):
        where = say("head.table", number=row.number, link=jump_link(row, board.message))
    progress = progress or PRESENTERS[row.game].progress(view, say, bold_names(row, say))
    told = (name, progress, where)
    return small(" · ".join(filter(None, told)))


def other_buttons(
    row: MatchRow, hand: HandFrame, say: Words, controls: Sequence[Control], *, panel: bool = False
) -> list[ui.Item[Any]]:
    """Return the buttons beside the moves of a hand, or in the `panel` that has room for all."""
    is_solo, is_whole = kind_of(row).is_solo, panel or by_ear(say)
    buttons: list[ui.Item[Any]] = []
    if len(controls) > 1 and row.terms.hints and (is_whole or not is_solo):
        buttons.append(table_button(row, "hint", say("hint.button")))
    if hand.takes_back:
        buttons.append(take_back_button(row, say, panel=panel))
    if not is_solo:
        return buttons
    if not is_whole:
        return [*buttons, more_button(row, say)]
    if panel:
        of = "" if kind_of(row).is_practice else kind_of(row).name
        buttons.append(rules_button(row.game, say, of=of))
    # Nothing is lost by the end of practice, so it is not asked about.
    word = say("beat.button.stop") if kind_of(row).borrows else say("solo.button.stop")
    stop = button(f"q:{row.id}", word)
    leave = table_button(row, "leave", say("daily.button.give_up"))
    return [*buttons, stop if kind_of(row).is_practice else leave]


def more_button(row: MatchRow, say: Words) -> Button:
    """Make the button that leads to those for which there is no room."""
    return button(f"more:{row.id}", say("page.button.more"))


def take_back_button(row: MatchRow, say: Words, *, panel: bool = False) -> Button:
    """Make the button that takes the last move back: a line of the log, as a move is.

    In a `panel` it stands in a message that shows no hand.
    """
    where = "c" if panel else "m"
    return button(f"{where}:{row.id}:{row.moves}:{BACK}", say("hand.button.take_back"))


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

ALL = "all"
"""Stands for none of the questions, so that all are offered."""


def layout_in_words(board: BoardFrame, hand: HandFrame, say: Words) -> ui.LayoutView:
    """Lay out the present hand of a seat in words."""
    row, presenter, view = board.row, PRESENTERS[board.row.game], hand.view
    controls = presenter.controls(view, say, plain_names(row, say)) if hand.is_asked else ()
    buttons = other_buttons(row, hand, say, controls)
    table = say("ear.table", number=row.number) if hand.among else ""
    if controls:
        asked = presenter.prompt(view, say, bold_names(row, say))
        asked, controls = _chosen(board, asked, controls, say)
        until = until_text(board.member(hand.seat), row.terms, say)
        if not last_move(board, hand.seat):
            until = until or until_of(row, say)
        most = WORDS - words_in([table])
        lines = _turn(board, hand, say, asked, until, most)
    else:
        lines = _waiting(board, hand, say)
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join(filter(None, (table, *lines))))
    moves = move_rows(row, controls, say, renewed=hand.renewed)
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
    told, is_routine = narration_in_words(board, hand, say)
    presenter = PRESENTERS[board.row.game]
    hands, nearing = presenter.hand_texts(hand.view, say), presenter.nearing(hand.view, say)
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


# The one message in which somebody plays alone: their hand, what happened, and their moves.


def solo_layout(
    board: BoardFrame, hand: HandFrame, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out a try that is being played: the hand's picture, a small line, and words.

    These stand between the picture and the moves, so that a screen shows it all at once. What has
    happened is told where the moves are in one row; the picture shows it, too, but for how a deal
    has ended.
    """
    row, presenter, head = board.row, PRESENTERS[board.row.game], head_text(board, hand.view, say)
    if hand.away:
        return _hand_container(pictures, [head, say("daily.finishing")])
    controls = presenter.controls(hand.view, say, plain_names(row, say))
    asked = _asked(board, hand, say)
    asked, controls = _chosen(board, asked, controls, say)
    moves = move_rows(row, controls, say, emoji, renewed=hand.renewed)
    others = other_buttons(row, hand, say, controls)
    buttons = with_others(moves, others, more_button(row, say))
    told = narration_since(board, hand, say, ROOM) if row.moves else ""
    if len(buttons) > 1:
        head, told = head_text(board, hand.view, say, told if has_ended(board, hand) else ""), ""
    until = "" if last_move(board, hand.seat) else until_of(row, say)
    lines = (f"{head} · {until}" if until else head, small(told), asked)
    return _hand_container(pictures, lines, buttons)


def _asked(board: BoardFrame, hand: HandFrame, say: Words) -> str:
    """Say what to do, or who is to act."""
    presenter, names = PRESENTERS[board.row.game], bold_names(board.row, say)
    if hand.is_asked:
        return presenter.prompt(hand.view, say, names)
    return presenter.waiting(board.view, say, names)
