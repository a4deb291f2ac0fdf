"""A hand's message, by direct message or privately."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.names import escape, plain_names
from bot.play.table import is_waiting
from bot.presenters import PRESENTERS
from bot.ui.controls import table_button
from bot.ui.parts import container, gallery, jump_link, moment, move_rows, rows

if TYPE_CHECKING:
    from bot.play.table import Table
    from engine.seats import Seat
    from render.api import Picture, Words


def hand_layout(
    table: Table, seat: Seat, pictures: list[tuple[str, Picture]], place: str, say: Words
) -> ui.LayoutView:
    """Lay out the present hand of a seat; `place` says which table it belongs to."""
    row, presenter, view = table.row, PRESENTERS[table.row.game], table.view(seat)
    title = say(
        "hand.title",
        game=say(f"game.{row.game}"),
        headline=presenter.headline(view, say),
        place=place,
    )
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(title),
        gallery([(name, picture.alt) for name, picture in pictures]),
    ]
    if table.member(seat).away:
        back = table_button(row, "back", say("hand.button.back"), discord.ButtonStyle.success)
        parts += [ui.TextDisplay(say(_why_away(table, seat))), *rows([back])]
        return container(*parts)
    due = table.member(seat).due
    until = "" if due is None else say("hand.until", when=moment(due))
    words = "\n".join(filter(None, (presenter.prompt(view, say), until, presenter.note(say))))
    parts.append(ui.TextDisplay(words))
    controls = presenter.controls(view, say, plain_names(row, say))
    parts += move_rows(row, controls, say)
    if controls and row.terms.hints:
        parts += rows([table_button(row, "hint", say("hint.button"))])
    return container(*parts)


def _why_away(table: Table, seat: Seat) -> str:
    if not table.member(seat).late:
        return "hand.away"
    return "hand.late_waiting" if is_waiting(table.row) else "hand.late"


def place_text(table: Table, server: str, message_id: int | None, say: Words) -> str:
    """Say which table a hand belongs to, with a link to it.

    The channel is named by its id, so that everybody's Discord shows its present name.
    """
    return say(
        "hand.place", server=escape(server), channel=f"<#{table.row.channel_id}>",
        link=jump_link(table.row, message_id), number=table.row.id,
    )  # fmt: skip
