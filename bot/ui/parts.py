"""Pieces that every layout is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot.presenters import Control, Tone
from bot.ui.controls import button, menu

if TYPE_CHECKING:
    from bot.store.rows import MatchRow
    from render.api import Picture, Words

Pictures: TypeAlias = "Sequence[tuple[str, Picture]]"
"""Pictures with the names of their files."""

COLOUR = 0x5B8DEF
"""The accent of every message of Nimbus."""

ROW = 5
"""Discord's limit of buttons in a row."""

MOST_BUTTONS = 20
"""More moves than this are a menu: a message may have forty components with the rest of a hand."""

STYLES = {Tone.MAIN: discord.ButtonStyle.primary, Tone.PLAIN: discord.ButtonStyle.secondary}


def container(*children: ui.Item[Any]) -> ui.LayoutView:
    """Make the one box that every message of Nimbus is."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*children, accent_colour=COLOUR))
    return view


def add_words(view: ui.LayoutView, words: str) -> None:
    """Add a line at the end of a message's box."""
    for box in view.children:
        if isinstance(box, ui.Container):
            box.add_item(ui.TextDisplay(words))


def rows(buttons: Iterable[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Put buttons into as few rows as Discord allows, evenly filled."""
    items = list(buttons)
    if not items:
        return []
    count = -(-len(items) // ROW)
    width = -(-len(items) // count)
    return [ui.ActionRow(*items[i : i + width]) for i in range(0, len(items), width)]


def galleries(pictures: Pictures) -> list[ui.MediaGallery[Any]]:
    """Show uploaded pictures, each in a gallery of its own, so that none is cropped."""
    media = [
        discord.MediaGalleryItem(media=f"attachment://{name}", description=picture.alt)
        for name, picture in pictures
    ]
    return [ui.MediaGallery(item) for item in media]


def move_rows(
    row: MatchRow, controls: Sequence[Control], say: Words, *, most: int = MOST_BUTTONS
) -> list[ui.ActionRow[Any]]:
    """Offer moves: a button each, each group in rows of its own; or a menu for over `most`."""
    if len(controls) > most:
        choices = menu(f"s:{row.id}:{row.moves}", say("hand.choose"))
        for control in controls[:25]:
            choices.add_option(label=control.label, value=control.code)
        return [ui.ActionRow(choices)]
    groups = groupby(controls, key=lambda control: control.group)
    return [line for _, group in groups for line in rows(_move(row, one) for one in group)]


def _move(row: MatchRow, control: Control) -> ui.Item[Any]:
    return button(f"m:{row.id}:{row.moves}:{control.code}", control.label, STYLES[control.tone])


def moment(when: float) -> str:
    """Write a moment so that everybody's Discord counts down to it in its own words."""
    return f"<t:{int(when)}:R>"


def jump_link(row: MatchRow, message_id: int | None) -> str:
    """Return the address of a match's board."""
    place = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
    return f"{place}/{message_id}" if message_id else place
