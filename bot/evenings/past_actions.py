"""The evenings that a server has played, and the one that goes on."""

from __future__ import annotations

from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.past_layout import Past, past_layout
from bot.evenings.store import EveningStore
from bot.store.rows import MatchId

SHOWN = 20
"""How many evenings are told."""


async def show_evenings(press: Press) -> None:
    """Show the evenings of a server, the newest first. Raises Refused."""
    guild_id, kept = press.location.guild_id, EveningStore(press.app.store.database)
    if guild_id is None:
        raise Refused("refused.not_in_server")
    past = []
    for evening in await kept.of_server(guild_id, SHOWN):
        own = [one for one in await kept.boards(evening.id) if one.guild_id == guild_id]
        first = await press.app.store.match(MatchId(own[0].match_id))
        if first is not None:
            past.append(Past(evening, first, await kept.people(evening.id)))
    await press.answer(view=past_layout(past, press.say))
