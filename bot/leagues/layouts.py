"""Leagues as people read them: what is announced, the tables, and who has played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord.forms import add_menu, add_week, new_form
from bot.discord.names import bold
from bot.discord.parts import Button, Pictures, button, container, galleries, moment, page_row, rows
from bot.leagues.service import LENGTHS, SEASONS, Leagues, week_of
from bot.leagues.store import LeagueRow, LeagueStore, Seated
from bot.match.show.looks import Asked, Fact, Line, Look, Notes
from bot.match.table.kind import UPGRADE
from bot.match.table.season import SeasonLine
from bot.preferences.hours import Weekly, zone_shown
from bot.preferences.server import Feature
from bot.store import Store
from bot.store.rows import MatchRow, SeriesRow, Status
from engine.seats import Seat
from render.api import All, Words, rounded
from render.scenes.leaderboard import Heading

WHOLE_LEAGUE = 0
"""Stands in a custom id for the league's own table, in place of a week's."""

MOST_NAMED = 20
"""How many people a line names, of those who have played or who lead; the others are counted."""


@dataclass(frozen=True, slots=True)
class Over:
    """A week of a league that is over, as it is announced.

    `leaders` share the first place after it, `follows` is the week that has begun since (None for
    none, or if that is told later), and `unfinished` counts the tables that were closed. `why` is
    the reason for which it was closed early, "" for none.
    """

    league: LeagueRow
    week: int
    leaders: Sequence[SeasonLine]
    follows: SeriesRow | None
    unfinished: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, from 1, of the table of a league, or with a `week` of that week's.

    `more` is that there is another page.
    """

    league: LeagueRow
    week: int
    number: int
    more: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """What stands below a table for whoever sees it.

    `plays` is whether they can still play the week, `others` are leagues to turn to, and `manages`
    whether they open and end leagues.
    """

    plays: bool = True
    others: Sequence[LeagueRow] = ()
    manages: bool = False


FOR_ALL = Offer()
"""Where everybody sees it."""


def title_of(league: LeagueRow, say: Words) -> str:
    """Name a league by its number and game."""
    return say("league.title", number=league.id, game=say(f"game.{league.game}"))


def heading_of(league: LeagueRow, week: int, say: Words, *, is_week: bool) -> Heading:
    """Return the heading of the table of a week, or of a league after it."""
    key = "league.after" if not is_week else "league.week_of" if league.weeks else "league.week"
    return Heading(title_of(league, say), say(key, week=week, weeks=league.weeks))


def begun_layout(league: LeagueRow, series: SeriesRow | None, say: Words) -> ui.LayoutView:
    """Lay out the announcement that a league begins."""
    about = say("league.begun", title=title_of(league, say), weeks=_length(league, say))
    zone = league.ends.rpartition(":")[2]
    every = say("league.every", zone=zone_shown(zone)) if zone else ""
    lines = filter(None, (about, _until(league, series, say), every))
    return container(ui.TextDisplay("\n".join(lines)), *rows(_buttons(league, say)))


def nudge_text(league: LeagueRow, closes: float, say: Words) -> str:
    """Say to a person who has not played a week that it ends soon, and where it is played."""
    where = f"<#{league.channel_id}>"
    return say("league.nudge", title=title_of(league, say), left=moment(closes), channel=where)


def over_layout(over: Over, pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out the announcement that a week is over; the last one's says who has won."""
    league, leaders = over.league, over.leaders
    is_end = league.ended is not None and over.week == league.week
    key = "league.over" if is_end else "league.week_over"
    lines = [say(key, title=title_of(league, say), week=over.week, n=over.week)]
    if leaders:
        names = _named(All(bold(line.name) for line in leaders), say)
        key = "league.won" if is_end else "league.leads"
        lines.append(say(key, names=names, n=len(leaders), points=rounded(leaders[0].points, say)))
    else:
        lines.append(say("league.nobody"))
    if over.why == UPGRADE:
        lines.append(say("league.upgraded"))
    if over.unfinished:
        lines.append(say("league.unfinished", n=over.unfinished))
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), *galleries(pictures)]
    if over.follows is not None:
        parts.append(ui.TextDisplay(_until(league, over.follows, say)))
    return container(*parts, *rows(_buttons(league, say)))


def table_layout(
    page: Page, pictures: Pictures, text: str, say: Words, offer: Offer = FOR_ALL
) -> ui.LayoutView:
    """Lay out a page of a table, how the league stands, and what can be done."""
    league, week = page.league, page.week
    titled = [ui.TextDisplay[ui.LayoutView](_titled(page, say))] if league.finished else []
    if league.finished and not pictures:
        text = "\n".join((say("league.nobody"), text))
    turning = page_row(
        lambda to: f"league:{league.id}:{week}:{to}", page.number, more=page.more, say=say
    )
    return container(
        *titled, *galleries(pictures), ui.TextDisplay(text), *turning, *rows(_views(page, say)),
        *rows(_buttons(league, say, has_table=False, plays=offer.plays)),
        *rows(_other(each, say) for each in offer.others),
        *(rows(_managing(say, league)) if offer.manages else ()),
    )  # fmt: skip


def _titled(page: Page, say: Words) -> str:
    """Say which league's table a page shows, and of when."""
    league, week = page.league, page.week
    of = heading_of(league, week or league.finished, say, is_week=bool(week))
    return say("league.heading", title=of.title, when=of.remark)


def no_league_layout(say: Words, *, manages: bool) -> ui.LayoutView:
    """Lay out that there is no league yet, and how there can be one."""
    text = ui.TextDisplay[ui.LayoutView](say("league.none"))
    return container(text, *(rows(_managing(say)) if manages else ()))


def league_form(
    games: Iterable[str], channel_id: int | None, time: Weekly, day: str, say: Words
) -> ui.Modal:
    """Make the form of a new league: one of these games, for how long, and where it is told.

    Its weeks end at a `time` that can be changed; `day` is how that day is called.
    """
    form = new_form("league:form", say("league.form.title"))
    choices = {key: say(f"game.{key}.choice") for key in games}
    add_menu(form, "game", say("league.form.game"), choices, ())
    lengths = {
        str(n): say("league.form.number", n=n) if n else say("league.form.endless") for n in LENGTHS
    }
    for weeks, best in SEASONS.items():
        lengths[f"{weeks}:{best}"] = say("league.form.season", n=weeks, best=best)
    add_menu(form, "weeks", say("league.form.weeks"), lengths, ["0"])
    add_week(form, say("league.form.ends"), time, day, say)
    channel: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id="channel", channel_types=[discord.ChannelType.text], required=False, min_values=0
    )
    if channel_id is not None:
        kind = discord.SelectDefaultValueType.channel
        channel.default_values = [discord.SelectDefaultValue(id=channel_id, type=kind)]
    text, about = say("league.form.channel"), say("about.league.channel")
    form.add_item(ui.Label(text=text, description=about, component=channel))
    return form


def ending_layout(league: LeagueRow, say: Words) -> ui.LayoutView:
    """Lay out what ending a league would do, with the button that does it."""
    text = say("league.asks", title=title_of(league, say), week=league.week)
    label = say("league.button.end")
    ending = button(f"league:{league.id}:end", label, discord.ButtonStyle.danger)
    back = button(f"league:{league.id}:{WHOLE_LEAGUE}:1", say("page.button.back"))
    return container(ui.TextDisplay(text), *rows([ending, back]))


def _other(league: LeagueRow, say: Words) -> Button:
    """Offer to turn to another league of the server."""
    return button(f"league:{league.id}:{WHOLE_LEAGUE}:1", title_of(league, say))


def _managing(say: Words, league: LeagueRow | None = None) -> list[Button]:
    """Offer to open a league, and to end this one if it runs."""
    opening = button("league:open", say("league.button.open"))
    if league is None or league.ended is not None:
        return [opening]
    return [opening, button(f"league:{league.id}:close", say("league.button.close"))]


def _views(page: Page, say: Words) -> list[ui.Item[Any]]:
    """Offer the table of the league and those of some weeks, as far as there are any."""
    league = page.league
    if not league.finished:
        return []
    last = min(league.finished, max((page.week or league.finished) + 1, 3))
    named = [(WHOLE_LEAGUE, say("league.button.table"))]
    named += [
        (week, say("league.button.week", week=week)) for week in range(max(1, last - 2), last + 1)
    ]
    shown = f"league:{league.id}:{page.week}:{page.number}"  # none of those that turn the page
    return [
        button(shown, label, disabled=True)
        if week == page.week
        else button(f"league:{league.id}:{week}:1", label)
        for week, label in named
    ]


def standing_text(
    league: LeagueRow, series: SeriesRow | None, seated: Iterable[Seated], say: Words,
    user_id: int | None = None,
) -> str:  # fmt: skip
    """Say how a league stands: the week, until when, and who has played it; `user_id` is who asks.

    The title is left to the table, once there is one.
    """
    if league.ended is not None:
        return say("league.is_over", title=title_of(league, say))
    people = list(seated)
    done = [f"<@{one.user_id}>" for one in people if one.status is Status.OVER]
    playing = [f"<@{one.user_id}>" for one in people if one.status is Status.PLAYING]
    title = "" if league.finished else say("league.standing", title=title_of(league, say))
    lines = [title, _until(league, series, say)]
    lines.append(say("league.played", names=_named(done, say)) if done else say("league.none_yet"))
    if series is not None and f"<@{user_id}>" in done:
        lines.append(say("league.played_own", when=moment(series.closes)))
    if playing:
        lines.append(say("league.playing", names=_named(playing, say)))
    return "\n".join(filter(None, [*lines, say("league.points")]))


def _named(people: Sequence[object], say: Words) -> object:
    """Name people in the order given, and count those for whom there is no room."""
    left = len(people) - MOST_NAMED
    return say("league.and_more", names=people[:MOST_NAMED], n=left) if left > 0 else people


def _until(league: LeagueRow, series: SeriesRow | None, say: Words) -> str:
    if series is None:
        return ""
    return say(
        "league.until_of" if league.weeks else "league.until", week=league.week,
        weeks=league.weeks, when=f"<t:{int(series.closes)}:f>", left=moment(series.closes),
    )  # fmt: skip


def _length(league: LeagueRow, say: Words) -> str:
    if league.counted:
        return say("league.season", n=league.weeks, best=league.counted)
    return say("league.weeks", n=league.weeks) if league.weeks else say("league.no_end")


def _buttons(
    league: LeagueRow, say: Words, *, has_table: bool = True, plays: bool = True
) -> list[ui.Item[Any]]:
    """Offer to play the week, and the table to whoever wants to see it for themselves."""
    buttons: list[ui.Item[Any]] = []
    if league.ended is None and plays:
        label = say("league.button.play")
        buttons.append(button(f"league:{league.id}:play", label, discord.ButtonStyle.success))
    if has_table:
        buttons.append(button(f"league:{league.id}", say("league.button.standing")))
    return buttons


def _values(row: MatchRow) -> dict[str, object]:
    of = week_of(row.series)
    return {"number": of.league, "week": of.week} if of is not None else {"number": 0, "week": 0}


def _after(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    of = week_of(row.series)
    if of is None:
        return []
    return [button(f"league:{of.league}", say("league.button.standing"))]


LOOK = Look(
    after=_after, lobby=lambda row, say: say("league.lobby", **_values(row)), values=_values
)


# The leagues of a server on a person's card and page.

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


# Below a league's game that is over: when its scores and ratings follow.


@dataclass(frozen=True)
class LeagueNotes(Notes):
    """The moment at which the week of the game ends."""

    closes: float

    def for_seat(self, _seat: Seat, say: Words) -> str:
        """Tell the person when the game counts."""
        return say("league.follows", when=moment(self.closes))


async def league_notes(store: Store, row: MatchRow) -> LeagueNotes | None:
    """Return the note on a game of a week that goes on; None for any other match."""
    series = await store.series.get(row.series) if week_of(row.series) else None
    return LeagueNotes(series.closes) if series is not None and series.closed is None else None
