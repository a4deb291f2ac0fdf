"""Pieces that every layout is made of: texts, pictures, buttons and menus."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.discord.emoji import NO_EMOJI, Emojis
from bot.presenters import Control, Tone
from bot.store.rows import MatchRow
from render.api import All, Picture, Words, capital

# Buttons and menus. What a press of one does, `bot.routes` knows by its custom id.

_LOBBY_STYLES = {"start": discord.ButtonStyle.primary, "close": discord.ButtonStyle.danger}


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
    words, *_ = text[:most].rpartition(" ")
    return f"{(words or text)[: most - 1].rstrip(' ,;:(-')}…"


PLACEHOLDER = 150
"""Discord's limit of what a menu says before anything is chosen."""


def small(text: str) -> str:
    """Return a text as a small line; "" for none."""
    return f"-# {text}" if text else ""


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


def menu(
    custom_id: str, placeholder: str, choices: Mapping[str, str] | None = None,
    chosen: Collection[str] = (), *, any_number: bool = False,
) -> Menu:  # fmt: skip
    """Make a menu of labels by their values, of which some are chosen; one, or any number."""
    made = Menu(custom_id=custom_id, placeholder=placeholder)
    for value, label in (choices or {}).items():
        made.add_option(label=label, value=value, default=value in chosen)
    if any_number:
        made.min_values, made.max_values = 0, len(made.options)
    return made


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


def deal_button(say: Words) -> Button:
    """Make the button that deals whoever presses in at once, at a table of beginners."""
    return button("deal", say("deal.button"), discord.ButtonStyle.success)


def rules_button(game: str, say: Words, label: str = "", *, of: str = "") -> Button:
    """Make the button that opens the rules of a game, in a message of their own.

    Their pages lead on to what they are read for, if that is the feature `of`.
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


# Pieces that every layout is made of.

Pictures: TypeAlias = "Sequence[tuple[str, Picture]]"
"""Pictures with the names of their files."""

COLOUR = 0x5B8DEF
"""The accent of every message of Nimbus."""

ROW = 5
"""Discord's limit of buttons in a row."""

_WIDE = 566
"""Width of a row of buttons on a desktop."""

ROWS = 2
"""As many rows of buttons have room below a hand's picture."""

MENU = 25
"""As many choices fit into a menu of Discord."""

_RENEWED = 1000
"""By how much the number of a menu grows when it is another one, with the same moves."""

MOST_BUTTONS = 9
"""More moves than this are a menu: two rows have room for them and one more button."""

STYLES = {Tone.MAIN: discord.ButtonStyle.primary, Tone.PLAIN: discord.ButtonStyle.secondary}

NAMED_CHANNELS = 10
"""How many channels a sentence names."""


def lines_alone(*lines: str) -> ui.LayoutView:
    """Return a container with lines of text and nothing else; empty ones are left out."""
    return container(ui.TextDisplay("\n".join(filter(None, lines))))


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
    """Put buttons into as few rows as can be, evenly filled."""
    items = list(buttons)
    if not items:
        return []
    count = -(-len(items) // ROW)
    width = -(-len(items) // count)
    return [ui.ActionRow(*items[i : i + width]) for i in range(0, len(items), width)]


def with_others(
    lines: list[ui.ActionRow[Any]], others: Sequence[ui.Item[Any]], more: ui.Item[Any]
) -> list[ui.ActionRow[Any]]:
    """Add the buttons beside the moves to their shortest row of buttons, or in a row below them.

    A message has room for two rows, and a row for about as many letters as fit on a desktop. Where
    there is none for the others, `more` leads to them.
    """
    if not others:
        return lines
    of_buttons = [line for line in reversed(lines) if not isinstance(line.children[0], ui.Select)]
    shortest = min(of_buttons, key=lambda line: len(line.children), default=None)
    row = () if shortest is None else shortest.children
    widths = [36 + 8 * len(getattr(each, "label", None) or "") for each in (*row, *others)]
    has_room = len(widths) <= ROW and sum(widths) <= _WIDE
    if shortest is None or len(row) == ROW or not (has_room or len(lines) == ROWS):
        return [*lines, *rows(others)]
    for item in others if has_room else [more]:
        shortest.add_item(item)
    return lines


def galleries(pictures: Pictures) -> list[ui.MediaGallery[Any]]:
    """Show uploaded pictures, each in a gallery of its own, so that none is cropped."""
    media = [
        discord.MediaGalleryItem(media=f"attachment://{name}", description=picture.alt)
        for name, picture in pictures
    ]
    return [ui.MediaGallery(item) for item in media]


def move_rows(
    row: MatchRow,
    controls: Sequence[Control],
    say: Words,
    emoji: Emojis = NO_EMOJI,
    *,
    renewed: int = 0,
) -> list[ui.ActionRow[Any]]:
    """Offer moves: a button each, each group in rows of its own; or menus of many.

    Moves that may be listed stand in a menu below the buttons of the others. A menu that was
    `renewed` is another one to Discord: from one it takes no choice twice.

    Those that have an emoji show it before their words, once it is there. In a menu they do only
    if all have one, or the words would not stand below each other.
    """
    buttons, listed = apart(controls)
    lines = control_rows(buttons, lambda control: _move(row, control, emoji))
    asked = listed[0].listed if listed else ""
    for at in range(0, len(listed), MENU):
        number = _RENEWED * renewed + at
        custom_id = f"s:{row.id}:{row.moves}" + (f":{number}" if number else "")
        lines.append(ui.ActionRow(move_menu(custom_id, listed, say, emoji, at=at, asked=asked)))
    return lines


def apart(controls: Sequence[Control]) -> tuple[Sequence[Control], Sequence[Control]]:
    """Return the moves that are buttons, and those that stand in menus.

    No button stands alone above a menu: it would look like the answer.
    """
    listed = [control for control in controls if control.listed]
    buttons = [control for control in controls if not control.listed]
    is_lone = len(buttons) == 1 and bool(listed)
    return ((), controls) if is_lone or len(buttons) > MOST_BUTTONS else (buttons, listed)


def control_rows(
    controls: Sequence[Control], made: Callable[[Control], ui.Item[Any]]
) -> list[ui.ActionRow[Any]]:
    """Put the buttons that are made of controls into rows, each group in rows of its own."""
    groups = groupby(controls, key=lambda control: control.group)
    return [line for _, group in groups for line in rows(map(made, group))]


def _move(row: MatchRow, control: Control, emoji: Emojis) -> ui.Item[Any]:
    custom_id = f"m:{row.id}:{row.moves}:{control.code}"
    return button(custom_id, control.label, STYLES[control.tone], emoji=emoji.get(control.emoji))


def move_menu(
    custom_id: str, every: Sequence[Control], say: Words, emoji: Emojis, *,
    at: int = 0, asked: str = "",
) -> Menu:  # fmt: skip
    """Make the menu of the moves from one on; of several each says which it has."""
    controls = every[at : at + MENU]
    if len(every) > MENU:
        asked = say("hand.choose.some", first=at + 1, last=at + len(controls))
    choices = menu(custom_id, cut(capital(asked), PLACEHOLDER) or say("hand.choose"))
    shown = [emoji.get(control.emoji) for control in controls]
    for control, face in zip(controls, shown, strict=True):
        choices.add_option(
            label=control.label,
            value=control.code,
            emoji=face if None not in shown else None,
        )
    return choices


def moment(when: float, style: str = "R") -> str:
    """Write a moment so that everybody's Discord counts down to it, or as its `style` says."""
    return f"<t:{int(when)}:{style}>"


def jump_link(row: MatchRow, message_id: int | None) -> str:
    """Return the address of a match's board, or of where it is."""
    place = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.home_id}"
    return f"{place}/{message_id}" if message_id else place


def channel_list(channels: Sequence[int], say: Words) -> str:
    """Name channels as Discord shows them; of many only the first."""
    named = [f"<#{channel}>" for channel in channels[:NAMED_CHANNELS]]
    if len(channels) > NAMED_CHANNELS:
        return say("list.more", items=named)
    return say("list.all", items=All(named))
