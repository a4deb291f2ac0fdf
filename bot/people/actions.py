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
from bot.people import layouts
from bot.preferences.hours import ZONE_LENGTH, QuietHours, read_time, zone_typed
from bot.preferences.person import CallMoment, Place, person_settings, set_person
from bot.preferences.server import Look

T = TypeVar("T")


async def preferences(press: Press, part: str = layouts.ALL, *, in_words_now: bool = False) -> None:
    """Show what is set, in a group or in all of them.

    First of all it says that it is in words now, to who has just chosen that.
    """
    app, texts = press.app, press.app.texts
    settings = await person_settings(app.store, press.user_id)
    languages = {language: texts.name(language) for language in texts.locales}
    shown = layouts.Shown(settings, app.clock.now(), languages, press.say)
    if part == layouts.ALL:
        await press.answer(view=layouts.preferences_layout(shown))
    else:
        await press.answer(view=layouts.group_layout(part, shown, in_words_now=in_words_now))


async def set_place(press: Press) -> None:
    """Take in where the person is called. Raises Refused."""
    await _set(press, layouts.PINGS, place=_chosen(press, Place))


async def set_moment(press: Press) -> None:
    """Take in how soon the person is called. Raises Refused."""
    await _set(press, layouts.PINGS, moment=_chosen(press, CallMoment))


async def set_look(press: Press) -> None:
    """Take in how the person plays: with pictures of which look, or in words. Raises Refused."""
    if press.first_choice == layouts.IN_WORDS:
        await _set(press, layouts.LOOK, in_words_now=True, by_ear=True)
        return
    look = None if press.first_choice == layouts.USUAL else _chosen(press, Look)
    await _set(press, layouts.LOOK, by_ear=False, look=look)


async def set_language(press: Press) -> None:
    """Take in the language of what the person alone reads. Raises Refused."""
    chosen = press.first_choice
    if chosen not in (layouts.USUAL, *press.app.texts.locales):
        raise Refused("refused.malformed")
    await _set(press, layouts.TIME, language=None if chosen == layouts.USUAL else chosen)


async def set_learns(press: Press, switch: str) -> None:  # noqa: ARG001 - of old buttons
    """Show what is set, to who presses a button of hours that no longer count."""
    await preferences(press)


async def set_invited(press: Press, switch: str) -> None:
    """Let invitations call the person, or not."""
    await _set(press, layouts.PINGS, invitations=switch == "on")


async def set_wishes(press: Press, part: str = layouts.ALL) -> None:
    """Take in all that a person wants of what stands in a group's menu, once in one for all.

    Raises Refused.
    """
    wishes = layouts.WISHES.get(part) or [
        name for names in layouts.WISHES.values() for name in names
    ]
    chosen: object = press.fields.get("values")
    if not isinstance(chosen, list) or not all(one in wishes for one in chosen):
        raise Refused("refused.malformed")
    await _set(press, part, **{name: name in chosen for name in wishes})


async def set_named(press: Press, switch: str) -> None:
    """Show the person's name outside the servers it is known in, or a number."""
    change = show_name if switch == "on" else hide_name
    await change(press.app.store, press.user_id)
    await preferences(press, layouts.LOOK)


async def set_vacation(press: Press) -> None:
    """Let the person be off for a number of days, or be back. Raises Refused."""
    if press.first_choice not in map(str, (0, *layouts.DAYS)):
        raise Refused("refused.malformed")
    await press.app.get(Vacations).take(press.user_id, int(press.first_choice))
    await preferences(press, layouts.TIME)
    await press.app.get(Publisher).recall(press.user_id)


async def open_quiet(press: Press) -> None:
    """Open the form of quiet hours."""
    settings = await person_settings(press.app.store, press.user_id)
    await press.open(layouts.quiet_form(settings, press.say))


async def set_quiet(press: Press) -> None:
    """Take in the form of quiet hours. Raises Refused for what it cannot mean."""
    typed = typed_options(press.fields.get("components"))
    try:
        start, end, place = typed["from"], typed["until"], typed["zone"][:ZONE_LENGTH]
        hours = None if start == layouts.NONE else (read_time(start), read_time(end))
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
        await _set(press, layouts.TIME, quiet=quiet)
        raise Refused("refused.no_zone", typed=place) from None
    await _set(press, layouts.TIME, quiet=quiet, zone=zone)


def _chosen(press: Press, kind: Callable[[str], T]) -> T:
    """Read the value chosen from a menu. Raises Refused for none that was offered."""
    try:
        return kind(press.first_choice)
    except ValueError:
        raise Refused("refused.malformed") from None


async def _set(press: Press, part: str, *, in_words_now: bool = False, **changes: object) -> None:
    """Store what was changed, show what is set now in a group, and the tables accordingly."""
    await set_person(press.app.store, press.user_id, **changes)
    await press.learn_language()
    await preferences(press, part, in_words_now=in_words_now)
    await press.app.get(Publisher).recall(press.user_id)
