"""The table's message: pictures, what just happened, whose turn it is, buttons."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.names import bold
from bot.discord.parts import Pictures, container, galleries, move_rows, rows, table_button
from bot.match.change import votes_needed
from bot.match.clock.pausing_layout import paused_text
from bot.match.clock.proposal_layout import proposal_buttons, proposal_text, votes_text
from bot.match.clock.time_left import turn_text
from bot.match.clock.turns import is_slow
from bot.match.house.hint_layout import hinted_text
from bot.match.house.robots import level_of
from bot.match.kind import kind_of
from bot.match.names import bold_names, plain_names
from bot.match.show.finished_layout import finished_layout
from bot.match.show.frame import BoardFrame
from bot.match.show.telling import ended_sentences, recent_sentences
from bot.match.table import has_private_hands, is_house, is_waiting, names_of, present
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Presence, Status
from render.api import All, Words

MOST_OPEN = 6
"""More moves than this are a select on the board, which has little room below its pictures."""


def board_layout(
    board: BoardFrame, pictures: Pictures, say: Words, emoji: Emojis = NO_EMOJI
) -> ui.LayoutView:
    """Lay out the board of a match that is played, or was.

    Where there are two pictures, the first is the last deal's result: it stands above the table
    with how that deal ended.
    """
    if board.row.status is not Status.PLAYING:
        return finished_layout(board, pictures, recent_sentences(board, say), say)
    row, presenter, view = board.row, PRESENTERS[board.row.game], board.begun
    *results, shown = galleries(pictures)
    parts: list[ui.Item[Any]] = [*results]
    ended = ended_sentences(board, say) if results else []
    if ended:
        parts.append(ui.TextDisplay(f"{' '.join(ended[:-1])}\n{ended[-1]}".strip()))
    title = say("board.title", game=say(f"game.{row.game}"), headline=presenter.headline(view, say))
    words = _words(board, say, of_new=bool(ended))
    parts += [shown, ui.TextDisplay(f"{title}\n{words}")]
    is_asked = not row.pauses and any(not is_house(row.members[seat - 1]) for seat in view.to_act)
    controls = presenter.controls(view, say, plain_names(row, say)) if is_asked else ()
    parts += move_rows(row, controls, say, emoji, most=MOST_OPEN, renewed=board.renewed)
    parts += [*rows(proposal_buttons(row, say)), *rows(table_buttons(row, say))]
    return container(*parts)


def _words(board: BoardFrame, say: Words, *, of_new: bool) -> str:
    row = board.row
    lines = recent_sentences(board, say, of_new=of_new)
    turn = PRESENTERS[row.game].waiting(board.view, say, bold_names(row, say))
    lines += [turn_of(row, turn, say), *notes_of(row, say)]
    is_sent = any(one.dm and not is_house(one) for one in row.members) and not has_private_hands(
        row
    )
    if row.moves < len(row.members) and row.guild_id is not None and is_sent:
        lines.append(say("board.where"))
    return "\n".join(filter(None, (*lines, _house_players(board, say))))


def turn_of(row: MatchRow, turn: str, say: Words) -> str:
    """Say whose `turn` it is and until when, or that the game is paused or waits for people."""
    late = late_names(row)
    if row.pauses:
        return paused_text(row, say)
    if is_waiting(row):
        return say("board.waits", names=late)
    soonest = min(
        row.members, key=lambda member: inf if member.clock.due is None else member.clock.due
    )
    return turn_text(turn, soonest, row.terms, say)


def notes_of(row: MatchRow, say: Words) -> list[str]:
    """Say what else everybody should know: who is late or left, who votes, what is proposed."""
    notes = [say("board.thread_gone")] if row.thread_gone else []
    late = late_names(row)
    if late and not is_waiting(row):
        notes.append(say("board.late", names=late))
    left = _named(row, (m.presence is Presence.LEFT and not m.is_anonymous for m in row.members))
    if left and not kind_of(row).is_solo:
        notes.append(say("board.left", names=left))
    unreached = _named(row, (not m.dm and not is_house(m) for m in row.members))
    if unreached and not row.by_token:
        notes.append(say("board.dm_closed", names=unreached))
    if taken_out := _named(row, (member.presence is Presence.REMOVED for member in row.members)):
        notes.append(say("board.kicked", names=taken_out))
    if hurried := _named(row, (member.hinted and member.user_id is None for member in row.members)):
        notes.append(say("board.by_rule", names=hurried))
    notes += _vacations(row, say)
    others = (votes_text(row, say), proposal_text(row, say), hinted_text(row, say))
    return [*notes, *filter(None, others)]


def _vacations(row: MatchRow, say: Words) -> list[str]:
    """Say who is on vacation until when, but for one that was over at the last change."""
    if not is_slow(row):
        return []
    return [
        say("board.vacation", name=name, when=f"<t:{int(member.clock.vacation)}:f>")
        for member, name in zip(row.members, bold_names(row, say, ()), strict=True)
        if member.clock.vacation > row.touched and not is_house(member)
    ]


def _house_players(board: BoardFrame, say: Words) -> str:
    """Say how well the house players play, while the first deal lasts; "" if there are none."""
    players = [
        say("board.house_player", name=name, level=say(f"level.{level_of(board.row, member)}"))
        for member, name in zip(board.row.members, bold_names(board.row, say, ()), strict=True)
        if member.user_id is None
    ]
    if not players or board.begun.deal > 1:
        return ""
    return say("board.house", players=players)


def late_names(row: MatchRow) -> All:
    """Name those who are played for because their time ran out."""
    return _named(row, (member.presence is Presence.LATE for member in row.members))


def _named(row: MatchRow, are_meant: Iterable[bool]) -> All:
    """Name some of those who play."""
    named = zip(names_of(row), are_meant, strict=True)
    return All(bold(name) for name, is_meant in named if is_meant)


def table_buttons(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Return the controls below a board, for everybody at its table."""
    buttons: list[ui.Item[Any]] = [
        table_button(row, "hand", say("board.button.hand"), discord.ButtonStyle.success)
    ]
    if kind_of(row).is_solo:
        return [*buttons, table_button(row, "leave", say("daily.button.give_up"))]
    if len(present(row)) < 2:
        # A vote of one would end the game at once; leaving asks first.
        pace = "slower" if row.terms.fast else "faster"
        buttons.append(table_button(row, pace, say(f"board.button.{pace}")))
    elif votes_needed(row) is not None:
        buttons.append(table_button(row, "end", say("board.button.end")))
    # Far from the hand, which is what everybody presses.
    if not row.by_token:
        buttons.append(table_button(row, "clock", say("board.button.clock")))
    return [*buttons, table_button(row, "leave", say("board.button.leave"))]
