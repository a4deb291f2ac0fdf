"""Calls when a table opens as a feature: asking for them, joining by one, ending them."""

from __future__ import annotations

from contextlib import suppress

from discord import ui

from bot.discord.app import App
from bot.discord.parts import container, jump_link
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.calls.notices import Notices, notice_layout
from bot.match.feature import Jobs, Room
from bot.match.lobby.lobbies import Lobbies
from bot.match.table.tables import Tables
from bot.seekers import store
from bot.seekers.layouts import over_notice, seeking_layout
from bot.seekers.news import SeekerNews
from bot.seekers.store import SeekerStore
from bot.store.holdings import Holdings
from bot.store.rows import MatchId
from engine.games import GAMES


async def show_seeking(press: Press) -> None:
    """Show to which games of this server a person is called."""
    one = await press.app.get(SeekerStore).of(press.user_id, press.guild.id)
    await press.answer(view=seeking_layout(one.games.split(), press.say))


async def set_games(press: Press) -> None:
    """Take in to which games of this server a person wants to be called. Raises Refused."""
    chosen: object = press.fields.get("values")
    if not isinstance(chosen, list) or not all(one in [*GAMES] for one in chosen):
        raise Refused("refused.malformed")
    games = " ".join(key for key in GAMES if key in chosen)
    await press.app.get(SeekerStore).want(press.user_id, press.guild.id, games)
    await show_seeking(press)


async def join_called(press: Press, match_id: MatchId) -> None:
    """Take a called person in; whatever keeps them out, their call is over."""
    row = (await press.app.get(Tables).load(match_id)).row
    view = notice_layout(over_notice(row, press.say))
    if await press.app.io.may_enter(row.guild_id, row.channel_id, press.user_id):
        with suppress(Refused):
            await press.app.get(Lobbies).join(match_id, press.as_member())
            link = jump_link(row, (await press.app.store.publication(match_id)).board_message)
            view = container(ui.TextDisplay(press.say("seek.joined", link=link)))
    await press.app.get(SeekerStore).settle(press.user_id, match_id)
    await press.answer(view=view)


async def stop(press: Press, server: int) -> None:
    """Call a person to no table of a server any more."""
    await press.app.get(SeekerStore).want(press.user_id, server, "")
    await press.answer(view=container(ui.TextDisplay(press.say("seek.stopped"))))


def _wire(app: App, jobs: Jobs) -> None:
    seekers, notices = SeekerStore(app.store.database), app.get(Notices)
    news = SeekerNews(app.store, seekers, app.io, notices, app.texts, app.clock)
    app.put(seekers, news)
    jobs.catch_up.append(news.catch_up)


FEATURE = Room(
    name="seekers",
    wire=_wire,
    holdings=Holdings(personal_data=store.personal_data, forget=store.forget, expire=store.expire),
)
