"""The table's message: pictures, what just happened, whose turn it is, buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.faces import FACES
from bot.play.table import is_waiting, names_of
from bot.play.turns import is_alone
from bot.store.rows import Status
from bot.ui.finished import finished_layout
from bot.ui.hints import hinted_text
from bot.ui.names import bold_names, escape, plain_names
from bot.ui.parts import container, gallery, moment, move_rows, rows, table_button
from engine.events import as_seen_by

if TYPE_CHECKING:
    from bot.play.table import Table
    from bot.store.rows import MatchRow
    from render.api import Picture, Words

RECENT = 4
"""How many sentences of what just happened a board shows."""


def board_layout(table: Table, pictures: list[tuple[str, Picture]], say: Words) -> ui.LayoutView:
    """Lay out the board of a match that is played, or was."""
    if table.row.status is not Status.PLAYING:
        return finished_layout(table, pictures, recent_sentences(table, say), say)
    row, face, view = table.row, FACES[table.row.game], table.view(None)
    title = say("board.title", game=say(f"game.{row.game}"), headline=face.headline(view, say))
    parts: list[ui.Item[Any]] = [
        gallery([(name, picture.alt) for name, picture in pictures]),
        ui.TextDisplay(f"{title}\n{_words(table, say)}"),
    ]
    controls = face.open_controls(view, say, plain_names(row, say))
    parts += move_rows(row, controls, say)
    parts += rows(_buttons(row, say))
    return container(*parts)


def recent_sentences(table: Table, say: Words) -> list[str]:
    """Tell the last few things that happened, oldest first, each by whoever did it then."""
    face = FACES[table.row.game]
    told: list[str] = []
    for events, seat in zip(reversed(table.happened), reversed(table.stood_in), strict=True):
        names = bold_names(table.row, say, () if seat is None else (seat,))
        sentences = [face.sentence(event, say, names) for event in as_seen_by(None, events)]
        told[:0] = [sentence for sentence in sentences if sentence]
        if len(told) >= RECENT:
            break
    return told[-RECENT:]


def _words(table: Table, say: Words) -> str:
    row = table.row
    lines = recent_sentences(table, say)
    lines += [_turn(table, bold_names(row, say), say), *_notes(row, say)]
    return "\n".join(lines)


def _turn(table: Table, names: tuple[str, ...], say: Words) -> str:
    """Say whose turn it is and until when, or that the game waits for people."""
    row, late = table.row, late_names(table.row, say)
    if is_waiting(row):
        return say("board.waits", names=late)
    turn = FACES[row.game].waiting(table.view(None), say, names)
    due = [member.due for member in row.members if member.due is not None]
    if due:
        return say("board.turn_until", turn=turn, when=moment(min(due)))
    return say("board.turn", turn=turn)


def _notes(row: MatchRow, say: Words) -> list[str]:
    """Say what else everybody should know: who is late, who votes, who took a hint."""
    notes = []
    late = late_names(row, say)
    if late and not is_waiting(row):
        notes.append(say("board.late", names=late))
    if row.votes:
        notes.append(say("board.votes", n=len(row.votes)))
    return [*notes, *filter(None, (hinted_text(row, say),))]


def late_names(row: MatchRow, say: Words) -> str:
    """Name those who are played for because their time ran out."""
    named = zip(row.members, names_of(row), strict=True)
    return say("list.and").join(f"**{escape(name)}**" for member, name in named if member.late)


def _buttons(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    buttons: list[ui.Item[Any]] = [
        table_button(row, "hand", say("board.button.hand"), discord.ButtonStyle.success)
    ]
    if is_alone(row):
        pace = "slower" if row.terms.fast else "faster"
        buttons.append(table_button(row, pace, say(f"board.button.{pace}")))
    return [
        *buttons,
        table_button(row, "leave", say("board.button.leave")),
        table_button(row, "end", say("board.button.end")),
    ]
