"""Opening an evening, planning one for a time that its host types, and challenging a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from bot.discord.forms import TYPED_LENGTH, typed_moment, typed_zone, usual_zone
from bot.discord.names import clean_name, escape
from bot.discord.press import Ack, Need, Press
from bot.errors import Refused
from bot.evenings import layouts
from bot.evenings.meetings import Meetings
from bot.evenings.news import EventNews
from bot.evenings.rows import TURNS, read_code
from bot.evenings.rules import options_of_round
from bot.match.lobby.options_layouts import typed_options
from bot.match.lobby.play_actions import Opening, open_lobby, opening
from bot.match.show.panels import Panels
from bot.match.table.seats import MOST_ROUNDS
from bot.match.table.state import seat_of
from bot.preferences.hours import NO_ZONE, moment_typed, zone_of
from bot.preferences.person import person_settings
from bot.preferences.server import Feature
from bot.preferences.terms import CLOCK, agreed
from bot.store.rows import MatchId, MatchRow
from engine.games import GAMES

# Opening an evening: its lobby, to which a whole server may come.

HOSTING = (Feature.EVENINGS, Need.SERVER)
"""What whoever opens an evening needs."""


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
        return options_of_round(self.game, self.deals)


PLAN = r"[a-z0-9_]{1,40}\.[0-9]{1,2}\.[0-9]{0,4}\.[0-9+]{1,9}\.(?:against)?"
"""How `Wanted` is spelt."""


async def open_evening(press: Press, wanted: Wanted, begins: float | None = None) -> MatchRow:
    """Open the lobby of an evening, which `begins` at a moment or when told; return it.

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


async def is_keeper(press: Press) -> bool:
    """Return whether a person keeps weekly evenings: a moderator, or of the role of its hosts."""
    role = (await press.server_settings(press.guild.id)).hosts.role
    return press.is_moderator or role in press.roles


# Challenging another server to an evening, and accepting that there.


async def challenge(press: Press, wanted: Wanted, begins: float | None = None) -> None:
    """Open the lobby of an evening, and give its host the code for another server.

    Raises Refused.
    """
    row = await open_evening(press, wanted, begins)
    code = await press.app.get(Meetings).offer(row, await _server_name(press))
    await press.private(press.say("evening.challenge", code=code))


async def show_offer(press: Press, typed: str) -> None:
    """Show a host what another server offers. Raises Refused."""
    at = (await hosting(press)).at
    offer = await press.app.get(Meetings).offered(read_code(typed), at.guild_id or 0)
    shown = await press.answer(view=layouts.offer_layout(offer, press.say))
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
    zone = (await person_settings(press.app.store, press.user_id)).zone
    now = press.app.clock.now()
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
        day, hour = date.fromisoformat(typed["day"]), typed["hour"]
        place = typed["zone"]
    except (KeyError, ValueError):
        raise Refused("refused.malformed") from None
    try:
        when = typed_moment(press, hour, await typed_zone(press, place), day)
    except Refused as unread:
        told = press.say(unread.key, **unread.values)
        await _answer(press, layouts.unread_layout(plan, hour, told, press.say))
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
    await _answer(press, layouts.plan_layout(str(wanted), wanted.game, when, typed, press.say))


async def _answer(press: Press, view: object) -> None:
    await press.acknowledge(Ack.PRIVATE)
    shown = await press.answer(view=view)
    press.app.get(Panels).note_answer(press.interaction, shown.id, NO_TABLE)


async def _open_form(press: Press, wanted: Wanted, typed: str) -> None:
    say, now, zone = press.say, press.app.clock.now(), await usual_zone(press)
    today = datetime.fromtimestamp(now, zone_of(zone))
    day, hour = today.date(), typed[:TYPED_LENGTH]
    try:
        meant = datetime.fromtimestamp(moment_typed(typed, now, zone_of(zone)), zone_of(zone))
        day, hour = meant.date(), f"{meant:%H:%M}"
    except ValueError:
        pass
    days = [today.date() + timedelta(days=number) for number in range(DAYS)]
    labels = {one.isoformat(): press.app.texts.weekday(press.locale, one) for one in days}
    form = layouts.plan_form(str(wanted), labels, day.isoformat(), hour, zone, say)
    await press.open(form, again=layouts.asking_id(str(wanted), typed))
