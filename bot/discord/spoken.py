"""Messages for who hears them: no pictures, no emoji, nothing that cannot be pressed.

Every message to somebody who plays in words passes through `spoken`, whatever lays it out. Screen
readers list the buttons of a whole channel without doubles, so no two may have the same words
unless they do the same: those about a table name it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import discord
from discord import ui

from bot.discord.names import escape
from bot.discord.parts import COLOUR, rows
from bot.discord.refusals import LOST
from render.api import Words

LABEL = 80
"""Discord's limit of a button's label."""

NAMED = 30
"""How much of the words beside a button tells it from others of the same label."""

OF_TABLE = re.compile(r"(?!league:|daily:)[a-z]+:([0-9]+)(?::.*)?", re.DOTALL)
"""The custom ids of controls that are about a table, and its number."""

PICTURES = (".png", ".webp")
"""The ends of the names of pictures' files."""

_MARKS = re.compile(r"[*_`]|^-# |^#+ ", re.MULTILINE)


class Spoken(ui.LayoutView):
    """A message for who plays in words."""


def spoken(view: ui.LayoutView, say: Words) -> ui.LayoutView:
    """Return a message as who plays in words gets it: pictures are told by their alt texts."""
    if isinstance(view, Spoken):
        return view
    items = list(_items(view.children))
    _tell_apart(items, say)
    heard = Spoken(timeout=None)
    heard.add_item(ui.Container(*_laid_out(items), accent_colour=COLOUR))
    return heard


async def answer_in_words(
    press: discord.Interaction[Any], content: dict[str, Any], say: Words, *, anew: bool
) -> discord.Message:
    """Answer a press in words; `anew` in a new message, as a reader may not tell of an edited one.

    The message that was pressed on goes then. Raises what Discord's own answers raise.
    """
    before, files = press.message, content.get("attachments", [])
    told = {**content, "attachments": [one for one in files if not one.filename.endswith(PICTURES)]}
    if "view" in content:
        told["view"] = spoken(content["view"], say)
    if before is None or not anew:
        return await press.edit_original_response(**told)
    told["files"] = told.pop("attachments")
    is_private = before.flags.ephemeral
    message = await press.followup.send(**told, ephemeral=is_private, wait=True)
    with suppress(*LOST):
        await press.delete_original_response()
    return message


def _items(parts: Iterable[ui.Item[Any]]) -> Iterator[ui.Item[Any]]:
    """Yield what can be heard or used, in order: texts, sections, buttons, menus and files."""
    for part in parts:
        match part:
            case ui.Container() | ui.ActionRow():
                yield from _items(part.children)
            case ui.MediaGallery():
                told = (item.description for item in part.items if item.description)
                yield from (ui.TextDisplay(escape(text)) for text in told)
            case ui.Section(accessory=ui.Button(disabled=True)):
                yield from part.children
            case ui.Separator() | ui.Button(disabled=True):
                pass
            case _:
                yield _without_emoji(part)


def _without_emoji(part: ui.Item[Any]) -> ui.Item[Any]:
    button = part.accessory if isinstance(part, ui.Section) else part
    if isinstance(button, ui.Button):
        button.emoji = None
    for option in part.options if isinstance(part, ui.Select) else ():
        option.emoji = None
    return part


def _tell_apart(items: Iterable[ui.Item[Any]], say: Words) -> None:
    """Give every button words of its own: with its table, and with those beside it if need be."""
    found = [(item, "") for item in items if isinstance(item, ui.Button)]
    for item in items:
        if isinstance(item, ui.Section) and isinstance(item.accessory, ui.Button):
            beside = "\n".join(t.content for t in item.children if isinstance(t, ui.TextDisplay))
            found.append((item.accessory, _MARKS.sub("", beside).partition("\n")[0]))
    times = Counter(button.label for button, _ in found)
    for button, beside in found:
        label = button.label or ""
        about = OF_TABLE.fullmatch(button.custom_id or "")
        if beside and times[label] > 1:
            label = say("ear.beside", label=label, beside=beside[:NAMED].strip())
        elif about:
            label = say("ear.of_table", label=label, number=about[1])
        button.label = label[:LABEL]


def _laid_out(items: Iterable[ui.Item[Any]]) -> Iterator[ui.Item[Any]]:
    """Put buttons that follow each other into rows; a menu has a row of its own."""
    waiting: list[ui.Item[Any]] = []
    for item in items:
        if isinstance(item, ui.Button):
            waiting.append(item)
            continue
        yield from rows(waiting)
        waiting = []
        yield ui.ActionRow(item) if isinstance(item, _MENUS) else item
    yield from rows(waiting)


_MENUS = (ui.Select, ui.ChannelSelect, ui.RoleSelect, ui.UserSelect)
