"""Leagues as a feature."""

from __future__ import annotations

from bot.discord.app import App
from bot.leagues import store
from bot.leagues.commands import Leagues as LeaguesCog
from bot.leagues.layouts import LOOK, league_facts, league_lines, league_notes
from bot.leagues.news import LeagueNews
from bot.leagues.service import Leagues
from bot.leagues.store import rated_places
from bot.leagues.week import LEAGUE, can_have
from bot.match.feature import Jobs, Room
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.abilities import Ability
from bot.match.table.kind import Contest
from bot.match.table.tables import Tables
from bot.store.kept import Kept


def _wire(app: App, jobs: Jobs) -> None:
    leagues = Leagues(app.store, app.get(Tables), app.get(Lobbies), app.clock)
    news = LeagueNews(app.store, leagues, app.io, app.painter, app.texts, app.clock)
    app.put(leagues, news)
    app.get(Publisher).hurried.append(news.outbox.lift)
    jobs.begin.append(news.begin)
    jobs.catch_up.append(news.catch_up)
    jobs.heard["league"] = news.catch_up


FEATURE = Room(
    name="leagues",
    cogs=(LeaguesCog,),
    wire=_wire,
    kind=LEAGUE,
    look=LOOK,
    contest=Contest(3, rated_places, is_by_conduct=True),
    able={Ability.LEAGUE: can_have},
    notes=league_notes,
    lines=league_lines,
    facts=league_facts,
    kept=Kept(forget=store.forget),
)
