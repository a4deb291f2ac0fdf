"""Opening an evening that begins at a time: what is understood is shown before it is posted."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta

from bot.discord.names import escape
from bot.discord.press import Ack, Press
from bot.errors import Refused
from bot.evenings.challenge_actions import challenge
from bot.evenings.open_actions import Wanted, hosting, open_evening
from bot.evenings.plan_layout import (
    TYPED_LENGTH,
    asking_id,
    plan_form,
    plan_layout,
    unread_layout,
)
from bot.evenings.when import moment_typed
from bot.match.lobby.options_layout import typed_options
from bot.match.show.panels import Panels
from bot.preferences.hours import NO_ZONE, ZONE_LENGTH, zone_of, zone_shown, zone_typed
from bot.preferences.person import person_settings, set_person
from bot.store.rows import MatchId

DAYS = 25
"""How many days the form offers, from today: as many as a menu holds."""

FARTHEST = "Etc/GMT-14"
"""The time zone whose clocks are the farthest ahead."""

NO_TABLE = MatchId(0)
"""Stands for the table of an evening that nobody has opened yet."""


async def ask(press: Press, wanted: Wanted, typed: str) -> None:
    """Show whoever opens an evening when it would begin; where that is not clear, ask by a form.

    Raises Refused.
    """
    await hosting(press)
    wanted.options()
    zone, now = await _zone(press), press.app.clock.now()
    try:
        when = moment_typed(typed, now, zone_of(zone))
        # Without a zone only what is the same everywhere is clear: so many minutes.
        is_clear = zone != NO_ZONE or when == moment_typed(typed, now, zone_of(FARTHEST))
    except ValueError:
        when, is_clear = now, False
    if is_clear:
        await _show(press, wanted, when, typed)
    else:
        await _open_form(press, wanted, typed)


async def ask_again(press: Press, plan: str, typed: str) -> None:
    """Open the form of day, hour and time zone. Raises Refused."""
    await _open_form(press, Wanted.read(plan), typed)


async def take_in(press: Press, plan: str) -> None:
    """Take in the form; keep the time zone, and show what the time is. Raises Refused."""
    wanted, typed = Wanted.read(plan), typed_options(press.fields.get("components"))
    try:
        day, hour = date.fromisoformat(typed["day"]), typed["hour"][:TYPED_LENGTH]
        place = typed["zone"][:ZONE_LENGTH]
    except (KeyError, ValueError):
        raise Refused("refused.malformed") from None
    try:
        zone = await asyncio.to_thread(zone_typed, place)
    except ValueError:
        told = press.say("refused.evening_zone", typed=escape(place))
        await _answer(press, unread_layout(plan, hour, told, press.say))
        return
    await set_person(press.app.store, press.user_id, zone=zone)
    try:
        when = moment_typed(hour, press.app.clock.now(), zone_of(zone), day)
    except ValueError:
        told = press.say("refused.evening_when", typed=escape(hour))
        await _answer(press, unread_layout(plan, hour, told, press.say))
        return
    await _show(press, wanted, when, hour)


async def open_planned(press: Press, plan: str, moment: int) -> None:
    """Open the lobby of an evening that begins at a moment, for everybody. Raises Refused."""
    if moment <= press.app.clock.now():
        raise Refused("refused.evening_past")
    wanted = Wanted.read(plan)
    await (challenge if wanted.against else open_evening)(press, wanted, float(moment))
    if press.interaction.message is not None:
        await press.app.get(Panels).put_away(press.interaction.message.id)


async def _show(press: Press, wanted: Wanted, when: float, typed: str) -> None:
    await _answer(press, plan_layout(str(wanted), wanted.game, when, typed, press.say))


async def _answer(press: Press, view: object) -> None:
    await press.acknowledge(Ack.PRIVATE)
    shown = await press.answer(view=view)
    press.app.get(Panels).note_answer(press.interaction, shown.id, NO_TABLE)


async def _open_form(press: Press, wanted: Wanted, typed: str) -> None:
    say, now, zone = press.say, press.app.clock.now(), await _zone(press)
    if zone == NO_ZONE:
        zone = zone_typed(say("evening.form.zone"))
    today = datetime.fromtimestamp(now, zone_of(zone))
    day, hour = today.date(), typed[:TYPED_LENGTH]
    try:
        meant = datetime.fromtimestamp(moment_typed(typed, now, zone_of(zone)), zone_of(zone))
        day, hour = meant.date(), f"{meant:%H:%M}"
    except ValueError:
        pass
    days = [today.date() + timedelta(days=number) for number in range(DAYS)]
    labels = {one.isoformat(): press.app.texts.weekday(press.locale, one) for one in days}
    shown = zone_shown(zone)
    form = plan_form(str(wanted), labels, day.isoformat(), hour, shown, say)
    await press.open(form, again=asking_id(str(wanted), typed))


async def _zone(press: Press) -> str:
    return (await person_settings(press.app.store, press.user_id)).zone
