"""A person's card: a line for each thing that waits, with the button that leads there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord import parts
from bot.discord.io import named
from bot.discord.names import Someone, escape, marked
from bot.discord.press import Press
from bot.match.show.lobby_layouts import game_picture, lesson_buttons
from bot.match.show.looks import Asked, Line, lines_of, title_of
from bot.match.show.stage import theme_for
from bot.match.table.state import games_of, in_order
from bot.match.talk.my_games import other_lines, playing_lines, waiting_lines
from bot.store.rows import PastMatch, Status
from engine.games import GAMES
from render.api import All, Words

# A person's card: a line for each thing that waits, with the button that leads there.

MOST = 3
"""How many lines of a card have a button; below them stand two more."""


def card_layout(lines: Sequence[Line], say: Words) -> ui.LayoutView:
    """Lay out the card of a person who has played: friends, what waits, and a new game."""
    shown, _ = _parted(lines)
    new, more = say("home.new_game"), say("page.button.more")
    return parts.container(
        ui.TextDisplay(say("home.title")),
        *map(_item, shown),
        *parts.rows([parts.button("play", new), parts.button("home:more", more)]),
    )


def rest_layout(lines: Sequence[Line], say: Words) -> ui.LayoutView:
    """Lay out what the card has no room for, and the way back."""
    _, rest = _parted(lines)
    stats = parts.button("stats", say("home.button.stats"))
    preferences = parts.button("me", say("home.button.preferences"))
    return parts.container(
        ui.TextDisplay(say("home.title")),
        *map(_item, rest),
        *parts.rows([stats, preferences, _help_button(say), parts.home_button(say)]),
    )


def _parted(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Part the lines that stand on a card from the rest: of friends, and the first with buttons."""
    friends = [line for line in lines if line.of_friends]
    leading = [line for line in lines if line.button is not None and not line.of_friends][:MOST]
    shown = [*friends, *leading]
    return shown, [line for line in lines if line not in shown]


def newcomer_layout(waiting: Sequence[Line], pictures: parts.Pictures, say: Words) -> ui.LayoutView:
    """Lay out what to begin with; who is in a first game already is led there alone."""
    others = parts.button("play", say("deal.button.others"))
    if waiting:
        title, ways = say("home.title"), [others, _help_button(say)]
    else:
        lesson = lesson_buttons(next(iter(GAMES)), say)
        title, ways = say("home.what"), [parts.deal_button(say), others, *lesson, _help_button(say)]
    return parts.container(
        ui.TextDisplay(title), *map(_item, waiting), *parts.galleries(pictures), *parts.rows(ways)
    )


def called_layout(say: Words, *, is_direct: bool = False) -> ui.LayoutView:
    """Lay out the answer to whoever called the bot: the way to the card of whoever presses."""
    told = say("home.called.direct" if is_direct else "home.called")
    return parts.container(ui.TextDisplay(told), *parts.rows([parts.home_button(say)]))


def _help_button(say: Words) -> parts.Button:
    return parts.button("help:start", say("home.button.help"))


def _item(line: Line) -> ui.Item[Any]:
    text: ui.TextDisplay[Any] = ui.TextDisplay(line.text)
    return text if line.button is None else ui.Section(text, accessory=line.button)


def ended_line(last: PastMatch, say: Words) -> Line:
    """Say who won a game that is over, and offer the rematch."""
    won_by = (Someone(one.name, one.user_id is not None) for one in last.results if one.won)
    winners = [escape(marked(one, say)) for one in won_by]
    won = say("result.won", n=len(winners), names=All(winners)) if winners else ""
    name = title_of(last.game, last.number, last.series, say)
    told = say("home.games.waits", name=name, standing=won)
    return Line(told, parts.button(f"again:{last.match_id}", say("final.button.again")))


# Showing a person their card.


async def home(press: Press) -> None:
    """Show a person what waits for them; who is new and in no game, in a picture what to begin."""
    app, say, store, user_id = press.app, press.say, press.app.store, press.user_id
    if await store.has_finished(user_id):
        await press.answer(view=card_layout(await _lines(press), say), attachments=[])
        return
    games = in_order(await games_of(store, user_id))
    waiting = [*waiting_lines(games, say), *other_lines(games, say)]
    theme = await theme_for(store, press.location.guild_id, user_id)
    pictures = [] if waiting else await game_picture(app.painter, say, theme)
    layout = newcomer_layout(waiting, pictures, say)
    await press.answer(view=layout, attachments=named(pictures))


async def more(press: Press) -> None:
    """Show a person what their card has no room for."""
    await press.answer(view=rest_layout(await _lines(press), press.say), attachments=[])


async def _lines(press: Press) -> list[Line]:
    """Return all that can stand on a person's card, what comes first before others."""
    app, say, store, user_id = press.app, press.say, press.app.store, press.user_id
    guild_id, channel_id = press.location
    settings = await press.server_settings(guild_id)
    asked = Asked(app, user_id, user_id, guild_id, settings, say)
    own, here, told = await asyncio.gather(
        games_of(store, user_id), store.matches_in(channel_id, [Status.PLAYING]), lines_of(asked)
    )
    games, last = in_order(own), [] if own else await store.past(user_id, None, 1)
    # Who had the same deals as others has no rematch.
    ended = [ended_line(one, say) for one in last if not one.series]
    waiting, others = waiting_lines(games, say), other_lines(games, say)
    return [*playing_lines(here, user_id, say), *waiting, *ended, *told, *others]
