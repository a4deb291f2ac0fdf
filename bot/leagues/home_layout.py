"""The leagues of a server on a person's card and page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from bot.discord.controls import button
from bot.discord.parts import moment
from bot.leagues.layouts import title_of
from bot.leagues.service import Leagues
from bot.leagues.store import LeagueRow, LeagueStore, Seated
from bot.match.show.profile import Asked, Fact, Line
from bot.preferences.server import Feature
from bot.store.rows import SeriesRow, Status
from render.api import Words

MOST = 2
"""How many leagues of a server are told of, the newest first."""


async def league_lines(asked: Asked) -> Sequence[Line]:
    """Tell whether a person has played the week of the leagues that run here."""
    leagues, lines = asked.app.get(Leagues), []
    for league in await _running(asked):
        series = await leagues.series(league)
        if series is not None and series.closed is None:
            seated = await leagues.who(league)
            lines.append(league_line(league, series, seated, asked.user_id, asked.say))
    return lines


async def league_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person's place in the leagues that run here, after the last week that is over."""
    leagues, say, facts = asked.app.get(Leagues), asked.say, []
    for league in await _running(asked):
        for line in await leagues.league_table(league, league.finished):
            if line.user_id == asked.user_id:
                place = say("stats.place", place=line.place)
                facts.append(Fact(say("fact.league", number=league.id), place))
    return facts


async def _running(asked: Asked) -> list[LeagueRow]:
    if asked.guild_id is None or not asked.settings.has(Feature.LEAGUES):
        return []
    found = await LeagueStore(asked.app.store.database).of_server(asked.guild_id)
    return [league for league in found if league.ended is None][:MOST]


def league_line(
    league: LeagueRow, series: SeriesRow, seated: Iterable[Seated], user_id: int, say: Words
) -> Line:
    """Tell whether a person has played a league's week, and how long that can be done."""
    own = {one.status for one in seated if one.user_id == user_id} - {Status.CLOSED}
    state = "over" if Status.OVER in own else "playing" if own else "new"
    told = say(f"home.league.{state}", when=moment(series.closes))
    text = say("home.league", title=title_of(league, say), week=league.week, told=told)
    if own:
        return Line(text, button(f"league:{league.id}", say("home.button.table")))
    play = button(
        f"league:{league.id}:play", say("league.button.play"), discord.ButtonStyle.success
    )
    return Line(text, play)
