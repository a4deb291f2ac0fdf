"""A person's settings for all their tables, in a private answer, and the form of quiet hours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from discord import ui

from bot.discord.forms import add_menu, add_zone, new_form
from bot.discord.parts import Button, Menu, button, container, menu, rows
from bot.preferences.hours import DAY, QuietHours, local_time, spelt_time, zone_shown
from bot.preferences.person import AT_ONCE, REMINDER, CallMoment, PersonSettings, Place
from bot.preferences.server import Look
from bot.texts import by_ear, parted
from render.api import Words

NONE = "none"
"""Stands for no quiet hours in the form."""

USUAL_QUIET = QuietHours(22 * 60, 7 * 60)
"""What the form shows of who has none, in minutes of the day."""

USUAL = "usual"
"""Stands for no choice of one's own in a menu."""

IN_WORDS = "words"
"""Stands for no pictures at all in the menu of their looks."""

DAYS = (1, 2, 3, 5, 7, 10, 14)
"""How many days off are offered."""

LOOK, PINGS, HELP, TIME = GROUPS = ("look", "pings", "help", "time")
"""What a person sets, in groups of which each has a page."""

ALL = "all"
"""The page that leads to all groups."""

WISHES = {
    LOOK: ("large",),
    PINGS: (REMINDER, "league_reminder"),
    HELP: ("coach", "confirms", "mistakes"),
}
"""Settings of a person that are a yes or no, and stand in one menu of their group."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a person has set, `now`; `languages` are those to choose from, each named in itself."""

    settings: PersonSettings
    now: float
    languages: Mapping[str, str]
    say: Words


def preferences_layout(shown: Shown) -> ui.LayoutView:
    """Lay out all groups: what is set in each, in a line, and the button that opens it."""
    say = shown.say
    lines = [
        say("preferences.group", name=_name(group, say), told=parted(told(shown), say))
        for group, (told, _) in _PAGES.items()
    ]
    opening = (button(f"me:open:{group}", _name(group, say)) for group in GROUPS)
    return container(
        ui.TextDisplay(say("preferences.title")), ui.TextDisplay("\n".join(lines)), *rows(opening)
    )


def group_layout(group: str, shown: Shown, *, in_words_now: bool = False) -> ui.LayoutView:
    """Lay out a group, one of GROUPS: the menus and buttons that change it, and the way back.

    `in_words_now` is for who has just chosen that.
    """
    say, (_, parts) = shown.say, _PAGES[group]
    return container(
        *([ui.TextDisplay(say("preferences.words_now"))] if in_words_now else []),
        ui.TextDisplay(f"### {_name(group, say)}"),
        *parts(shown),
        *rows([button(f"me:open:{ALL}", say("page.button.back"))]),
    )


def _name(group: str, say: Words) -> str:
    return say("home.button.help" if group == HELP else f"preferences.group.{group}")


def _told_look(shown: Shown) -> list[str]:
    settings, say = shown.settings, shown.say
    look = say(f"preferences.look.{_present_look(settings)}")
    return [look, *_told_wishes(LOOK, settings, say)]


def _told_pings(shown: Shown) -> list[str]:
    settings, say = shown.settings, shown.say
    told = [say(f"preferences.place.{settings.place}")]
    if settings.place is not Place.NOWHERE:
        told.append(say(f"preferences.moment.{settings.moment}"))
    return [*told, *_told_wishes(PINGS, settings, say)]


def _told_help(shown: Shown) -> list[str]:
    told = _told_wishes(HELP, shown.settings, shown.say)
    return told or [shown.say("preferences.wishes.help")]


def _told_wishes(group: str, settings: PersonSettings, say: Words) -> list[str]:
    wished = (name for name in WISHES[group] if getattr(settings, name))
    return [say(f"preferences.wishes.{name}") for name in wished]


def _told_time(shown: Shown) -> list[str]:
    settings, say, told = shown.settings, shown.say, _quiet(shown.settings, shown.now, shown.say)
    lines = told.replace("**", "").splitlines()
    if settings.vacation_days.until(shown.now) is not None:
        lines.append(_vacation(settings, shown.now, say).replace("**", "").splitlines()[0])
    name = shown.languages.get(settings.language or "")
    usual = say("preferences.language.usual")
    return [*lines, say("preferences.language", name=name) if name else usual]


def _look_parts(shown: Shown) -> list[ui.Item[Any]]:
    settings, say = shown.settings, shown.say
    return [
        ui.ActionRow(_looks(settings, say)),
        ui.ActionRow(_wishes(LOOK, settings, say)),
        *_switch("named", _named(settings, say), say, is_on=settings.number is None),
    ]


def _ping_parts(shown: Shown) -> list[ui.Item[Any]]:
    settings, say = shown.settings, shown.say
    turn: list[ui.Item[Any]] = [
        ui.TextDisplay(say("preferences.turn")),
        ui.ActionRow(_choices("me:place", Place, settings.place, say)),
    ]
    if settings.place is not Place.NOWHERE:
        turn.append(ui.ActionRow(_choices("me:moment", CallMoment, settings.moment, say)))
    told = say("preferences.invited.on" if settings.invitations else "preferences.invited.off")
    invited = _switch("invited", told, say, is_on=settings.invitations)
    seeking = rows([button("seek", say("seek.button"))])
    return [*turn, *invited, ui.ActionRow(_wishes(PINGS, settings, say)), *seeking]


def _help_parts(shown: Shown) -> list[ui.Item[Any]]:
    return [ui.ActionRow(_wishes(HELP, shown.settings, shown.say))]


def _time_parts(shown: Shown) -> list[ui.Item[Any]]:
    settings, now, say = shown.settings, shown.now, shown.say
    changing = button("me:quiet", say("preferences.button.quiet"))
    parts: list[ui.Item[Any]] = [
        *_changed(_quiet(settings, now, say), changing, say),
        ui.TextDisplay(_vacation(settings, now, say)),
        ui.ActionRow(_days(settings, now, say)),
    ]
    if len(shown.languages) > 1:
        parts.append(ui.ActionRow(_languages(settings, shown.languages, say)))
    return parts


_PAGES = {
    LOOK: (_told_look, _look_parts),
    PINGS: (_told_pings, _ping_parts),
    HELP: (_told_help, _help_parts),
    TIME: (_told_time, _time_parts),
}
"""What a group has set, in words, and what is on its page."""


def _changed(text: str, changing: Button, say: Words) -> Sequence[ui.Item[Any]]:
    """Say how something is set, and beside it, or in words below, the button that changes it."""
    if by_ear(say):
        return ui.TextDisplay(text), *rows([changing])
    return (ui.Section(ui.TextDisplay(text), accessory=changing),)


def _switch(name: str, text: str, say: Words, *, is_on: bool) -> Sequence[ui.Item[Any]]:
    """Say how something is set, with the button that turns it on or off."""
    to = "off" if is_on else "on"
    changing = button(f"me:{name}:{to}", say(f"preferences.button.{name}_{to}"))
    return _changed(text, changing, say)


def _named(settings: PersonSettings, say: Words) -> str:
    """Say how this person is named elsewhere."""
    if settings.number is None:
        return say("preferences.named.on")
    player = say("elsewhere.player", number=str(settings.number))
    return say("preferences.named.off", player=player)


def _wishes(group: str, settings: PersonSettings, say: Words) -> Menu:
    """Offer what a person may want or not in a group, any number of it."""
    labels = {name: say(f"preferences.wishes.{name}") for name in WISHES[group]}
    wished = [name for name in labels if getattr(settings, name)]
    asked = say(f"preferences.wishes.{group}")
    return menu(f"me:wishes:{group}", asked, labels, wished, any_number=True)


def _looks(settings: PersonSettings, say: Words) -> Menu:
    """Offer how this person plays: the looks of pictures that they alone see, or in words."""
    labels = {str(value): say(f"preferences.look.{value}") for value in (IN_WORDS, USUAL, *Look)}
    return menu("me:look", say("preferences.look.choose"), labels, [_present_look(settings)])


def _present_look(settings: PersonSettings) -> str:
    return IN_WORDS if settings.by_ear else settings.look or USUAL


def _languages(settings: PersonSettings, languages: Mapping[str, str], say: Words) -> Menu:
    """Offer the languages of what this person alone reads, and that of Discord."""
    labels = {USUAL: say("preferences.language.usual")}
    labels |= {key: say("preferences.language", name=name) for key, name in languages.items()}
    asked = say("preferences.language.choose")
    return menu("me:language", asked, labels, [settings.language or USUAL])


def _vacation(settings: PersonSettings, now: float, say: Words) -> str:
    until = settings.vacation_days.until(now)
    if until is None:
        return say("preferences.here", n=settings.vacation_days.left(now))
    return say("preferences.off", when=f"<t:{int(until)}:f>")


def _days(settings: PersonSettings, now: float, say: Words) -> Menu:
    """Offer as many days off as the person may take; who is off can be back."""
    most = min(AT_ONCE, settings.vacation_days.left(now))
    is_off = settings.vacation_days.until(now) is not None
    labels = {"0": say("preferences.days.back")} if is_off else {}
    labels |= {str(days): say("preferences.days", n=days) for days in DAYS if days <= most}
    labels = labels or {"0": say("preferences.days.none")}
    return menu("me:days", say("preferences.days.choose"), labels)


def quiet_form(settings: PersonSettings, say: Words) -> ui.Modal:
    """Make the form of quiet hours: from, until, and the time zone of both."""
    form = new_form("me:form", say("preferences.form.quiet"))
    quiet = settings.quiet or USUAL_QUIET
    first = {NONE: say("preferences.no_quiet")} | _hours(quiet.start)
    start = spelt_time(quiet.start) if settings.quiet else NONE
    add_menu(form, "from", say("preferences.form.from"), first, [start])
    until = say("preferences.form.until")
    add_menu(form, "until", until, _hours(quiet.end), [spelt_time(quiet.end)])
    add_zone(form, settings.zone, say)
    return form


def _hours(present: int) -> dict[str, str]:
    """Offer every full hour, in the place of one the present time."""
    hours = (present if at == present // 60 * 60 else at for at in range(0, DAY, 60))
    return {time: time for time in map(spelt_time, hours)}


def _choices(custom_id: str, offered: type[StrEnum], present: StrEnum, say: Words) -> Menu:
    """Offer every value of a setting, the present one chosen."""
    name = custom_id.partition(":")[2]
    choices = menu(custom_id, say(f"preferences.{name}.choose"))
    for value in offered:
        choices.add_option(
            label=say(f"preferences.{name}.{value}"),
            description=say(f"about.preferences.{name}.{value}"),
            value=value.value,
            default=value is present,
        )
    return choices


def _quiet(settings: PersonSettings, now: float, say: Words) -> str:
    quiet, zone = settings.quiet, settings.zone
    hours = say("preferences.quiet_none")
    if quiet is not None:
        hours = say("preferences.quiet", start=spelt_time(quiet.start), end=spelt_time(quiet.end))
    told = say("preferences.zone", zone=zone_shown(zone), time=local_time(now, zone))
    return f"{hours}\n{told}"
