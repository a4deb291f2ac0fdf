"""Weekly leagues: moderators open and end them, people play their weeks and look at the tables."""

from __future__ import annotations

import discord

from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.discord.press import Ack, Press
from bot.errors import Refused
from bot.leagues.layouts import (
    WHOLE_LEAGUE,
    Page,
    ended_layout,
    ending_layout,
    heading_of,
    standing_text,
    table_layout,
    title_of,
)
from bot.leagues.news import LeagueNews
from bot.leagues.service import Leagues
from bot.leagues.store import LeagueRow, LeagueStore
from bot.leagues.week import MOST_WEEKS
from bot.match.clock.clocks import Clocks
from bot.match.lobby.play_actions import answer_id, may_open, show
from bot.match.moderate_actions import moderated, write_line
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from render.api import Words
from render.ranking import ROWS_SHOWN
from render.scenes.league import paint_league, paint_week


async def open_league(
    press: Press, game: str, weeks: int | None, channel: discord.abc.GuildChannel | None
) -> None:
    """Open a league, whose first week begins at once; None is no end, and this channel."""
    await press.require(Feature.LEAGUES)
    guild_id, app = moderated(press), press.app
    if weeks is not None and not 1 <= weeks <= MOST_WEEKS:
        raise Refused("refused.league_weeks", most=MOST_WEEKS)
    channel_id = _announced_in(press, channel)
    league = await app.get(Leagues).open(
        game, guild_id, channel_id, weeks=weeks or 0, locale=await press.locale_of_all()
    )
    await app.get(LeagueNews).catch_up()
    written = await write_line(press, guild_id, lambda say: _audit("open", press, league, say))
    done = press.say("league.opened", title=title_of(league, press.say), channel=f"<#{channel_id}>")
    await press.private("\n".join(filter(None, (done, written))))


async def ask_to_end(press: Press, game: str | None) -> None:
    """Ask whether to end the league of a game, or the only one here: where they are off, too."""
    moderated(press)
    await press.answer(view=ending_layout(await _running(press, game), press.say))


async def end_league(press: Press, league: int) -> None:
    """End a league at once; a moderator has read what comes of it."""
    guild_id = moderated(press)
    ended = await press.app.get(Leagues).end((await _of_here(press, league)).id)
    await press.app.get(LeagueNews).catch_up()
    written = await write_line(press, guild_id, lambda say: _audit("close", press, ended, say))
    await press.answer(view=ended_layout(ended, written, press.say))


async def play_league(press: Press, game: str | None) -> None:
    """Open a lobby with the week's deals of the league of a game, or of the only one here."""
    await press.require(Feature.LEAGUES)
    await _play(press, await _running(press, game))


async def play_week(press: Press, league: int) -> None:
    """Open a lobby with the deals of the week that a league is in."""
    await press.require(Feature.LEAGUES)
    await _play(press, await _of_here(press, league))


async def league_table(press: Press, game: str | None) -> None:
    """Show everybody the table of a league: of the game, or the newest one here."""
    await press.require(Feature.LEAGUES)
    leagues = await LeagueStore(press.app.store.database).of_server(_server(press))
    found = [league for league in leagues if game in (None, league.game)]
    if not found:
        raise Refused("refused.no_league")
    running = [league for league in found if league.ended is None]
    await press.acknowledge(Ack.PUBLIC)
    await _show_table(press, (running or found)[0], WHOLE_LEAGUE, 1, await press.say_to_all())


async def own_table(press: Press, league: int) -> None:
    """Show one person the table of a league."""
    await press.require(Feature.LEAGUES)
    await _show_table(press, await _of_here(press, league), WHOLE_LEAGUE, 1, press.say)


async def turn_table(press: Press, league: int, week: int, page: int) -> None:
    """Turn to a page of the table of a league or, from 1, of one of its weeks."""
    await press.require(Feature.LEAGUES)
    row = await _of_here(press, league)
    say = press.say if press.is_in_private else await press.say_to_all()
    await _show_table(press, row, week, max(1, page), say)


async def _play(press: Press, league: LeagueRow) -> None:
    app = press.app
    settings = await may_open(press)
    await app.get(Leagues).require_week(league, press.user_id)
    await press.acknowledge(Ack.PUBLIC)
    row = await app.get(Leagues).play(
        league, press.as_member(), press.location, message_id=await answer_id(press.interaction),
        locale=await press.locale_of_all(), terms=settings.terms,
    )  # fmt: skip
    app.get(Clocks).arm(row)
    await show(press, row)


async def _show_table(press: Press, league: LeagueRow, week: int, page: int, say: Words) -> None:
    leagues = press.app.get(Leagues)
    if week > league.finished:
        raise Refused("refused.withheld")
    shown, pictures = await _page(press, league, week, page, say)
    text = standing_text(league, await leagues.series(league), await leagues.who(league), say)
    layout = table_layout(shown, pictures, text, say)
    await press.answer(view=layout, attachments=named(pictures))


async def _page(
    press: Press, league: LeagueRow, week: int, page: int, say: Words
) -> tuple[Page, Pictures]:
    """Paint a page of a table, the first if there is no such page; none before a week is over."""
    if not league.finished:
        return Page(league, week, page, more=False), []
    app = press.app
    theme = await theme_for(app.store, league.guild_id)
    heading = heading_of(league, week or league.finished, say, is_week=bool(week))
    if week:
        weekly = await app.get(Leagues).week_table(league, week)
        page, first, more = turned(page, len(weekly))
        picture = await app.painter.paint(lambda: paint_week(heading, weekly[first:], say, theme))
        return Page(league, week, page, more), [(f"league-{league.id}-week-{week}.png", picture)]
    lines = await app.get(Leagues).league_table(league, league.finished)
    page, first, more = turned(page, len(lines))
    picture = await app.painter.paint(lambda: paint_league(heading, lines[first:], say, theme))
    return Page(league, week, page, more), [(f"league-{league.id}.png", picture)]


def turned(page: int, lines: int) -> tuple[int, int, bool]:
    """Return which page of a table to show, its first line from 0, and whether another follows.

    A page behind the last, as of a league whose players were erased, is the first instead.

    >>> turned(2, 25), turned(3, 25), turned(4, 25)
    ((2, 10, True), (3, 20, False), (1, 0, True))
    """
    page = page if ROWS_SHOWN * (page - 1) < lines else 1
    first = ROWS_SHOWN * (page - 1)
    return page, first, lines > first + ROWS_SHOWN


async def _running(press: Press, game: str | None) -> LeagueRow:
    """Return the league of a game that runs here, or the only one. Raises Refused."""
    leagues = await LeagueStore(press.app.store.database).of_server(_server(press))
    found = [league for league in leagues if league.ended is None and game in (None, league.game)]
    if not found:
        raise Refused("refused.no_league")
    if len(found) > 1:
        games = [press.say(f"game.{league.game}") for league in found]
        raise Refused("refused.which_league", games=games)
    return found[0]


async def _of_here(press: Press, league_id: int) -> LeagueRow:
    """Return a league of the server pressed in. Raises Refused."""
    league = await LeagueStore(press.app.store.database).get(league_id)
    if league is None or league.guild_id != _server(press):
        raise Refused("refused.no_league")
    return league


def _server(press: Press) -> int:
    guild_id = press.location.guild_id
    if guild_id is None or press.is_by_token:
        raise Refused("refused.not_in_server")
    return guild_id


def _announced_in(press: Press, channel: discord.abc.GuildChannel | None) -> int:
    """Return the channel of a league's news. Raises Refused if they cannot stand there.

    Who opens it has to be a moderator of that channel, too.
    """
    app, user, at = press.app, press.interaction.user, press.location
    channel_id = at.channel_id if channel is None else channel.id
    if channel is not None and channel_id != at.channel_id:
        known = (
            None
            if press.interaction.guild is None
            else press.interaction.guild.get_channel(channel_id)
        )
        if known is None or not isinstance(user, discord.Member):
            raise Refused("refused.malformed")
        if not known.permissions_for(user).manage_messages:
            raise Refused("refused.moderators_only")
    if lacking := app.io.lacking(at.guild_id, channel_id, channel_id):
        names = [press.say(f"permission.{name}") for name in lacking]
        raise Refused("refused.permissions", missing=names)
    return channel_id


def _audit(deed: str, press: Press, league: LeagueRow, say: Words) -> str:
    return say(
        f"audit.league.{deed}", moderator=f"<@{press.user_id}>", title=title_of(league, say),
        channel=f"<#{league.channel_id}>", when=f"<t:{int(press.app.clock.now())}:f>",
    )  # fmt: skip
