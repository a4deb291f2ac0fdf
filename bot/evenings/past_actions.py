"""The evenings that a server has played, and the one that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.past_layout import Looking, past_layout, past_result_layout
from bot.evenings.pictures_layout import paintings
from bot.evenings.service import Evenings
from bot.evenings.store import EveningStore, Past
from bot.match.show.look import theme_for
from bot.preferences.server import Feature

MOST = 25
"""How many evenings are told: as many as a menu of Discord's has choices."""


async def show_evenings(press: Press) -> None:
    """Show the evenings of a server, the newest first. Raises Refused."""
    past = await _past(press)
    await press.answer(view=past_layout(_looking(press, past), press.say), attachments=[])


async def see_evening(press: Press) -> None:
    """Show the result of an evening again that somebody chose. Raises Refused."""
    past, app, say = await _past(press), press.app, press.say
    chosen = next((one for one in past if str(one.evening.id) == press.chosen), None)
    if chosen is None or chosen.evening.ended is None:
        raise Refused("refused.no_match")
    standing = await app.get(Evenings).standing(chosen.evening)
    last = standing.last
    if last is None or not standing.tables:
        raise Refused("refused.no_match")  # all who played it had their data deleted
    standing = standing.of_board(chosen.board.guild_id) or standing
    pictures = []
    theme = await theme_for(app.store, chosen.board.guild_id, press.user_id)
    for paint in paintings(standing, last, is_last=True)[:1]:
        picture = await app.painter.paint(partial(paint, say, theme))
        pictures.append((f"evening-{chosen.evening.id}.png", picture))
    moments = await app.get(Evenings).moments(standing)
    view = past_result_layout(_looking(press, past), standing, moments, pictures, say)
    await press.answer(view=view, attachments=named(pictures))


async def _past(press: Press) -> Sequence[Past]:
    await press.require(Feature.EVENINGS)
    guild_id = press.location.guild_id
    if guild_id is None:
        raise Refused("refused.not_in_server")
    return await EveningStore(press.app.store.database).of_server(guild_id, MOST)


def _looking(press: Press, past: Sequence[Past]) -> Looking:
    return Looking(past, press.user_id, partial(press.app.texts.day, press.locale))
