"""The evenings that a server has played, and the one that goes on."""

from __future__ import annotations

from functools import partial

from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.naming import NOBODY, names_seen
from bot.evenings.naming import named as named_there
from bot.evenings.past_layout import Looking, past_layout, past_result_layout
from bot.evenings.pictures_layout import paintings
from bot.evenings.service import Evenings
from bot.evenings.store import EveningStore
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from bot.store.rows import MatchId

MOST = 25
"""How many evenings are told: as many as a menu of Discord's has choices."""


async def show_evenings(press: Press) -> None:
    """Show the evenings of a server, the newest first. Raises Refused."""
    looking = await _looking(press)
    await press.answer(view=past_layout(looking, press.say), attachments=[])


async def see_evening(press: Press) -> None:
    """Show the result of an evening again that somebody chose. Raises Refused."""
    looking, app, say = await _looking(press), press.app, press.say
    chosen = next((one for one in looking.past if str(one.evening.id) == press.chosen), None)
    if chosen is None or chosen.evening.ended is None:
        raise Refused("refused.no_match")
    guild_id, lobby = chosen.board.guild_id, MatchId(chosen.board.match_id)
    names = await names_seen(app.store, chosen.evening.id, guild_id, say)
    standing = await app.get(Evenings).standing(chosen.evening, names)
    last = standing.last
    if last is None or not standing.tables:
        raise Refused("refused.no_match")  # all who played it had their data deleted
    home = await app.store.match(lobby)
    standing = standing if home is None else standing.of_board(home)
    pictures = []
    theme = await theme_for(app.store, guild_id, press.user_id)
    for paint in paintings(standing, last)[:1]:
        picture = await app.painter.paint(partial(paint, say, theme))
        pictures.append((f"evening-{chosen.evening.id}.png", picture))
    moments = await app.get(Evenings).moments(standing)
    view = past_result_layout(looking, standing, moments, pictures, say)
    await press.answer(view=view, attachments=named(pictures))


async def _looking(press: Press) -> Looking:
    """Return the evenings of a server, with people named as they are known there."""
    await press.require(Feature.EVENINGS)
    guild_id, store = press.location.guild_id, press.app.store
    if guild_id is None:
        raise Refused("refused.not_in_server")
    past = []
    for one in await EveningStore(store.database).of_server(guild_id, MOST):
        is_met = any(each.guild_id != guild_id for each in one.people)
        names = await names_seen(store, one.evening.id, guild_id, press.say) if is_met else NOBODY
        past.append(one._replace(people=named_there(one.people, names)))
    return Looking(past, press.user_id, partial(press.app.texts.day, press.locale))
