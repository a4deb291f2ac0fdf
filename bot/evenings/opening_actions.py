"""Opening an evening, planning one, and challenging another server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from bot.discord.names import clean_name, escape
from bot.discord.press import Ack, Press
from bot.errors import Refused
from bot.evenings.meetings import Meetings
from bot.evenings.news import EventNews
from bot.evenings.plan_layouts import (
    TYPED_LENGTH,
    asking_id,
    offer_layout,
    plan_form,
    plan_layout,
    unread_layout,
)
from bot.evenings.rows import read_code
from bot.evenings.when import moment_typed
from bot.match.lobby.options_layouts import typed_options
from bot.match.lobby.play_actions import Opening, open_lobby, opening
from bot.match.show.panels import Panels
from bot.match.table.crowd import MOST_ROUNDS, read_option
from bot.match.table.state import seat_of
from bot.preferences.hours import NO_ZONE, ZONE_LENGTH, zone_of, zone_shown, zone_typed
from bot.preferences.person import person_settings, set_person
from bot.preferences.terms import CLOCK, agreed
from bot.presenters import PRESENTERS
from bot.store.rows import MatchId, MatchRow
from engine.games import GAMES

# Opening an evening: its lobby, to which a whole server may come.

TURNS = ("60", "30+120", "90+180", "180", "600")
"""What a turn may take in an evening, the usual first: nobody lets a whole club wait for ever."""

MANY_DEALS = 5
"""A round of a game with more deals than this is cut to a short one."""


class Wanted(NamedTuple):
    """The evening that somebody asks for; `against` another server or not."""

    game: str
    rounds: int
    deals: int | None
    turn: str
    against: bool = False

    def __str__(self) -> str:
        """Spell it as it stands in a custom id."""
        against = "against" if self.against else ""
        return f"{self.game}.{self.rounds}.{self.deals or ''}.{self.turn}.{against}"

    @classmethod
    def read(cls, text: str) -> Wanted:
        """Read what stands in a custom id. Raises Refused for what nobody can choose.

        >>> Wanted.read("nimbly.3..30+120.against")
        Wanted(game='nimbly', rounds=3, deals=None, turn='30+120', against=True)
        """
        game, rounds, deals, turn, against = text.split(".")
        if int(rounds) not in range(1, MOST_ROUNDS + 1) or turn not in TURNS:
            raise Refused("refused.malformed")
        return cls(game, int(rounds), int(deals) if deals else None, turn, bool(against))

    def options(self) -> dict[str, object]:
        """Return the options of a round: so many deals, or not too many. Raises Refused."""
        if self.game not in GAMES:
            raise Refused("refused.no_game")
        return _deals(self.game, self.deals)


PLAN = r"[a-z0-9_]{1,40}\.[0-9]{1,2}\.[0-9]{0,4}\.[0-9+]{1,9}\.(?:against)?"
"""How `Wanted` is spelt."""


async def open_evening(press: Press, wanted: Wanted, begins: float | None = None) -> None:
    """Open the lobby of an evening, which `begins` at a moment or when told. Raises Refused."""
    await opened_evening(press, wanted, begins)


async def opened_evening(press: Press, wanted: Wanted, begins: float | None) -> MatchRow:
    """Open the lobby of an evening; return it.

    Raises Refused, before anything is announced to all.
    """
    opened = await hosting(press)
    options = wanted.options()
    terms = replace(
        agreed(opened.terms, {CLOCK.key: wanted.turn}), rounds=wanted.rounds,
        begins=begins, against="" if wanted.against else None,
    )  # fmt: skip
    return await gather(press, wanted.game, Opening(opened.at, terms), options)


async def gather(
    press: Press, game: str, opened: Opening, options: Mapping[str, object]
) -> MatchRow:
    """Open the lobby of an evening and announce it; return it."""

    def prepared(row: MatchRow) -> MatchRow:
        return replace(row, options={**row.options, **options})

    row = await open_lobby(press, game, opened, prepared)
    await press.app.get(EventNews).opened(row)
    return row


async def hosting(press: Press) -> Opening:
    """Return where this person may open evenings, and on which terms. Raises Refused."""
    at, terms = await opening(press)
    group = (await press.server_settings(at.guild_id)).hosts
    if not press.belongs_to(group):
        key = "refused.hosts" if group.role is None else "refused.hosts_role"
        raise Refused(key, role=f"<@&{group.role}>")
    return Opening(at, terms)


def _deals(game: str, deals: int | None) -> dict[str, object]:
    """Return the options of a round: so many deals, or not too many. Raises Refused."""
    option = next((one for one in GAMES[game].info.options if one.key == "deals"), None)
    if deals is not None:
        if option is None:
            raise Refused("refused.evening_deals", game=f"game.{game}")
        return {option.key: read_option(game, option, str(deals))}
    first = PRESENTERS[game].first_game
    usual = None if option is None else option.default
    if first is not None and isinstance(usual, int) and usual > MANY_DEALS:
        return {first[0]: first[1]}
    return {}


# Challenging another server to an evening, and accepting that there.


async def challenge(press: Press, wanted: Wanted, begins: float | None = None) -> None:
    """Open the lobby of an evening, and give its host the code for another server.

    Raises Refused.
    """
    row = await opened_evening(press, wanted, begins)
    code = await press.app.get(Meetings).offer(row, await _server_name(press))
    await press.private(press.say("evening.challenge", code=code))


async def show_offer(press: Press, typed: str) -> None:
    """Show a host what another server offers. Raises Refused."""
    at = (await hosting(press)).at
    offer = await press.app.get(Meetings).offered(read_code(typed), at.guild_id or 0)
    shown = await press.answer(view=offer_layout(offer, press.say))
    press.app.get(Panels).note_answer(press.interaction, shown.id, offer.home.id)


async def accept(press: Press, code: str) -> None:
    """Open a lobby with what was offered, against that of the other server. Raises Refused."""
    meetings, (at, _) = press.app.get(Meetings), await hosting(press)
    offer = await meetings.offered(read_code(code), at.guild_id or 0)
    home = offer.home
    if seat_of(home, press.user_id) is not None:
        raise Refused("refused.challenge_seat", club=escape(offer.name))
    terms = replace(home.terms, against=None)
    row = await gather(press, home.game, Opening(at, terms), home.options)
    await meetings.accept(offer, row, await _server_name(press))
    if press.interaction.message is not None:
        await press.app.get(Panels).put_away(press.interaction.message.id)


async def _server_name(press: Press) -> str:
    """Return how the server that is pressed in is called."""
    name = await press.app.io.server_name(press.guild.id)
    return clean_name(name or press.say("hand.somewhere"))


# Opening an evening that begins at a time: what is understood is shown before it is posted.

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
