"""Messages for who hears them: no pictures, no emoji, nothing that cannot be pressed.

Every message to somebody who plays in words passes through `spoken`, whatever lays it out. Screen
readers list the buttons without doubles, so no two of a message may have the same words unless they
do the same. The results of games stay, so that theirs name the table, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from textwrap import shorten
from typing import Any

import discord
from discord import ui

from bot.discord.io import LOST
from bot.discord.names import escape
from bot.discord.parts import COLOUR, LABEL, cut, rows
from bot.texts import paused
from render.api import MINUS, Words

NAMED = 30
"""How much of the words above or beside a button tells it from others of the same label."""

OF_TABLE = re.compile(r"(?!league:|weekly:|daily:|games:|z[a-z]?:)[a-z]+:[0-9]+(?::.*)?", re.DOTALL)
"""The custom ids of controls that are about a table."""

PICTURES = (".png", ".webp")
"""The ends of the names of pictures' files."""

_MENUS = (ui.Select, ui.ChannelSelect, ui.RoleSelect, ui.UserSelect)

_SIGNED = re.compile(rf"(?<!\w)([+{MINUS}])(\d+(?:[.,]\d+)*)")

_MARKS = re.compile(r"[*_`\\]|^-# |^#+ ", re.MULTILINE)


class Spoken(ui.LayoutView):
    """A message for who plays in words."""


def spoken(view: ui.LayoutView, say: Words, *, table: int | None = None) -> ui.LayoutView:
    """Return a message as who plays in words gets it: pictures are told by their alt texts.

    Buttons about a table name it where its number is given.
    """
    if isinstance(view, Spoken):
        return view
    items = list(_items(view.children))
    for text in chain(*map(_texts, items)):
        text.content = _aloud(text.content, say)
    _tell_apart(items, say, table)
    heard = Spoken(timeout=None)
    heard.add_item(ui.Container(*_laid_out(items), accent_colour=COLOUR))
    return heard


class SpokenAnswers:
    """The answers to a press in words: each is a new message, as readers may not tell of edits.

    The message before it goes: what was pressed on, or the last answer.
    """

    def __init__(self, press: discord.Interaction[Any]) -> None:
        self._press = press
        self._last: discord.Message | None = None
        self._follows = False

    @property
    def has_begun(self) -> bool:
        """Whether there was an answer already: what follows is for the same person alone."""
        return self._last is not None

    async def answer(
        self, content: dict[str, Any], say: Words, *, is_announced: bool
    ) -> discord.Message:
        """Answer; what `is_announced` has its message already. Raises what Discord's answers do."""
        press, before = self._press, self._last or self._press.message
        told = {**content, "attachments": _without_pictures(content.get("attachments", []))}
        if "view" in content:
            told["view"] = spoken(content["view"], say)
        if before is None or is_announced:
            self._last = await press.edit_original_response(**told)
            return self._last
        told["files"] = told.pop("attachments")
        private = before.flags.ephemeral
        message = await press.followup.send(**told, ephemeral=private, wait=True)
        with suppress(*LOST):
            if self._follows:
                await press.followup.delete_message(before.id)
            else:
                await press.delete_original_response()
        self._last, self._follows = message, True
        return message


def _without_pictures(files: Iterable[discord.File]) -> list[discord.File]:
    return [file for file in files if not file.filename.endswith(PICTURES)]


def _items(parts: Iterable[ui.Item[Any]]) -> Iterator[ui.Item[Any]]:
    """Yield what can be heard or used, in order: texts, sections, buttons, menus and files."""
    for part in parts:
        match part:
            case ui.Container() | ui.ActionRow():
                yield from _items(part.children)
            case ui.MediaGallery():
                told = (item.description for item in part.items if item.description)
                yield from _items(ui.TextDisplay(escape(text)) for text in told)
            case ui.Section(accessory=ui.Button(disabled=True)):
                yield from _items(part.children)
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


def _texts(item: ui.Item[Any]) -> list[ui.TextDisplay[Any]]:
    parts = item.children if isinstance(item, ui.Section) else [item]
    return [part for part in parts if isinstance(part, ui.TextDisplay)]


def _aloud(text: str, say: Words) -> str:
    """Return a text with pauses between its parts and with the signs of numbers said.

    What adorns our words is not in these; emoji of a name are the name, and readers say them.
    """
    keys = {"+": "ear.plus", MINUS: "alt.minus"}
    return _SIGNED.sub(lambda found: say(keys[found[1]], number=found[2]), paused(text))


def _tell_apart(items: Iterable[ui.Item[Any]], say: Words, table: int | None) -> None:
    """Give every button words of its own: with its table, or with the beginning of its text."""
    found, about = list[tuple[ui.Button[Any], str, bool]](), ""
    for item in items:
        for text in _texts(item):
            first = _MARKS.sub("", text.content).strip().partition("\n")[0]
            about = shorten(first, NAMED, placeholder="").rstrip(",;:(")
        button = item.accessory if isinstance(item, ui.Section) else item
        if isinstance(button, ui.Button):
            found.append((button, about, button is not item))
    times = Counter(button.label for button, *_ in found)
    for button, about, is_beside in found:
        label = button.label or ""
        if OF_TABLE.fullmatch(button.custom_id or "") and times[label] == 1:
            named = label if table is None else say("ear.of_table", label=label, number=table)
            label = named if len(named) <= LABEL else label
        elif about and (is_beside or times[label] > 1):
            label = say("ear.beside", label=label, beside=about)
        button.label = cut(label, LABEL)


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
