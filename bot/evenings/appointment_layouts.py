"""Weekly evenings as people read them: when the next one is, the season, and the hosts' forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord.forms import add_menu, add_moment, add_week, new_form
from bot.discord.names import bold
from bot.discord.parts import Pictures, button, container, galleries, moment, rows
from bot.evenings.rows import COUNTED, MOST_GAMES, SEASONS, TURNS, WEEK, Appointment
from bot.match.table.season import SeasonLine
from bot.match.table.seats import MOST_ROUNDS
from bot.preferences.hours import zone_shown
from bot.store.rows import MatchRow
from engine.games import GAMES
from render.api import All, Picture, Words, capital, rounded
from render.scenes.leaderboard import Heading
from render.scenes.league import paint_season
from render.theme import Theme


class Shown(NamedTuple):
    """An appointment as it is shown: where people sign up, once they can, and its season.

    `others` are the other appointments of the server; `manages` is whether the reader is a host,
    who is told where the bot cannot write.
    """

    one: Appointment
    link: str
    lines: Sequence[SeasonLine]
    others: Sequence[Appointment] = ()
    manages: bool = False
    can_show: bool = True


def title_of(one: Appointment, say: Words) -> str:
    """Name an appointment by its games."""
    games = All(say(f"game.{game}") for game in one.games.split())
    return say("appointment.title", games=games)


def paint_of_season(
    one: Appointment, lines: Sequence[SeasonLine], say: Words, theme: Theme
) -> Picture:
    """Paint the table of a season."""
    heading = Heading(title_of(one, say), say("appointment.season", season=one.season))
    return paint_season(heading, lines, say, theme)


def appointment_layout(shown: Shown, pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out when the next evening is and how the season stands, with what hosts can do."""
    one = shown.one
    begins = {"when": moment(one.next_at, "F"), "left": moment(one.next_at)}
    key = "appointment.open" if shown.link else "appointment.next"
    lines = [
        f"**{title_of(one, say)}**",
        say(key, link=shown.link, zone=zone_shown(one.zone), **begins),
        *(season_lines(one, say) if shown.lines else [say("appointment.nobody")]),
    ]
    if shown.manages and not shown.can_show:
        lines.append(say("appointment.shut", channel=f"<#{one.channel_id}>"))
    turns = [button(f"weekly:{each.id}", title_of(each, say)) for each in shown.others]
    return container(
        ui.TextDisplay("\n".join(lines)), *galleries(pictures), *rows(turns),
        *(rows(_deeds(one, say)) if shown.manages else ()),
    )  # fmt: skip


def season_lines(one: Appointment, say: Words) -> list[str]:
    """Say which season it is, until when, what counts, and what a handicap gives."""
    lines = [say("appointment.season", season=one.season)]
    if one.weeks:
        lines.append(say("appointment.until", when=moment(one.since + one.weeks * WEEK, "D")))
    counts = say("appointment.counts", n=one.counted) if one.counted else say("appointment.all")
    lines.append(counts)
    if one.handicap:
        lines.append(say("appointment.handicap"))
    return [capital(" · ".join(lines))]


def none_layout(say: Words, *, manages: bool) -> ui.LayoutView:
    """Lay out that a server has no weekly evening, and how there can be one."""
    new = [button("weekly:new", say("appointment.button.new"), discord.ButtonStyle.success)]
    return container(ui.TextDisplay(say("appointment.none")), *(rows(new) if manages else ()))


def season_over_layout(
    one: Appointment, lines: Sequence[SeasonLine], pictures: Pictures, say: Words
) -> ui.LayoutView:
    """Lay out how a season ended."""
    names = All(bold(line.name) for line in lines if line.place == 1)
    won = say(
        "appointment.won", season=one.season, title=title_of(one, say), names=names,
        points=rounded(lines[0].points, say),
    )  # fmt: skip
    return container(ui.TextDisplay(won), *galleries(pictures))


def reminder_text(row: MatchRow, link: str, say: Words) -> str:
    """Say that an evening begins soon."""
    when = int(row.terms.begins or 0)
    return say("appointment.soon", game=say(f"game.{row.game}"), when=f"<t:{when}:R>", link=link)


def reminder_layout(row: MatchRow, called: Iterable[int], link: str, say: Words) -> ui.LayoutView:
    """Lay out the message that calls who signed up."""
    names = " ".join(f"<@{user_id}>" for user_id in called)
    return container(ui.TextDisplay(f"{reminder_text(row, link, say)}\n{names}"))


def asked_layout(one: Appointment, say: Words) -> ui.LayoutView:
    """Ask a host whether the weekly evening is to end."""
    end = button(f"weekly:end:{one.id}", say("appointment.button.end"), discord.ButtonStyle.danger)
    back = button(f"weekly:{one.id}", say("page.button.back"))
    text = say("appointment.asks", title=title_of(one, say))
    return container(ui.TextDisplay(text), *rows([end, back]))


def unread_layout(one: Appointment, told: str, say: Words) -> ui.LayoutView:
    """Lay out what could not be read, with the button that asks again."""
    again = button(f"weekly:set:{one.plan}", say("evening.button.when"))
    return container(ui.TextDisplay(told), *rows([again]))


def _deeds(one: Appointment, say: Words) -> list[ui.Item[Any]]:
    terms = f"{one.weeks}:{one.counted}:{int(one.handicap)}"
    deeds = {
        f"weekly:skip:{one.id}": "skip", f"weekly:move:{one.id}": "move",
        f"weekly:set:{one.plan}": "change", f"weekly:season:{one.id}:{terms}": "season",
        f"weekly:ask:{one.id}": "end", "weekly:new": "new",
    }  # fmt: skip
    return [button(to, say(f"appointment.button.{deed}")) for to, deed in deeds.items()]


# The forms of hosts.


def weekly_form(one: Appointment, day: str, say: Words) -> ui.Modal:
    """Make the form of a weekly evening: when, where the clock is, what, and how."""
    form = new_form(f"weekly:form:{one.id}", say("appointment.form"))
    add_week(form, say("evening.button.when"), one.time, day, say)
    games = {key: say(f"game.{key}") for key in GAMES}
    chosen = one.games.split()
    add_menu(form, "games", say("appointment.form.games"), games, chosen, most=MOST_GAMES)
    numbers = {str(n): str(n) for n in range(1, MOST_ROUNDS + 1)}
    add_menu(form, "rounds", say("appointment.form.rounds"), numbers, [str(one.rounds)])
    turns = {word: say(f"terms.clock.{word}") for word in TURNS}
    add_menu(form, "turn", say("terms.clock"), turns, [one.turn])
    return form


def move_form(number: int, say: Words) -> ui.Modal:
    """Make the form that asks when the next evening is to be for once."""
    form = new_form(f"weekly:when:{number}", say("appointment.button.move"))
    add_moment(form, "when", say("appointment.form.once"), "", say)
    return form


def season_form(number: int, weeks: int, counted: int, handicap: int, say: Words) -> ui.Modal:
    """Make the form of how long seasons last, and what counts in them."""
    form = new_form(f"weekly:terms:{number}", say("appointment.button.season"))
    lengths = {
        str(n): say("league.form.number", n=n) if n else say("league.form.endless") for n in SEASONS
    }
    add_menu(form, "weeks", say("appointment.form.weeks"), lengths, [str(weeks)])
    best = {
        str(n): say("appointment.form.best", n=n) if n else say("appointment.form.all")
        for n in COUNTED
    }
    add_menu(form, "counted", say("appointment.form.counted"), best, [str(counted)])
    answers = {str(n): say(f"option.{word}") for n, word in enumerate(("no", "yes"))}
    add_menu(form, "handicap", say("appointment.form.handicap"), answers, [str(handicap)])
    return form
