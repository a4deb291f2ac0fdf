"""A person's settings for all their tables: shown to them alone, and changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.clock.clocks import Vacations
from bot.match.lobby.options_layouts import typed_options
from bot.match.show.publisher import Publisher
from bot.match.table.names import hide_name, show_name
from bot.people.layouts import (
    DAYS,
    IN_WORDS,
    NONE,
    USUAL,
    WISHES,
    preferences_layout,
    quiet_form,
)
from bot.preferences.hours import ZONE_LENGTH, QuietHours, read_time, zone_typed
from bot.preferences.person import CallMoment, Place, person_settings, set_person
from bot.preferences.server import Look

T = TypeVar("T")


async def preferences(press: Press, *, in_words_now: bool = False) -> None:
    """Show what is set; first of all, that it is in words now, to who has just chosen that."""
    app, now = press.app, press.app.clock.now()
    settings = await person_settings(app.store, press.user_id)
    texts = press.app.texts
    languages = {language: texts.name(language) for language in texts.locales}
    shown = preferences_layout(settings, now, languages, press.say, in_words_now=in_words_now)
    await press.answer(view=shown)


async def set_place(press: Press) -> None:
    """Take in where the person is called. Raises Refused."""
    await _set(press, place=_chosen(press, Place))


async def set_moment(press: Press) -> None:
    """Take in how soon the person is called. Raises Refused."""
    await _set(press, moment=_chosen(press, CallMoment))


async def set_look(press: Press) -> None:
    """Take in how the person plays: with pictures of which look, or in words. Raises Refused."""
    if press.chosen == IN_WORDS:
        await _set(press, in_words_now=True, by_ear=True)
        return
    look = None if press.chosen == USUAL else _chosen(press, Look)
    await _set(press, by_ear=False, look=look)


async def set_language(press: Press) -> None:
    """Take in the language of what the person alone reads. Raises Refused."""
    if press.chosen not in (USUAL, *press.app.texts.locales):
        raise Refused("refused.malformed")
    await _set(press, language=None if press.chosen == USUAL else press.chosen)


async def set_learns(press: Press, switch: str) -> None:  # noqa: ARG001 - of old buttons
    """Show what is set, to who presses a button of hours that no longer count."""
    await preferences(press)


async def set_invited(press: Press, switch: str) -> None:
    """Let invitations call the person, or not."""
    await _set(press, invitations=switch == "on")


async def set_wishes(press: Press) -> None:
    """Take in all that a person wants of what stands in one menu. Raises Refused."""
    chosen: object = press.fields.get("values")
    if not isinstance(chosen, list) or not all(one in WISHES for one in chosen):
        raise Refused("refused.malformed")
    await _set(press, **{name: name in chosen for name in WISHES})


async def set_named(press: Press, switch: str) -> None:
    """Show the person's name outside the servers it is known in, or a number."""
    change = show_name if switch == "on" else hide_name
    await change(press.app.store, press.user_id)
    await preferences(press)


async def set_vacation(press: Press) -> None:
    """Let the person be off for a number of days, or be back. Raises Refused."""
    if press.chosen not in map(str, (0, *DAYS)):
        raise Refused("refused.malformed")
    await press.app.get(Vacations).take(press.user_id, int(press.chosen))
    await preferences(press)
    await press.app.get(Publisher).recall(press.user_id)


async def open_quiet(press: Press) -> None:
    """Open the form of quiet hours."""
    settings = await person_settings(press.app.store, press.user_id)
    await press.open(quiet_form(settings, press.say))


async def set_quiet(press: Press) -> None:
    """Take in the form of quiet hours. Raises Refused for what it cannot mean."""
    typed = typed_options(press.fields.get("components"))
    try:
        start, end, place = typed["from"], typed["until"], typed["zone"][:ZONE_LENGTH]
        hours = None if start == NONE else (read_time(start), read_time(end))
    except (KeyError, ValueError):
        raise Refused("refused.malformed") from None
    if hours is not None and hours[0] == hours[1]:
        raise Refused("refused.quiet_all_day")
    quiet = hours and QuietHours(*hours)
    try:
        # The list of zones is read from the disk when it is asked for first.
        zone = await asyncio.to_thread(zone_typed, place)
    except ValueError:
        # The hours hold all the same, so that nobody has to choose them again.
        await _set(press, quiet=quiet)
        raise Refused("refused.no_zone", typed=place) from None
    await _set(press, quiet=quiet, zone=zone)


def _chosen(press: Press, kind: Callable[[str], T]) -> T:
    """Read the value chosen from a menu. Raises Refused for none that was offered."""
    try:
        return kind(press.chosen)
    except ValueError:
        raise Refused("refused.malformed") from None


async def _set(press: Press, *, in_words_now: bool = False, **changes: object) -> None:
    """Store what was changed, show what is set now, and the person's tables accordingly."""
    await set_person(press.app.store, press.user_id, **changes)
    await press.learn_language()
    await preferences(press, in_words_now=in_words_now)
    await press.app.get(Publisher).recall(press.user_id)
