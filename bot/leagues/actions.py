"""Weekly leagues: moderators open and end them, people play their weeks and look at the tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import discord

from bot.discord.forms import typed_moment, typed_zone, usual_zone
from bot.discord.io import named
from bot.discord.parts import Pictures, lines_alone
from bot.discord.press import Press
from bot.errors import Refused
from bot.leagues import layouts
from bot.leagues.news import LeagueNews
from bot.leagues.service import LENGTHS, SEASONS, Leagues, can_have
from bot.leagues.store import LeagueRow, LeagueStore
from bot.match.acts.moderation import write_deed
from bot.match.clock.clocks import Clocks
from bot.match.lobby.actions import join
from bot.match.lobby.options_layouts import typed_options
from bot.match.lobby.play_actions import answer_id, member_at, require_can_open, show
from bot.match.show.stage import theme_for
from bot.preferences.hours import Weekly
from bot.preferences.person import set_person
from bot.preferences.server import Feature
from bot.store.rows import Status
from engine.games import GAMES
from render.api import Picture, Words
from render.scenes.leaderboard import rows_shown
from render.scenes.league import paint_league, paint_week
from render.theme import Theme


async def show_leagues(press: Press) -> None:
    """Show a person the league of this server, the newest that runs, or how there can be one.

    Moderators look after leagues here, too, also where these are switched off.
    """
    if not press.is_moderator:
        await press.require(Feature.LEAGUES)
    leagues = await _leagues(press)
    if leagues:
        await _show_table(press, leagues[0], layouts.WHOLE_LEAGUE, 1)
    else:
        await press.answer(view=layouts.no_league_layout(press.say, manages=press.is_moderator))


USUAL_END = 6, 20 * 60
"""The time of the week that stands in the form of a new league: Sunday at eight in the evening."""


async def ask_to_open(press: Press) -> None:
    """Open the form of a new league: whether one of its game runs here is asked when it comes."""
    games = [game for game in GAMES if can_have(game)]
    here = press.interaction.channel
    channel_id = here.id if isinstance(here, discord.TextChannel) else None
    time = Weekly(*USUAL_END, await usual_zone(press))
    day = press.app.texts.day_of_week(press.locale, time.weekday)
    await press.open(layouts.league_form(games, channel_id, time, day, press.say))


async def open_league(press: Press) -> None:
    """Open the league that a form asks for; its first week begins at once."""
    app = press.app
    typed = typed_options(press.fields.get("components"))
    try:
        game, (weeks, counted) = typed["game"], _length(typed["weeks"])
        channel_id = int(typed["channel"] or press.location.channel_id)
        when, place = typed["when"], typed["zone"]
    except (KeyError, ValueError):
        raise Refused("refused.malformed") from None
    _require_announced(press, channel_id)
    zone = await typed_zone(press, place)
    ends = Weekly.of(typed_moment(press, when, zone), zone)
    league = await app.get(Leagues).open(
        game, press.guild.id, channel_id, weeks=weeks, locale=await press.locale_of_all(),
        ends=str(ends), counted=counted,
    )  # fmt: skip
    await app.get(LeagueNews).catch_up()
    written = await _write(press, "open", league)
    done = press.say(
        "league.opened", title=layouts.title_of(league, press.say), channel=f"<#{channel_id}>"
    )
    await press.private("\n".join(filter(None, (done, written))))


def _length(chosen: str) -> tuple[int, int]:
    """Return how many weeks are chosen, and how many of them count. Raises ValueError."""
    weeks, _, counted = chosen.partition(":")
    length = int(weeks), int(counted or 0)
    if length not in {*((n, 0) for n in LENGTHS), *SEASONS.items()}:
        raise ValueError(chosen)
    return length


async def ask_to_end(press: Press, league: int) -> None:
    """Ask whether to end a league: where they are off, too."""
    row = await _of_here(press, league)
    if row.ended is not None:
        raise Refused("refused.league_over")
    await press.answer(view=layouts.ending_layout(row, press.say), attachments=[])


async def end_league(press: Press, league: int) -> None:
    """End a league at once; a moderator has read what comes of it."""
    ended = await press.app.get(Leagues).end((await _of_here(press, league)).id)
    await press.app.get(LeagueNews).catch_up()
    written = await _write(press, "close", ended)
    done = press.say("league.ended", title=layouts.title_of(ended, press.say))
    await press.answer(view=lines_alone(done, written))


async def play_week(press: Press, league: int) -> None:
    """Open a lobby with the deals of the week that a league is in."""
    await _play(press, await _of_here(press, league))


async def stop_reminders(press: Press) -> None:
    """Tell a person no more that a week ends; their preferences turn it on again."""
    await set_person(press.app.store, press.user_id, league_reminder=False)
    mentions = await press.app.io.mentions(press.interaction.client.tree)
    await press.private(press.say("league.quiet", preferences=mentions["preferences"]))


async def own_table(press: Press, league: int) -> None:
    """Show one person the table of a league."""
    await _show_table(press, await _looked_at(press, league), layouts.WHOLE_LEAGUE, 1)


async def turn_table(press: Press, league: int, week: int, page: int) -> None:
    """Turn to a page of the table of a league or, from 1, of one of its weeks."""
    is_for_all = not press.is_in_private
    await _show_table(press, await _looked_at(press, league), week, max(1, page), is_for_all)


async def _play(press: Press, league: LeagueRow) -> None:
    app = press.app
    settings = await require_can_open(press)
    series = await app.get(Leagues).require_week(league, press.user_id)
    if await _joined(press, series.key):
        return
    row = await app.get(Leagues).play(
        league, press.as_member(), press.location, message_id=await answer_id(press.interaction),
        terms=settings.terms,
    )  # fmt: skip
    app.get(Clocks).arm(row)
    await show(press, row)


async def _joined(press: Press, series: str) -> bool:
    """Take a person in at a table of the week that waits here for others; tell whether one does."""
    for row in await press.app.store.matches_in(press.location.channel_id, (Status.LOBBY,)):
        if row.series == series:
            with suppress(Refused):  # it is full, or not open to them
                await join(press, row.id)
                await press.private(press.say("league.joined", opener=f"<@{row.opener_id}>"))
                return True
    return False


async def _show_table(
    press: Press, league: LeagueRow, week: int, page: int, is_for_all: bool = False
) -> None:
    leagues = press.app.get(Leagues)
    if week > league.finished:
        raise Refused("refused.withheld")
    say = await press.say_to_all() if is_for_all else press.say
    theme = await theme_for(press.app.store, league.guild_id, None if is_for_all else press.user_id)
    shown, pictures = await _page(press, league, week, page, say, theme)
    text = layouts.standing_text(
        league, await leagues.series(league), await leagues.who(league), say,
        None if is_for_all else press.user_id,
    )  # fmt: skip
    offer = layouts.FOR_ALL if is_for_all else await _offer(press, league)
    layout = layouts.table_layout(shown, pictures, text, say, offer)
    await press.answer(view=layout, attachments=named(pictures))


async def _offer(press: Press, league: LeagueRow) -> layouts.Offer:
    """Return what a person is offered below the table of a league: to play it in its server."""
    if press.is_direct:
        return layouts.Offer(plays=False)
    newest: dict[str, LeagueRow] = {}
    for each in await _leagues(press):
        newest.setdefault(each.game, each)
    return layouts.Offer(
        plays=not await press.app.get(Leagues).has_played(league, press.user_id),
        others=[each for each in newest.values() if each.id != league.id],
        manages=press.is_moderator,
    )


async def _page(
    press: Press, league: LeagueRow, week: int, page: int, say: Words, theme: Theme
) -> tuple[layouts.Page, Pictures]:
    """Paint a page of a table, the first if there is no such page; none of nobody."""
    if not league.finished:
        return layouts.Page(league, week, page, more=False), []
    app, shown, leagues = press.app, rows_shown(theme), press.app.get(Leagues)
    heading = layouts.heading_of(league, week or league.finished, say, is_week=bool(week))
    paint: Callable[[], Picture]
    if week:
        weekly = await leagues.week_table(league, week)
        name, lines = f"league-{league.id}-week-{week}.png", len(weekly)
        page, first, more = turned(page, lines, shown)
        paint = partial(paint_week, heading, weekly[first:], say, theme)
    else:
        whole = await leagues.league_table(league, league.finished)
        name, lines = f"league-{league.id}.png", len(whole)
        page, first, more = turned(page, lines, shown)
        paint = partial(paint_league, heading, whole[first:], say, theme)
    pictures = [(name, await app.painter.paint(paint))] if lines else []
    return layouts.Page(league, week, page, more), pictures


def turned(page: int, lines: int, per_page: int) -> tuple[int, int, bool]:
    """Return which page of a table to show, its first line from 0, and whether another follows.

    A page has `per_page` lines. One behind the last, as of a league whose players were
    erased, is the first instead.

    >>> turned(2, 25, 10), turned(3, 25, 10), turned(4, 25, 10)
    ((2, 10, True), (3, 20, False), (1, 0, True))
    """
    page = page if per_page * (page - 1) < lines else 1
    first = per_page * (page - 1)
    return page, first, lines > first + per_page


async def _leagues(press: Press) -> list[LeagueRow]:
    """Return the leagues of the server pressed in: those that run, then others, newest first."""
    leagues = await LeagueStore(press.app.store.database).of_server(press.guild.id)
    return sorted(leagues, key=lambda league: league.ended is not None)


async def _of_here(press: Press, league_id: int) -> LeagueRow:
    """Return a league of the server pressed in. Raises Refused."""
    league = await LeagueStore(press.app.store.database).get(league_id)
    if league is None or league.guild_id != press.guild.id:
        raise Refused("refused.no_league")
    return league


async def _looked_at(press: Press, league_id: int) -> LeagueRow:
    """Return a league to look at: in direct messages of any server that the person is in.

    Raises Refused, also where leagues are switched off.
    """
    if press.is_direct:
        league = await LeagueStore(press.app.store.database).get(league_id)
        if league is None:
            raise Refused("refused.no_league")
        await member_at(press, league.guild_id)
    else:
        league = await _of_here(press, league_id)
    await press.require(Feature.LEAGUES, league.guild_id)
    return league


def _require_announced(press: Press, channel_id: int) -> None:
    """Raise Refused if the news of a league cannot stand in a channel.

    Who opens it has to be a moderator of that channel, too.
    """
    app, user, at = press.app, press.interaction.user, press.location
    if channel_id != at.channel_id:
        guild = press.interaction.guild
        known = None if guild is None else guild.get_channel(channel_id)
        if known is None or not isinstance(user, discord.Member):
            raise Refused("refused.malformed")
        if not known.permissions_for(user).manage_messages:
            raise Refused("refused.moderators_only")
    if lacking := app.io.lacking(at.guild_id, channel_id, channel_id):
        names = [press.say(f"permission.{name}") for name in lacking]
        raise Refused("refused.permissions", missing=names)


async def _write(press: Press, deed: str, league: LeagueRow) -> str:
    return await write_deed(
        press, f"audit.league.{deed}", league.channel_id,
        lambda say: {"title": layouts.title_of(league, say)},
    )  # fmt: skip
