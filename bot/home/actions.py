"""A person's card: a line for each thing that waits, with the button that leads there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.io import named
from bot.discord.parts import (
    Button,
    Pictures,
    button,
    container,
    deal_button,
    galleries,
    home_button,
    rows,
)
from bot.discord.press import Press
from bot.match.show.lobby_layouts import first_example, lesson_buttons
from bot.match.show.looks import Asked, Line, lines_of
from bot.match.show.stage import theme_for
from bot.match.table.my_games import games_of, in_order
from bot.match.talk.my_games import waiting_lines
from engine.games import GAMES
from render.api import Words

# A person's card: a line for each thing that waits, with the button that leads there.


def card_layout(lines: Sequence[Line], say: Words) -> ui.LayoutView:
    """Lay out the card of a person who has played: what waits, and a new game of each kind."""
    return container(
        ui.TextDisplay(say("home.title")),
        *map(_item, lines),
        ui.Separator(),
        ui.TextDisplay(say("home.new_game")),
        *rows(button(f"play:{game}", say(f"game.{game}")) for game in GAMES),
        *rows([_help_button(say), button("me", say("home.button.preferences"))]),
    )


def newcomer_layout(waiting: Sequence[Line], pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out what to begin with, below the games that wait already."""
    return container(
        ui.TextDisplay(say("home.what")),
        *map(_item, waiting),
        *galleries(pictures),
        *rows([
            deal_button(say), button("play", say("deal.button.others")),
            *lesson_buttons(next(iter(GAMES)), say), _help_button(say),
        ]),
    )  # fmt: skip


def called_layout(say: Words, *, is_direct: bool = False) -> ui.LayoutView:
    """Lay out the answer to whoever called the bot: the way to the card of whoever presses."""
    told = say("home.called.direct" if is_direct else "home.called")
    return container(ui.TextDisplay(told), *rows([home_button(say)]))


def _help_button(say: Words) -> Button:
    return button("help:start", say("home.button.help"))


def _item(line: Line) -> ui.Item[Any]:
    text: ui.TextDisplay[Any] = ui.TextDisplay(line.text)
    return text if line.button is None else ui.Section(text, accessory=line.button)


# Showing a person their card.


async def home(press: Press) -> None:
    """Show a person what waits for them; who is new and in no game, in a picture what to begin."""
    app, say, guild_id = press.app, press.say, press.location.guild_id
    settings = await press.server_settings(guild_id)
    asked = Asked(app, press.user_id, press.user_id, guild_id, settings, say)
    store, user_id = app.store, press.user_id
    knows, games = await asyncio.gather(store.has_finished(user_id), games_of(store, user_id))
    waiting = waiting_lines(in_order(games), say)
    if knows:
        layout, pictures = card_layout([*waiting, *await lines_of(asked)], say), []
    else:
        theme = await theme_for(store, guild_id, user_id)
        pictures = [] if waiting else await first_example(app.painter, say, theme)
        layout = newcomer_layout(waiting, pictures, say)
    await press.answer(view=layout, attachments=named(pictures))
