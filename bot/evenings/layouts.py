"""The boards of an evening, its plan, and what those who leave are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import discord
from discord import ui

from bot.discord.forms import TYPED_LENGTH, add_menu, add_moment, add_zone, new_form
from bot.discord.names import bold, escape
from bot.discord.parts import Pictures, button, container, galleries, jump_link, moment, rows
from bot.evenings.meetings import Offer
from bot.evenings.rows import EveningRow
from bot.evenings.rules import Total, evening_of
from bot.evenings.standings import EveningTable, Moment, Played, Standing, Swing
from bot.evenings.store import EveningStore
from bot.match.show.lobby_layouts import settings_text
from bot.match.show.looks import Asked, Fact, Line, Look
from bot.match.table.change import MEDALS
from bot.match.table.names import bold_names
from bot.match.table.seats import terms_of_crowd
from bot.preferences.server import Feature
from bot.presenters import PRESENTERS
from bot.presenters.cards import amount
from bot.store.rows import MatchRow, Presence, Status
from bot.texts import by_ear
from render.api import All, Nth, Words, capital, number, points_text, rounded, spoken
from render.scenes import SCENES

# What is said of the course of an evening: when a round ends or begins, and who is not in it.

FEW = 6
"""How many people are named, as who is not in the next round; others are counted."""

RULED = 10
"""How many rulings on points are told, each with its reason."""


def result_button(evening_id: int, round_number: int, say: Words) -> ui.Item[Any]:
    """Make the button that shows a person what they made in a round."""
    return button(f"evening:{evening_id}:{round_number}", say("evening.button.own"))


def few(names: Sequence[str], say: Words, most: int = FEW) -> Sequence[object]:
    """Name people for a text; where they are many the first ones, and count the others."""
    more = len(names) - most
    return All(names) if more <= 0 else [*names[:most], say("lobby.more_people", n=more)]


def planned(standing: Standing) -> int:
    """Return how many rounds an evening was to have: its host may end it before."""
    return max(standing.evening.rounds, standing.first.terms.rounds)


def clock_lines(standing: Standing, say: Words) -> list[str]:
    """Say when the round that is played ends, and if its host lets no other one follow."""
    at = standing.evening
    if not at.has_rounds:
        return []
    presences = {
        member.presence
        for one in standing.tables
        if one.row.status is Status.PLAYING
        for member in one.row.members
        if member.user_id is not None
    }
    if presences & {Presence.HERE, Presence.LATE}:
        lines = [say("evening.ends", when=f"<t:{int(standing.closes)}:R>")]
    else:
        lines = [say("evening.ending")]
    return [*lines, *([say("evening.last")] if at.rounds < planned(standing) else [])]


def next_lines(standing: Standing, number: int, say: Words) -> list[str]:
    """Say what follows a round: when the next one begins and who is not in it, or that it has."""
    at = standing.evening
    if at.round > number:
        return [say("evening.begun", round=number + 1)]
    if at.next_at is None:
        return []
    lines = [say("evening.next", round=number + 1, when=f"<t:{int(at.next_at)}:R>")]
    if missed := [bold(one.name) for one in standing.people if one.gone == number]:
        lines.append(say("evening.missed", round=number + 1, names=few(missed, say)))
    return lines


# Leaving an evening: what it means.


def leave_layout(evening: EveningRow, say: Words) -> ui.LayoutView:
    """Ask whether somebody is to leave: their game, too, if they are at one."""
    leave = button(
        f"evening:{evening.id}:gone", say("evening.button.leave"), discord.ButtonStyle.danger
    )
    return container(ui.TextDisplay(say("evening.asks.leave")), *rows([leave]))


# Two servers beside each other: what each made, and who leads.


def club_lines(standing: Standing, say: Words) -> list[str]:
    """Say which servers play against each other, what each made so far, and who leads."""
    clubs = {guild_id: bold(club.name) for guild_id, club in standing.clubs.items()}
    scores, has_ended = standing.scores, standing.evening.ended is not None
    if len(clubs) < 2:
        return []
    if not scores:
        return [say("evening.clubs", clubs=All(clubs.values()))]
    first, *others = scores
    told = [
        say("evening.clubs.made", club=clubs[one.guild_id], points=rounded(one.points, say))
        for one in scores
        if one.guild_id in clubs
    ]
    is_even = any(other.place == first.place for other in others)
    how = "even" if is_even else "won" if has_ended else "leads"
    best, made = clubs.get(first.guild_id, ""), " · ".join(told)
    return [say(f"evening.clubs.{how}", club=best, made=made), say("evening.clubs.means")]


def asking_lines(standing: Standing, say: Words) -> list[str]:
    """Say what the host of one server asks the other's for, in this round or break."""
    at, lines = standing.evening, list[str]()
    for guild_id, club in standing.clubs.items():
        asks, told = standing.asks.get(guild_id, ""), {"club": bold(club.name), "round": at.round}
        if asks == at.asking("skip"):
            lines.append(say(f"evening.clubs.asks.skip.{at.during}", **told))
        elif asks == at.asking("finish") and at.round < at.rounds:
            lines.append(say("evening.clubs.asks.finish", **told))
    return lines


# The moments of an evening as its result tells them: a sentence and a replay each.


def moment_lines(moments: Sequence[Moment], say: Words) -> list[str]:
    """Tell each moment in a line, below a heading; [] where there are none."""
    told = [_moment_text(one, say) for one in moments]
    return [say("evening.moments"), *told] if told else []


def moment_buttons(moments: Sequence[Moment], say: Words) -> list[ui.Item[Any]]:
    """Return the button of each moment, with which its replay begins there.

    Of two in one deal of somebody the first has one: nothing would tell the other's apart.
    """
    first = dict[str, Moment]()
    for one in moments:
        label = say("evening.button.moment", name=one.member.name, deal=_deal(one, say))
        first.setdefault(label, one)
    return [button(f"replay:{one.row.id}:{one.moves}", label) for label, one in first.items()]


def _moment_text(moment: Moment, say: Words) -> str:
    where = say("evening.moment.where", deal=_deal(moment, say), table=moment.row.number)
    name, what = bold(moment.member.name), moment.what
    if not isinstance(what, Swing):
        return PRESENTERS[moment.row.game].praise(what, where, name, say)
    is_whole = what.average.is_integer()
    others = number(int(what.average)) if is_whole else amount(what.average, say)
    return say(
        "evening.moment.swing", n=what.others, where=where, name=name,
        made=_number(number(what.made), say), others=_number(others, say),
    )  # fmt: skip


def _deal(moment: Moment, say: Words) -> str:
    """Name a deal, and its round if there were more."""
    deal = say(f"picture.evening.{SCENES[moment.row.game].unit}", deal=moment.deal)
    if moment.round is None:
        return deal
    return say("evening.moment.round", deal=deal, round=moment.round)


def _number(written: str, say: Words) -> str:
    return spoken(written, say) if by_ear(say) else written


# An evening while it goes on, at the end of each round, and at its end.

NAMED, NAMED_OF_CLUBS = 17, 9
"""How many places more are told, where one server plays and where two do, of whom more is told: the
others' are in everybody's own result."""

REPLAYED = 20
"""How many tables have a button: a message has room for no more."""

LISTED, LISTED_BELOW = 8, 4
"""How many tables that still play are told with the names of their people: all alone, and where
the standing follows below."""


def live_layout(standing: Standing, say: Words) -> ui.LayoutView:
    """Lay out the board of an evening in its channel: who plays where, who leads, what comes."""
    evening = standing.evening
    lines = [_title(standing, say), *club_lines(standing, say), *_state(standing, say)]
    lines += asking_lines(standing, say)
    if standing.totals:
        if evening.ended is None and evening.next_at is None:
            lines.append(say("evening.after", round=len(standing.played)))
        lines += [*_places(standing.totals, say), say("evening.points"), *_ruled(standing, say)]
        lines += _helped(standing.totals, standing.played, say)
    elif evening.ended is None and len(standing.tables) > 1:
        lines.append(say("evening.means"))
    return container(ui.TextDisplay("\n".join(lines)), *rows(_live_buttons(standing, say)))


def round_layout(
    standing: Standing, played: Played, pictures: Pictures, say: Words
) -> ui.LayoutView:
    """Lay out what became of a round that others follow."""
    at = standing.evening
    lines = [say("evening.round.over", round=played.number, rounds=planned(standing))]
    lines += [
        *next_lines(standing, played.number, say),
        *club_lines(standing, say),
        *_notes(played, say),
        *_helped(standing.totals, [played], say),
    ]
    return container(
        ui.TextDisplay("\n".join(lines)), *galleries(pictures),
        *rows([result_button(at.id, played.number, say)]),
    )  # fmt: skip


def over_layout(
    standing: Standing, moments: Sequence[Moment], pictures: Pictures, say: Words
) -> ui.LayoutView:
    """Lay out the end: everybody's place and points, and the ways to see it all again."""
    lines = [*over_lines(standing, say), *moment_lines(moments, say)]
    here = standing.first.guild_id
    over = [
        one.row
        for one in standing.tables
        if one.row.status is Status.OVER and one.row.guild_id == here
    ]
    replays = [
        button(f"replay:{row.id}", say("evening.button.replay", table=row.number))
        for row in (over[:REPLAYED] if standing.evening.rounds == 1 else ())
    ]
    own = result_button(standing.evening.id, standing.evening.round, say)
    return container(
        ui.TextDisplay("\n".join(lines)), *galleries(pictures),
        *rows([_again_button(standing, say), own]), *rows(moment_buttons(moments, say)),
        *rows(replays),
    )  # fmt: skip


def over_lines(standing: Standing, say: Words, most: int | None = None) -> list[str]:
    """Tell of an evening that has ended: the first places of all, or as many as are asked for."""
    most = most or MEDALS + (NAMED_OF_CLUBS if standing.clubs else NAMED)
    lines = [_title(standing, say), *club_lines(standing, say)]
    lines += _places(standing.totals, say, most)
    if standing.totals:
        lines += [say("evening.points"), *_ruled(standing, say)]
    lines += _helped(standing.totals, standing.played, say)
    last = standing.last
    return lines if last is None else [*lines, *_notes(last, say)]


def _ruled(standing: Standing, say: Words) -> list[str]:
    """Say what a director has ruled on points, and why."""
    return [
        say(f"evening.ruled.{ruling.kind}", name=bold(one.name), round=number,
            reason=escape(ruling.reason))
        for one in standing.people
        for number, ruling in one.rulings.items()
        if number <= len(standing.played)
    ][:RULED]  # fmt: skip


def _title(standing: Standing, say: Words) -> str:
    at, game = standing.evening, say(f"game.{standing.first.game}")
    people = sum(one.gone is None for one in standing.people)
    if at.ended is not None:
        return say("evening.over", game=game, n=len(standing.people))
    if not at.has_rounds:
        return say("evening.title", game=game, n=people)
    key = "evening.title.round" if at.next_at is None else "evening.title.break"
    tables, rounds = say("evening.tables", n=len(standing.tables)), planned(standing)
    return say(key, game=game, round=at.round, rounds=rounds, n=people, tables=tables)


def _state(standing: Standing, say: Words) -> list[str]:
    """Say what everybody waits for: the tables that still play, or the next round."""
    at, link = standing.evening, jump_link(standing.first, None)
    if at.ended is not None:
        return [say("evening.ended", link=link)]
    if at.paused is not None:
        return [say("evening.paused")]
    if at.next_at is not None:
        return next_lines(standing, at.round, say)
    lines = clock_lines(standing, say)
    most = LISTED_BELOW if standing.totals else LISTED
    return [*lines, *_tables(standing.tables, most, say), say("evening.to_tables", link=link)]


def _tables(tables: Sequence[EveningTable], most: int, say: Words) -> list[str]:
    """Name the tables that still play, with their people unless they are many; count the others."""
    playing = [one for one in tables if one.row.status is Status.PLAYING]
    if len(playing) > most:
        short = [say("evening.table.short", table=one.row.number, deal=one.deal) for one in playing]
        lines = [say("evening.playing", tables=short)]
    else:
        lines = [
            say(
                "evening.table.playing", table=one.row.number, deal=one.deal,
                names=All(bold_names(one.row, say, ())),
            )
            for one in playing
        ]  # fmt: skip
    done = len(tables) - len(playing)
    return [*lines, *([say("evening.finished", n=done)] if done else [])]


def _places(totals: Sequence[Total], say: Words, most: int = MEDALS + NAMED) -> list[str]:
    """Return people's places and points, a line each."""
    if not totals:
        return [say("evening.nobody")]
    told, tied = [], _tied(totals)
    for one in totals[:most]:
        points = points_text(one.points, say)
        if one.is_helped:
            points = say("evening.score.helped", score=points)
        elif (one.place, one.exact) in tied:
            points = say("evening.score.tie", score=points, lost=rounded(float(one.lost), say))
        key = f"final.place.{one.place}" if one.has_medal else "evening.place"
        told.append(say(key, place=one.place, name=bold(one.name), score=points))
    more = len(totals) - most
    return [*told, say("lobby.more_people", n=more)] if more > 0 else told


def _tied(totals: Sequence[Total]) -> set[tuple[int, Fraction]]:
    """Return the places of equal points that are not shared: by what they are told apart."""
    places = {(one.place, one.exact) for one in totals if not one.is_helped}
    points = Counter(exact for _, exact in places)
    return {(place, exact) for place, exact in places if points[exact] > 1}


def _notes(played: Played, say: Words) -> list[str]:
    """Say which tables were not played out, and whether only one was."""
    closed = [str(row.number) for row in played.rows if row.status is Status.CLOSED]
    notes = []
    if closed:
        notes.append(say("evening.closed", n=len(closed), tables=All(closed)))
    if played.tables == 1:
        notes.append(say("evening.alone" if len(played.rows) > 1 else "evening.alone.all"))
    return notes


def _helped(totals: Sequence[Total], rounds: Sequence[Played], say: Words) -> list[str]:
    """Say for whom a stand-in played deals, and where that puts who played less than half."""
    sat = [one for played in rounds for one in played.sat if one.has_line and one.stood_in]
    stood_in = [*{one.user_id: bold(one.name) for one in sat}.values()]
    told = [say("evening.stood_in", names=few(stood_in, say))] if stood_in else []
    if any(one.is_helped for one in totals):
        told.append(f"-# {capital(say('picture.evening.mostly'))}.")
    return told


def _live_buttons(standing: Standing, say: Words) -> list[ui.Item[Any]]:
    at = standing.evening
    if at.ended is not None:
        return [_again_button(standing, say), result_button(at.id, at.round, say)]
    style = discord.ButtonStyle.success
    shown: list[ui.Item[Any]] = []
    if at.next_at is None:
        shown.append(button(f"evening:{at.id}:hand", say("board.button.hand"), style))
    if standing.played:
        shown.append(result_button(at.id, standing.played[-1].number, say))
    if at.has_rounds:
        if at.round < at.rounds:
            shown.append(button(f"evening:{at.id}:join", say("lobby.button.join"), style))
        shown.append(button(f"evening:{at.id}:leave", say("lobby.button.leave")))
        shown.append(button(f"evening:{at.id}:direct", say("evening.button.direct")))
    return shown


def _again_button(standing: Standing, say: Words) -> ui.Item[Any]:
    label, style = say("final.button.again"), discord.ButtonStyle.success
    lobby = standing.evening.id if standing.home is None else standing.home.id
    return button(f"again:{lobby}", label, style)


def _over(row: MatchRow, say: Words) -> str:
    """Say in the hand that another round follows, or that this was the last."""
    number = int(row.series.rpartition(" ")[2])
    if not row.terms.rounds:
        return ""
    game = say(f"game.{row.game}")
    return say("evening.game", game=game, round=number, rounds=row.terms.rounds)


def _after(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    evening_id = evening_of(row.series)
    number = int(row.series.rpartition(" ")[2]) if evening_id is not None else 0
    return [] if evening_id is None else [result_button(evening_id, number, say)]


LOOK = Look(after=_after, over=_over)


# When an evening is to begin: the question before anybody else sees it, and the form.


def plan_layout(plan: str, game: str, when: float, typed: str, say: Words) -> ui.LayoutView:
    """Lay out when an evening would begin, in everyone's own time, and what opens it."""
    told = say(
        "evening.plan", game=say(f"game.{game}"), when=moment(when, "F"), left=moment(when, "R")
    )
    opening = button(
        f"evening:open:{plan}:{int(when)}", say("evening.button.plan"), discord.ButtonStyle.success
    )
    return container(ui.TextDisplay(told), *rows([opening, _asking(plan, typed, say)]))


def unread_layout(plan: str, typed: str, text: str, say: Words) -> ui.LayoutView:
    """Lay out what could not be read, with the button that asks again."""
    return container(ui.TextDisplay(text), *rows([_asking(plan, typed, say)]))


def plan_form(
    plan: str, days: Mapping[str, str], day: str, hour: str, zone: str, say: Words
) -> ui.Modal:
    """Make the form of day, hour and time zone; `days` are those to choose from, by their value."""
    form = new_form(f"evening:when:{plan}", say("evening.form.when"))
    add_menu(form, "day", say("evening.form.day"), days, [day])
    add_moment(form, "hour", say("evening.form.hour"), hour, say)
    add_zone(form, zone, say)
    return form


def asking_id(plan: str, typed: str) -> str:
    """Spell the custom id that opens the form, in which stands what was typed."""
    return f"evening:plan:{plan}:{' '.join(typed.split())[:TYPED_LENGTH]}"


def _asking(plan: str, typed: str, say: Words) -> ui.Button[Any]:
    return button(asking_id(plan, typed), say("evening.button.when"))


# What another server offers, before anybody says yes.


def offer_layout(offer: Offer, say: Words) -> ui.LayoutView:
    """Lay out who plays what, how, and the button that accepts it."""
    row, begins = offer.home, offer.home.terms.begins
    played = replace(row, terms=terms_of_crowd(row.terms))
    when = "" if begins is None else say("evening.offer.begins", when=f"<t:{int(begins)}:f>")
    lines = [
        say("evening.offer", club=escape(offer.name), game=say(f"game.{row.game}")),
        settings_text(played, say), say("lobby.challenge.apart"), when, say("evening.offer.means"),
    ]  # fmt: skip
    accept = button(
        f"evening:accept:{offer.challenge.code}", say("evening.button.accept"),
        discord.ButtonStyle.success,
    )  # fmt: skip
    return container(ui.TextDisplay("\n".join(filter(None, lines))), *rows([accept]))


# Evenings on a person's card and page.

LATEST = 3
"""Of how many evenings, the latest, the places are told."""


async def evening_lines(asked: Asked) -> Sequence[Line]:
    """Tell a person's places in the evenings of a server, with the way to these; or in all."""
    say, places = asked.say, await _plan_places(asked)
    if not places:
        return ()
    latest = [Nth(place) for place in places[:LATEST]]
    told = say("home.evening.places", n=len(places), best=Nth(min(places)), latest=latest)
    see = None if asked.guild_id is None else button("evenings", say("evening.button.all"))
    return [Line(say("home.evening", told=told), see)]


async def evening_facts(asked: Asked) -> Sequence[Fact]:
    """Tell in how many evenings a person has a place, the best, and the latest of several."""
    say, places = asked.say, await _plan_places(asked)
    if not places:
        return ()
    best = say("fact.evenings.places", places=[Nth(min(places))])
    facts = [Fact(say("fact.evenings"), str(len(places))), Fact(say("fact.evenings.best"), best)]
    if len(places) > 1:
        latest = say("fact.evenings.places", places=places[:LATEST])
        facts.append(Fact(say("fact.evenings.latest"), latest))
    return facts


async def _plan_places(asked: Asked) -> list[int]:
    if not asked.settings.has(Feature.EVENINGS):
        return []
    return await EveningStore(asked.app.store.database).places_of(asked.user_id, asked.guild_id)
