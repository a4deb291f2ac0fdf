"""A person's card: a line for each thing that waits, with the button that leads there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.controls import Button, button, home_button
from bot.discord.parts import container, rows
from bot.match.lobby.layouts import lesson_buttons
from bot.match.show.profile import Line
from engine.games import GAMES
from render.api import Words


def card_layout(lines: Sequence[Line], say: Words) -> ui.LayoutView:
    """Lay out the card of a person who has played: what waits, and a new game of each kind."""
    return container(
        ui.TextDisplay(say("home.title")),
        *map(_item, lines),
        ui.Separator(),
        ui.TextDisplay(say("home.new_game")),
        *rows(play_button(game, say(f"game.{game}")) for game in GAMES),
        *rows([_help_button(say), button("me", say("home.button.preferences"))]),
    )


def newcomer_layout(waiting: Sequence[Line], daily: Sequence[Line], say: Words) -> ui.LayoutView:
    """Lay out what to begin with, below the games that wait already."""
    return container(
        ui.TextDisplay(say("home.what", games=[say(f"game.{game}") for game in GAMES])),
        *map(_item, waiting),
        ui.TextDisplay(say("home.begin")),
        *map(_item, _beginnings(daily, say)),
        *rows([_help_button(say)]),
    )


def called_layout(say: Words, *, is_direct: bool = False) -> ui.LayoutView:
    """Lay out the answer to whoever called the bot: the way to the card of whoever presses."""
    told = say("home.called.direct" if is_direct else "home.called")
    return container(ui.TextDisplay(told), *rows([home_button(say)]))


def play_button(
    game: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Button:
    """Make the button that opens a table of a game."""
    return button(f"play:{game}", label, style)


def _help_button(say: Words) -> Button:
    return button("help:start", say("home.button.help"))


def _beginnings(daily: Sequence[Line], say: Words) -> Iterator[Line]:
    key = next(iter(GAMES))
    game = say(f"game.{key}")
    play = play_button(key, say("home.button.begin"), discord.ButtonStyle.success)
    yield Line(say("home.begin.play", game=game), play)
    for lesson in lesson_buttons(key, say):
        yield Line(say("home.begin.learn", game=game), lesson)
    yield from daily


def _item(line: Line) -> ui.Item[Any]:
    text: ui.TextDisplay[Any] = ui.TextDisplay(line.text)
    return text if line.button is None else ui.Section(text, accessory=line.button)
