"""Forms: menus, and a day, a time and where the clock is, as people type them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from discord import ui

from bot.discord.names import escape
from bot.discord.press import Press
from bot.errors import Refused
from bot.preferences.hours import (
    NO_ZONE,
    ZONE_LENGTH,
    Weekly,
    moment_typed,
    spelt_time,
    zone_of,
    zone_shown,
    zone_typed,
)
from bot.preferences.person import person_settings, set_person
from render.api import Words

TYPED_LENGTH = 40
"""How many characters of a day and time may be typed."""


def new_form(custom_id: str, title: str) -> ui.Modal:
    """Make a form without any field yet."""
    return ui.Modal(title=title, custom_id=custom_id, timeout=60)


def add_menu(
    form: ui.Modal, key: str, text: str, choices: Mapping[str, str], chosen: Collection[str], *,
    most: int = 1,
) -> None:  # fmt: skip
    """Add a menu to a form: labels by their values, of which some are chosen."""
    field: ui.Select[Any] = ui.Select(custom_id=key, max_values=most)
    for value, label in choices.items():
        field.add_option(label=label, value=value, default=value in chosen)
    form.add_item(ui.Label(text=text, component=field))


def add_moment(form: ui.Modal, key: str, text: str, value: str, say: Words) -> None:
    """Add the field of a day and time, in which a `value` stands."""
    field: ui.TextInput[Any] = ui.TextInput(custom_id=key, default=value, max_length=TYPED_LENGTH)
    form.add_item(ui.Label(text=text, description=say("about.evening.hour"), component=field))


def add_zone(form: ui.Modal, zone: str, say: Words) -> None:
    """Add the field of a time zone."""
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="zone", default=zone_shown(zone), max_length=ZONE_LENGTH
    )
    text, about = say("preferences.form.zone"), say("preferences.about.zone")
    form.add_item(ui.Label(text=text, description=about, component=field))


def add_week(form: ui.Modal, text: str, time: Weekly, day: str, say: Words) -> None:
    """Add the fields of a time of every week; `day` is how its day is called."""
    add_moment(form, "when", text, f"{day} {spelt_time(time.minute)}", say)
    add_zone(form, time.zone, say)


# What was typed into them.


async def usual_zone(press: Press) -> str:
    """Return the zone that stands in a form: the person's, or else one of their language."""
    zone = (await person_settings(press.app.store, press.user_id)).zone
    return zone_typed(press.say("evening.form.zone")) if zone == NO_ZONE else zone


async def typed_zone(press: Press, typed: str) -> str:
    """Return the zone that is typed, which is the person's from then on. Raises Refused."""
    place = typed[:ZONE_LENGTH]
    try:
        zone = await asyncio.to_thread(zone_typed, place)
    except ValueError:
        raise Refused("refused.evening_zone", typed=escape(place)) from None
    await set_person(press.app.store, press.user_id, zone=zone)
    return zone


def typed_moment(press: Press, typed: str, zone: str, day: date | None = None) -> float:
    """Return the moment that is typed, of a `day` if one is given. Raises Refused."""
    text = typed[:TYPED_LENGTH]
    try:
        return moment_typed(text, press.app.clock.now(), zone_of(zone), day)
    except ValueError:
        raise Refused("refused.evening_when", typed=escape(text)) from None
