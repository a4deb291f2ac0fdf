"""The board of a match in its channel, its line in a thread's channel, and who is veiled there."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.discord.names import bold
from bot.discord.parts import (
    Pictures,
    container,
    fair_button,
    galleries,
    jump_link,
    move_rows,
    rows,
    table_button,
)
from bot.match.clock.layouts import paused_text, proposal_buttons, proposal_text, votes_text
from bot.match.house.layouts import hinted_text
from bot.match.show.finished_layouts import (
    finished_layout,
    go_on_buttons,
    outcome_of,
    score_text,
    winner_text,
)
from bot.match.show.frame import BoardFrame
from bot.match.show.looks import look_of, looking_back
from bot.match.show.telling import ended_sentences, recent_sentences
from bot.match.table.change import votes_needed
from bot.match.table.kind import kind_of
from bot.match.table.names import bold_names, plain_names
from bot.match.table.robots import level_of
from bot.match.table.state import has_private_hands, is_house, is_waiting, names_of, present
from bot.match.table.times import LOCKED, is_paused_for, is_slow, turn_text
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Presence, Status
from engine.game import by_place
from engine.seats import Seat
from render.api import All, Words

# The table's message: pictures, what just happened, whose turn it is, buttons.

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


# A veiled board: it shows no card, for others still play the same deals.
#
# Its players have the whole table in their hands. The result is told when nobody plays these deals
# any more.


def veiled_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays, how far they are and whose turn it is; no picture."""
    row = board.row
    lines = [veiled_text(board, say)]
    if row.status is not Status.PLAYING:
        look = look_of(row)
        own = look.after(row, say) if look is not None else ()
        is_withheld = board.notes is not None and board.notes.withholds
        if board.notes is not None and is_withheld:
            lines += board.notes.below(row, say)
        shown = [] if is_withheld else [*own, *looking_back(row, say)]
        return container(
            ui.TextDisplay("\n".join(lines)),
            *rows([*go_on_buttons(board, say), *shown, fair_button(row, say)]),
        )
    acting = [bold_names(row, say)[seat - 1] for seat in board.begun.to_act]
    turn = say("league.veil.turn", names=All(acting))
    lines += [turn_of(row, turn, say), *notes_of(row, say)]
    return container(
        ui.TextDisplay("\n".join(filter(None, lines))),
        *rows(proposal_buttons(row, say)), *rows(table_buttons(row, say)),
    )  # fmt: skip


def veiled_text(board: BoardFrame, say: Words) -> str:
    """Say who plays which deals, and what became of it, without a score."""
    row, look = board.row, look_of(board.row)
    names, kind = All(bold_names(row, say, ())), "league" if look is None else kind_of(row).name
    return say(
        f"veil.{kind}.{row.status}", game=say(f"game.{row.game}"), names=names, table=row.number,
        deal=board.begun.deal,
        **({} if look is None else look.values(row)),
    )  # fmt: skip


# The line: what the channel shows of a table that plays in a thread, and the thread's name.


def thread_name(row: MatchRow, say: Words) -> str:
    """Name the thread of a match after its game and number; several share one without a number."""
    if row.terms.rounds:
        key, number = "thread.name.evening", row.series.split(" ")[1]
    else:
        key, number = (
            "thread.name.together" if kind_of(row).together else "thread.name",
            str(row.id),
        )
    return say(key, game=say(f"game.{row.game}"), number=number)


def line_layout(board: BoardFrame, say: Words) -> ui.LayoutView:
    """Lay out who plays what, with the way there and to one's hand.

    At the end it tells what came of the game, and how to go on.
    """
    row = board.row
    told = {"game": say(f"game.{row.game}"), "number": row.number, "link": jump_link(row, None)}
    if kind_of(row).is_veiled and row.status is not Status.PLAYING:
        text = veiled_text(board, say)
    elif row.status is Status.OVER:
        names, outcome = bold_names(row, say), outcome_of(board)
        placed = [seat for _, seat in by_place(outcome.scores, outcome.winners)]
        scores = " · ".join(_score(board, seat, names[seat - 1], say) for seat in placed)
        text = say("line.over", result=winner_text(board, names, say), scores=scores, **told)
    elif is_paused_for(row, LOCKED):
        text = say("line.locked", **told)
    elif row.status is Status.CLOSED:
        text = say("line.closed", **told)
    else:
        text = say("line.playing", names=All(bold_names(row, say, ())), **told)
    is_over = row.status in (Status.OVER, Status.CLOSED)
    # Nobody has to open the thread to see their hand, as where the table is in the channel.
    hand = table_button(row, "hand", say("board.button.hand"), discord.ButtonStyle.success)
    buttons = go_on_buttons(board, say) if is_over else [hand]
    return container(ui.TextDisplay(text), *rows(buttons))


def _score(board: BoardFrame, seat: Seat, name: str, say: Words) -> str:
    points = score_text(board, outcome_of(board).scores[seat - 1], say)
    line = say("line.score", name=name, score=points)
    return line if board.notes is None else board.notes.short(seat, line, say)
