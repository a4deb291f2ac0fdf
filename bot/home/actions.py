"""Showing a person their card."""

from __future__ import annotations

import asyncio

from bot.discord.press import Press
from bot.home.layouts import card_layout, newcomer_layout
from bot.match.my_games import games_of, in_order
from bot.match.my_games_layout import waiting_lines
from bot.match.show.profile import Asked, lines_of


async def home(press: Press) -> None:
    """Show a person what waits for them; who is new, what to begin with."""
    app, say, guild_id = press.app, press.say, press.location.guild_id
    settings = await press.server_settings(guild_id)
    asked = Asked(app, press.user_id, press.user_id, guild_id, settings, say)
    store, user_id = app.store, press.user_id
    knows, games = await asyncio.gather(store.has_finished(user_id), games_of(store, user_id))
    waiting = waiting_lines(in_order(games), say)
    if knows:
        layout = card_layout([*waiting, *await lines_of(asked)], say)
    else:
        layout = newcomer_layout(waiting, await lines_of(asked, "daily"), say)
    await press.answer(view=layout, attachments=[])
