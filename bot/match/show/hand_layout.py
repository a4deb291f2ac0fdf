"""A hand's message, by direct message or privately."""

from __future__ import annotations

from collections.abc import Sequence
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
    table_button,
    with_last,
)
from bot.match.clock.pausing_layout import paused_text
from bot.match.clock.proposal_layout import votes_text
from bot.match.clock.time_left import until_text
from bot.match.kind import is_private, kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.looks import look_of
from bot.match.show.telling import told_since
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Presence
from engine.course import BACK
from render.api import Words, capital

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
    title = say(
        "hand.title",
        game=say(f"game.{row.game}"),
        headline=capital(presenter.headline(view, say)),
        place=place_text(row, board.server, board.message, say),
    )
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([title, *told])), *galleries(pictures)]
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
