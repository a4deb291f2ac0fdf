"""All games of a person, in a private answer: whose turn it is, until when, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.controls import page_row, table_button
from bot.discord.names import escape, marked
from bot.discord.parts import container, moment
from bot.match.my_games import At, MyGame
from bot.match.which_layout import match_name
from render.api import Words

PAGE = 5
"""How many games stand on a page: their names may be long."""

_STANDING = {
    At.WAITS: "hand.late_waiting",
    At.LATE: "hand.late",
    At.PAUSED: "games.paused",
    At.LEFT: "hand.away",
    At.LOBBY: "which.lobby",
}
"""The words for games in which it is no person's turn, or not for this one to know."""


def games_layout(
    games: Sequence[MyGame], places: Sequence[str], page: int, say: Words
) -> ui.LayoutView:
    """Lay out a page, counted from 1, of all `games`; `places` says where those on it are."""
    waiting = sum(game.waits for game in games)
    title = say("games.waiting", n=waiting) if waiting else say("games.none_waiting")
    shown = games[(page - 1) * PAGE : page * PAGE]
    more = len(games) > page * PAGE
    return container(
        ui.TextDisplay(title),
        *(_line(game, place, say) for game, place in zip(shown, places, strict=True)),
        *page_row(lambda to: f"games:{to}", page, more=more, say=say),
    )


def no_games_layout(say: Words, play: str) -> ui.LayoutView:
    """Lay out that somebody is in no game, and how to begin; `play` is the command for it."""
    return container(ui.TextDisplay(say("games.none", play=play)))


def _line(game: MyGame, place: str, say: Words) -> ui.Item[Any]:
    name = escape(match_name(game.row, say))
    text: ui.TextDisplay[Any] = ui.TextDisplay(
        say("games.line", name=name, standing=_standing(game, say), place=place)
    )
    if game.at is At.LOBBY:
        return text
    is_urgent = game.at in (At.YOURS, At.WAITS)
    style = discord.ButtonStyle.success if is_urgent else discord.ButtonStyle.secondary
    return ui.Section(
        text, accessory=table_button(game.row, "hand", say("board.button.hand"), style)
    )


def _standing(game: MyGame, say: Words) -> str:
    """Say whose turn it is and until when."""
    if game.at in _STANDING:
        return say(_STANDING[game.at])
    turn = say("games.yours")
    if game.at is At.OTHERS and game.mover is not None:
        turn = say("which.turn", name=escape(marked(game.mover, say)))
    return turn if game.due is None else say("games.until", turn=turn, when=moment(game.due))
