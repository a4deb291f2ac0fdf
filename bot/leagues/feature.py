"""Leagues as a feature: their command, and what they add to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.leagues import store
from bot.leagues.actions import show_leagues
from bot.leagues.layouts import LOOK, league_facts, league_lines, league_notes
from bot.leagues.news import LeagueNews
from bot.leagues.notices import Nudges
from bot.leagues.service import LEAGUE, Leagues, can_have
from bot.leagues.store import rated_places
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs, Room
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.kind import Ability, Contest
from bot.match.table.tables import Tables
from bot.store.holdings import Holdings

# /league: the weekly leagues of a server.


class LeagueCommands(commands.Cog):
    """Playing in a league, and for moderators opening and ending one."""

    @app_commands.command(name="league", description=command("league"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def league(self, interaction: Interaction) -> None:
        """Show the league of a server, with what can be done there."""
        await Press(interaction).run(Ack.PRIVATE, show_leagues)


# Leagues as a feature.


def _wire(app: App, jobs: Jobs) -> None:
    leagues = Leagues(app.store, app.get(Tables), app.get(Lobbies), app.clock)
    nudges = Nudges(app.store, leagues, app.io, app.get(Notices), app.texts, app.clock)
    news = LeagueNews(app.store, leagues, app.io, app.painter, app.texts, app.clock)
    app.put(leagues, news)
    app.get(Publisher).hurried.append(news.outbox.lift)
    jobs.begin.append(news.begin)
    jobs.catch_up.extend((news.catch_up, nudges.catch_up))
    jobs.on_signal["league"] = news.catch_up


FEATURE = Room(
    name="leagues",
    cogs=(LeagueCommands,),
    wire=_wire,
    kind=LEAGUE,
    look=LOOK,
    contest=Contest(3, rated_places, is_by_conduct=True),
    able={Ability.LEAGUE: can_have},
    notes=league_notes,
    lines=league_lines,
    facts=league_facts,
    holdings=Holdings(forget=store.forget),
)
