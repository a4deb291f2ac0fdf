"""A person's settings for all their tables, in a private answer, and the form of quiet hours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from bot.discord.parts import Button, Menu, button, container, menu, rows
from bot.preferences.hours import (
    DAY,
    ZONE_LENGTH,
    local_time,
    spelt_time,
    zone_shown,
)
from bot.preferences.person import AT_ONCE, REMINDER, CallMoment, PersonSettings, Place
from bot.preferences.server import Look
from bot.texts import by_ear
from render.api import Words

NONE = "none"
"""Stands for no quiet hours in the form."""

USUAL = "usual"
"""Stands for no choice of one's own in a menu."""

IN_WORDS = "words"
"""Stands for no pictures at all in the menu of their looks."""

DAYS = (1, 2, 3, 5, 7, 10, 14)
"""How many days off are offered."""

WISHES = (REMINDER, "coach", "confirms", "large")
"""Settings of a person that are a yes or no, and stand in one menu."""


def preferences_layout(
    settings: PersonSettings,
    now: float,
    languages: Mapping[str, str],
    say: Words,
    *,
    in_words_now: bool = False,
) -> ui.LayoutView:
    """Lay out what is set, with the menus and buttons that change it.

    `in_words_now` is for who has just chosen that.
    `languages` are the names of those to choose from, each in itself.
    """
    parts: list[ui.Item[Any]] = [
        *([ui.TextDisplay(say("preferences.words_now"))] if in_words_now else []),
        ui.TextDisplay(say("preferences.title")),
        ui.ActionRow(_looks(settings, say)),
        ui.TextDisplay(say("preferences.turn")),
        ui.ActionRow(_choices("me:place", Place, settings.place, say)),
    ]
    if settings.place is not Place.NOWHERE:
        parts.append(ui.ActionRow(_choices("me:moment", CallMoment, settings.moment, say)))
    parts += [
        *_changed(
            _quiet(settings, now, say), button("me:quiet", say("preferences.button.quiet")), say
        ),
        *_state_switch("invited", say, is_on=settings.invitations),
        *_switch("named", _named(settings, say), say, is_on=settings.number is None),
        ui.TextDisplay(_vacation(settings, now, say)),
        ui.ActionRow(_days(settings, now, say)),
        ui.ActionRow(_wishes(settings, say)),
    ]
    if len(languages) > 1:
        parts.append(ui.ActionRow(_languages(settings, languages, say)))
    return container(*parts)


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


def _state_switch(name: str, say: Words, *, is_on: bool) -> Sequence[ui.Item[Any]]:
    """Say whether something is on, with the button that changes it."""
    now = "on" if is_on else "off"
    return _switch(name, say(f"preferences.{name}.{now}"), say, is_on=is_on)


def _named(settings: PersonSettings, say: Words) -> str:
    """Say how this person is named elsewhere."""
    if settings.number is None:
        return say("preferences.named.on")
    player = say("elsewhere.player", number=str(settings.number))
    return say("preferences.named.off", player=player)


def _wishes(settings: PersonSettings, say: Words) -> Menu:
    """Offer what a person may want or not, any number of it."""
    choices = menu("me:wishes", say("preferences.wishes.choose"))
    choices.min_values, choices.max_values = 0, len(WISHES)
    for name in WISHES:
        label = say(f"preferences.wishes.{name}")
        choices.add_option(label=label, value=name, default=bool(getattr(settings, name)))
    return choices


def _looks(settings: PersonSettings, say: Words) -> Menu:
    """Offer how this person plays: the looks of pictures that they alone see, or in words."""
    choices = menu("me:look", say("preferences.look.choose"))
    present = IN_WORDS if settings.by_ear else settings.look or USUAL
    for value in (IN_WORDS, USUAL, *Look):
        label = say(f"preferences.look.{value}")
        choices.add_option(label=label, value=value, default=value == present)
    return choices


def _languages(settings: PersonSettings, languages: Mapping[str, str], say: Words) -> Menu:
    """Offer the languages of what this person alone reads, and that of Discord."""
    choices, present = menu("me:language", say("preferences.language.choose")), settings.language
    choices.add_option(label=say("preferences.language.usual"), value=USUAL, default=not present)
    for value, name in languages.items():
        label = say("preferences.language", name=name)
        choices.add_option(label=label, value=value, default=value == present)
    return choices


def _vacation(settings: PersonSettings, now: float, say: Words) -> str:
    until = settings.vacation_days.until(now)
    if until is None:
        return say("preferences.here", n=settings.vacation_days.left(now))
    return say("preferences.off", when=f"<t:{int(until)}:f>")


def _days(settings: PersonSettings, now: float, say: Words) -> Menu:
    """Offer as many days off as the person may take; who is off can be back."""
    most = min(AT_ONCE, settings.vacation_days.left(now))
    choices = menu("me:days", say("preferences.days.choose"))
    if settings.vacation_days.until(now) is not None:
        choices.add_option(label=say("preferences.days.back"), value="0")
    for days in DAYS:
        if days <= most:
            choices.add_option(label=say("preferences.days", n=days), value=str(days))
    if not choices.options:
        choices.add_option(label=say("preferences.days.none"), value="0")
    return choices


def quiet_form(settings: PersonSettings, say: Words) -> ui.Modal:
    """Make the form of quiet hours: from, until, and the time zone of both."""
    form = ui.Modal(title=say("preferences.form.quiet"), custom_id="me:form", timeout=60)
    start = settings.quiet.start if settings.quiet else None
    end = settings.quiet.end if settings.quiet else None
    first = _hours("from", 22 * 60 if start is None else start)
    first.options.insert(
        0,
        discord.SelectOption(label=say("preferences.no_quiet"), value=NONE, default=start is None),
    )
    if start is None:
        for option in first.options[1:]:
            option.default = False
    until = _hours("until", 7 * 60 if end is None else end)
    zone: ui.TextInput[Any] = ui.TextInput(
        custom_id="zone", default=zone_shown(settings.zone), max_length=ZONE_LENGTH
    )
    form.add_item(ui.Label(text=say("preferences.form.from"), component=first))
    form.add_item(ui.Label(text=say("preferences.form.until"), component=until))
    form.add_item(
        ui.Label(
            text=say("preferences.form.zone"),
            description=say("preferences.about.zone"),
            component=zone,
        )
    )
    return form


def _hours(key: str, present: int) -> ui.Select[Any]:
    """Offer every full hour, and the present time if it is none."""
    select: ui.Select[Any] = ui.Select(custom_id=key)
    for minute in range(0, DAY, 60):
        is_present = minute == present // 60 * 60
        time = spelt_time(present if is_present else minute)
        select.add_option(label=time, value=time, default=is_present)
    return select


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
