"""What people press about weekly evenings: the season, and for hosts setting, moving and ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.discord.forms import typed_moment, typed_zone, usual_zone
from bot.discord.io import named
from bot.discord.parts import Pictures, jump_link, lines_alone, moment
from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.appointment_layouts import (
    Shown,
    appointment_layout,
    asked_layout,
    move_form,
    none_layout,
    paint_of_season,
    season_form,
    title_of,
    unread_layout,
    weekly_form,
)
from bot.evenings.appointment_service import Appointments
from bot.evenings.news import AppointmentNews, EventNews
from bot.evenings.opening_actions import hosting, is_keeper
from bot.evenings.rows import COUNTED, SEASONS, TURNS, Appointment, read_plan
from bot.evenings.store import EveningStore
from bot.match.acts.moderation import write_deed
from bot.match.lobby.options_layouts import typed_options
from bot.match.show.stage import theme_for
from bot.preferences.hours import NO_ZONE, Weekly
from bot.store.rows import Location, MatchId
from engine.games import GAMES

NEW = Appointment(
    id=0,
    guild_id=0,
    channel_id=0,
    locale="",
    games=next(iter(GAMES)),
    rounds=3,
    turn=TURNS[0],
    weekday=3,
    minute=20 * 60 + 30,
    zone=NO_ZONE,
    next_at=0.0,
)
"""What the form of a new one begins with: Thursday at half past eight."""


async def show_appointment(press: Press, number: int | None = None) -> None:
    """Show a person a weekly evening of this server, the first or one, or how there can be one."""
    app = press.app
    found = await EveningStore(app.store.database).appointments(press.guild.id)
    manages = await _may_keep(press)
    one = next((one for one in found if number in (None, one.id)), None)
    if one is None:
        await press.answer(view=none_layout(press.say, manages=manages), attachments=[])
        return
    lines, link = await app.get(Appointments).season(one), ""
    pictures: Pictures = []
    row = await app.store.match(MatchId(one.lobby_id or 0))
    if row is not None:
        link = jump_link(row, (await app.store.publication(row.id)).board_message)
    if lines:
        theme = await theme_for(app.store, one.guild_id, press.user_id)
        paint = partial(paint_of_season, one, lines, press.say, theme)
        pictures = [(f"season-{one.id}.png", await app.painter.paint(paint))]
    others = [each for each in found if each is not one]
    can_show = app.io.can_show(one.guild_id, one.channel_id)
    shown = Shown(one, link, lines, others, manages, can_show)
    view = appointment_layout(shown, pictures, press.say)
    await press.answer(view=view, attachments=named(pictures))


async def _may_keep(press: Press) -> bool:
    try:
        await _keeping(press)
    except Refused:
        return False
    return True


async def _keeping(press: Press) -> Location:
    """Return where a keeper of weekly evenings has one: a channel for games. Raises Refused."""
    at = (await hosting(press)).at
    if not await is_keeper(press):
        raise Refused("refused.keepers")
    return at


async def _own(press: Press, number: int) -> Appointment:
    """Return a weekly evening that this person may look after. Raises Refused."""
    await _keeping(press)
    return await press.app.get(Appointments).of(number, press.guild.id)


async def ask_new(press: Press) -> None:
    """Open the form of a new weekly evening."""
    await _open_form(press, replace(NEW, zone=await usual_zone(press)))


async def ask_change(press: Press, weekly: str) -> None:
    """Open the form of a weekly evening with what it is. Raises Refused."""
    await _open_form(press, read_plan(weekly))


async def _open_form(press: Press, one: Appointment) -> None:
    day = press.app.texts.day_of_week(press.locale, one.weekday)
    await press.open(weekly_form(one, day, press.say), again=f"weekly:set:{one.plan}")


async def set_up(press: Press, number: int) -> None:
    """Take in the form: make a weekly evening, or change one. Raises Refused."""
    at = await _keeping(press)
    typed = typed_options(press.fields.get("components"))
    try:
        games, rounds, turn = typed["games"], int(typed["rounds"]), typed["turn"]
        text, place = typed["when"], typed["zone"]
    except (KeyError, ValueError):
        raise Refused("refused.malformed") from None
    one = read_plan(replace(NEW, id=number, games=games, rounds=rounds, turn=turn).plan)
    try:
        one = replace(one, zone=await typed_zone(press, place))
        when = _moment(press, text, one.zone)
    except Refused as unread:
        told = press.say(unread.key, **unread.values)
        await press.answer(view=unread_layout(one, told, press.say))
        return
    weekday, minute, _ = Weekly.of(when, one.zone)
    one = replace(
        one, guild_id=press.guild.id, channel_id=at.channel_id, locale=await press.locale_of_all(),
        weekday=weekday, minute=minute, next_at=when, since=press.app.clock.now(),
    )  # fmt: skip
    one = await press.app.get(Appointments).set(one)
    await _done(press, one, "set", when)


def _moment(press: Press, text: str, zone: str) -> float:
    """Return the moment that is typed, to the minute. Raises Refused."""
    when = typed_moment(press, text, zone)
    return when - when % 60


async def skip(press: Press, number: int) -> None:
    """Leave out the next evening. Raises Refused."""
    one = await _own(press, number)
    await _done(press, one, "skip", await press.app.get(Appointments).skip(one))


async def ask_move(press: Press, number: int) -> None:
    """Open the form that asks for another time of the next evening."""
    await press.open(move_form(number, press.say))


async def move(press: Press, number: int) -> None:
    """Move the next evening for once. Raises Refused."""
    one = await _own(press, number)
    typed = typed_options(press.fields.get("components")).get("when", "")
    when = _moment(press, typed, one.zone)
    if (row := await press.app.get(Appointments).move(one, when)) is not None:
        await press.app.get(EventNews).moved(row)
    await _done(press, one, "move", when)


async def ask_season(press: Press, number: int, weeks: int, counted: int, handicap: int) -> None:
    """Open the form of a season."""
    await press.open(season_form(number, weeks, counted, handicap, press.say))


async def set_season(press: Press, number: int) -> None:
    """Set how long seasons last, and what counts. Raises Refused."""
    one, typed = await _own(press, number), typed_options(press.fields.get("components"))
    weeks, counted = _one_of(typed, "weeks", SEASONS), _one_of(typed, "counted", COUNTED)
    handicap = bool(_one_of(typed, "handicap", (0, 1)))
    values = {"weeks": weeks, "counted": counted, "handicap": handicap}
    await EveningStore(press.app.store.database).change_appointment(one.id, values)
    await _done(press, one, "season", one.next_at)


def _one_of(typed: Mapping[str, str], key: str, numbers: tuple[int, ...]) -> int:
    value = typed.get(key, "")
    if not value.isdecimal() or int(value) not in numbers:
        raise Refused("refused.malformed")
    return int(value)


async def ask_end(press: Press, number: int) -> None:
    """Ask whether a weekly evening is to end. Raises Refused."""
    await press.answer(view=asked_layout(await _own(press, number), press.say), attachments=[])


async def end(press: Press, number: int) -> None:
    """End a weekly evening. Raises Refused."""
    one = await _own(press, number)
    await press.app.get(Appointments).end(one)
    await _done(press, one, "end", one.next_at)


async def _done(press: Press, one: Appointment, deed: str, when: float) -> None:
    """Tell a host what they did, and the moderators' channel."""
    await press.app.get(AppointmentNews).catch_up()
    said = {"when": moment(when, "F"), "channel": f"<#{one.channel_id}>"}
    written = await write_deed(
        press, f"audit.appointment.{deed}", one.channel_id,
        lambda say: {"title": title_of(one, say), **said},
    )  # fmt: skip
    done = press.say(f"appointment.done.{deed}", title=title_of(one, press.say), **said)
    await press.answer(view=lines_alone(done, written), attachments=[])
