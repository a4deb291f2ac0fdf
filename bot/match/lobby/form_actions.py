"""Moments and time zones that somebody has typed into a form."""

from __future__ import annotations

import asyncio
from datetime import date

from bot.discord.names import escape
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.form_layouts import TYPED_LENGTH
from bot.preferences.hours import NO_ZONE, ZONE_LENGTH, moment_typed, zone_of, zone_typed
from bot.preferences.person import person_settings, set_person


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
