"""Asking which game is meant: a private menu of a person's games, whose turn it is in each.

A value is `<match>:<typed>`, so that choosing does just what the command would have done with its
option `table`.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.discord.names import marked
from bot.discord.parts import MENU, container, menu
from bot.match.choosing import TYPED_LENGTH
from bot.match.show.looks import match_name
from bot.match.table import Table, someone_at
from bot.store.rows import MatchRow, Status
from render.api import Words


def which_layout(
    rows: Sequence[MatchRow], user_id: int, verb: str, typed: str, say: Words
) -> ui.LayoutView:
    """Lay out the menu; the games that wait for this person come first."""
    described = [(row, *_described(row, user_id, say)) for row in rows]
    described.sort(key=lambda line: not line[1])
    choices = menu(f"w:{verb}", say("which.choose"))
    for row, _, description in described[:MENU]:
        choices.add_option(
            label=match_name(row, say),
            value=f"{row.id}:{typed[:TYPED_LENGTH]}",
            description=description,
        )
    ask = say("refused.which_match", count=len(rows))
    return container(ui.TextDisplay(ask), ui.ActionRow(choices))


def _described(row: MatchRow, user_id: int, say: Words) -> tuple[bool, str]:
    """Return whether a game waits for a person, and say whose turn it is."""
    if row.status is Status.LOBBY:
        return False, say("which.lobby")
    table = Table.load(row)
    to_act = table.to_act()
    if table.seat_of(user_id) in to_act:
        return True, say("which.your_turn")
    return False, say("which.turn", name=marked(someone_at(row, to_act[0]), say))
