"""Buttons and menus. What a press of one does, `bot.routes` knows by its custom id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord import ui

from bot.store.rows import MatchRow
from render.api import Words

_LOBBY_STYLES = {
    "join": discord.ButtonStyle.success,
    "start": discord.ButtonStyle.primary,
    "close": discord.ButtonStyle.danger,
}


LABEL = 80
"""Discord's limit of a button's label."""

CHOICE = 100
"""Discord's limit of a choice, and of what describes it."""


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters: one that is longer is cut between words.

    >>> cut("Ada, Ben and Cleo", 17), cut("Ada, Ben and Cleo", 11), cut("Ada-Ben-and-Cleo", 8)
    ('Ada, Ben and Cleo', 'Ada, Ben…', 'Ada-Ben…')
    """
    if len(text) <= most:
        return text
    words, *_ = f"{text[:most]}".rpartition(" ")
    return f"{(words or text)[: most - 1].rstrip(' ,;:(-')}…"


class _Lasting:
    """A control that outlives a restart of the bot: its custom id says all that a press needs."""

    def is_dispatchable(self) -> bool:
        """Keep discord.py from remembering it for as long as the bot runs."""
        return False


class Button(_Lasting, ui.Button[ui.LayoutView]):
    """A button."""


class Menu(_Lasting, ui.Select[ui.LayoutView]):
    """A menu, whose choices fit."""

    def append_option(self, option: discord.SelectOption) -> None:
        """Append a choice, cut to what fits."""
        option.label = cut(option.label, CHOICE)
        option.description = cut(option.description, CHOICE) if option.description else None
        super().append_option(option)


class ChannelMenu(_Lasting, ui.ChannelSelect[ui.LayoutView]):
    """A menu of the server's channels, which Discord fills itself."""


class RoleMenu(_Lasting, ui.RoleSelect[ui.LayoutView]):
    """A menu of the server's roles."""


class PersonMenu(_Lasting, ui.UserSelect[ui.LayoutView]):
    """A menu of people, which Discord fills itself."""


def button(
    custom_id: str,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Button:
    """Make a button, whose label fits."""
    label = cut(label, LABEL)
    return Button(custom_id=custom_id, label=label, style=style, disabled=disabled, emoji=emoji)


def menu(custom_id: str, placeholder: str) -> Menu:
    """Make a menu without choices."""
    return Menu(custom_id=custom_id, placeholder=placeholder)


def table_button(
    row: MatchRow,
    action: str,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    """Make a button of a table."""
    return button(f"t:{row.id}:{action}", label, style)


def lobby_button(row: MatchRow, action: str, say: Words) -> Button:
    """Make a button of a lobby."""
    style = _LOBBY_STYLES.get(action, discord.ButtonStyle.secondary)
    return button(f"l:{row.id}:{action}", say(f"lobby.button.{action}"), style)


def home_button(say: Words) -> Button:
    """Make the button that opens a person's card."""
    return button("home", say("home.button"), discord.ButtonStyle.primary)


def rules_button(game: str, say: Words, label: str = "", *, of: str = "") -> Button:
    """Make the button that opens the rules of a game, in a message of their own.

    They end with the way to what they are read for, if that is the feature `of`.
    """
    end = f":{of}" if of else ""
    return button(f"zr:{game}{end}", label or say("lobby.button.rules"))


def fair_button(row: MatchRow, say: Words) -> Button:
    """Make the button that tells what makes the deal of a match fair."""
    return button(f"fair:{row.id}", say("fair.button"))


def page_row(
    custom_id: Callable[[int], str], page: int, *, more: bool, say: Words
) -> list[ui.ActionRow[Any]]:
    """Return the row that turns pages, counted from 1; none where there is nothing to turn to."""
    if page <= 1 and not more:
        return []
    back = button(custom_id(page - 1), say("page.button.back"), disabled=page <= 1)
    onward = button(custom_id(page + 1), say("page.button.next"), disabled=not more)
    return [ui.ActionRow(back, onward)]


def offered(message: discord.Message | None) -> frozenset[str]:
    """Return the offers of all menus on a message."""
    parts: list[Any] = [] if message is None else list(message.components)
    for part in parts:
        parts += getattr(part, "children", ())  # what these hold is looked at in turn
    menus = (part for part in parts if isinstance(part, discord.SelectMenu))
    return frozenset(option.value for menu in menus for option in menu.options)
