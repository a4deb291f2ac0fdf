"""Evenings through the whole bot: opened, seen again, and as events of their server."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.discord.io import ACTIVE, COMPLETED
from bot.errors import Barred, Busy, Gone, Refused, StageError
from bot.evenings.news import EVENT, EventNews
from bot.evenings.opening_actions import DAYS, Wanted
from bot.evenings.result_layouts import LISTED, Looking, past_layout, past_result_layout
from bot.evenings.rows import EveningPerson, EveningRow, Place
from bot.evenings.rules import BREAK, Total, seconds_of_round
from bot.evenings.standings import EveningTable, Standing
from bot.evenings.store import BoardRow, EveningStore, Past
from bot.match.table.state import tables_of
from bot.match.table.tables import Tables
from bot.preferences.hours import moment_typed, zone_of
from bot.preferences.person import person_settings
from bot.preferences.server import EVERYONE, MODERATORS, Feature, Group, change_of
from bot.store.rows import MatchRow
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts
from tests.evenings.stand import GUILD as SERVER
from tests.evenings.stand import Gathering
from tests.match import finished
from tests.match.rows import SAY, faults, lobby_row, said
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_crowd_evening import settled
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer
from tests.store.samples import ALICE, BOB, GUILD, evening_of

# Who may open an evening, and what its host says about it.


@pytest.fixture
async def held(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as held:
        yield held


async def sets(held: Evening, name: str, value: object) -> None:
    store = held.bot.app.store
    await store.set_settings(server_scope(held.guild.id), change_of(name, value))


def words_of(shown: Any) -> str:
    """Return the words of an answer; none of a form."""
    return "" if shown.modal else texts(shown.response.message)


async def opens(held: Evening, person: Any, **options: object) -> MatchRow | str:
    """Open an evening; return its lobby, or what is answered instead."""
    before = len(await held.bot.app.store.live())
    shown = await person.slash(held.channel, "evening open", **{"game": "cloud_nine"} | options)
    if "begins" in options and "is the time right" in words_of(shown):
        assert len(await held.bot.app.store.live()) == before
        shown = await person.click(shown.response.message, label="Open it")
    live = await held.bot.app.store.live()
    if len(live) == before:
        return private_answer(shown)
    return (await held.table(max(live))).row


async def refused(held: Evening, person: Any, **options: object) -> str:
    answered = await opens(held, person, **options)
    assert isinstance(answered, str)
    return answered


async def test_everyone_who_may_open_tables_or_a_role_or_moderators_alone_and_nobody_if_off(
    held: Evening,
) -> None:
    role, mona = held.guild.create_role("hosts"), moderator(held, held.guild, "Mona")
    dora = held.guild.add_member(held.env.create_user("dora", global_name="Dora"), roles=[role])
    assert isinstance(await opens(held, held["Ada"]), MatchRow)
    await sets(held, "hosts", Group(role=role.id))
    assert f"only <@&{role.id}> and moderators can open" in await refused(held, held["Ada"])
    for person in (dora, mona):
        assert isinstance(await opens(held, person), MatchRow)
    await sets(held, "openers", MODERATORS)
    assert "only moderators can open tables" in await refused(held, dora)
    await sets(held, "openers", EVERYONE)
    await sets(held, "hosts", MODERATORS)
    assert "only moderators can open evenings" in await refused(held, dora)
    assert isinstance(await opens(held, mona), MatchRow)
    await sets(held, "off", (Feature.EVENINGS,))
    assert "turned this off: evenings" in await refused(held, mona)


async def test_rounds_deals_turn_and_time_are_what_was_said(held: Evening) -> None:
    row = await opens(held, held["Ada"], rounds=4, deals=2, turn="90+180", begins="45")
    assert isinstance(row, MatchRow)
    assert (row.terms.rounds, row.terms.clock, row.terms.bank) == (4, 90, 180)
    assert row.options["deals"] == 2
    assert row.deadline == row.terms.begins
    assert row.terms.begins is not None
    assert row.terms.begins - row.created == pytest.approx(45 * 60, abs=5)
    usual = await opens(held, held["Ada"], game="clumond")
    assert isinstance(usual, MatchRow)
    assert (usual.terms.rounds, usual.terms.clock, usual.options["deals"]) == (3, 60, 3)


async def asked(held: Evening, begins: str) -> Any:
    """Let Ada say when an evening begins; gives what comes back: a question, or a form."""
    shown = await held["Ada"].slash(held.channel, "evening open", game="nimbly", begins=begins)
    if "Here is the form" in words_of(shown):
        shown = await held["Ada"].click(shown.response.message, label="Open the form")
    return shown


def filled(form: Any) -> dict[str, str]:
    """Return what stands in a form, by field."""
    fields = [label["component"] for label in form.modal["components"]]
    return {
        field["custom_id"]: field.get("value")
        or next(option["value"] for option in field["options"] if option.get("default"))
        for field in fields
    }


async def test_what_is_understood_is_shown_before_anything_is_posted(held: Evening) -> None:
    store, ada, before = held.bot.app.store, held["Ada"], len(held.channel.history())
    await store.set_setting(person_scope(ada.id), "zone", "Europe/Berlin")
    shown = await asked(held, "morgen 20 Uhr")
    begins = moment_typed("tomorrow 20:00", held.bot.app.clock.now(), zone_of("Europe/Berlin"))
    assert f" evening: <t:{int(begins)}:F>" in texts(shown.response.message)
    assert f"<t:{int(begins)}:R>" in texts(shown.response.message)
    assert shown.response.ephemeral
    assert (await store.live(), len(held.channel.history())) == ([], before)
    await ada.click(shown.response.message, label="Open it")
    row = (await held.table(max(await store.live()))).row
    assert (row.terms.begins, row.game) == (begins, "nimbly")


@pytest.mark.parametrize(
    ("typed", "hour"), [("20:30", "20:30"), ("Saturday 8 pm", "20:00"), ("soon", "soon")]
)
async def test_without_a_zone_or_a_time_a_form_asks_there_and_then(
    held: Evening, typed: str, hour: str
) -> None:
    store, ada = held.bot.app.store, held["Ada"]
    form = await asked(held, typed)
    given = filled(form)
    assert (given["hour"], given["zone"]) == (hour, "America/New York")
    days = form.modal["components"][0]["component"]["options"]
    tomorrow = days[1]["value"]
    assert len(days) == DAYS
    shown = await ada.submit_modal(form, {"day": [tomorrow], "hour": "20h30", "zone": "São Paulo"})
    begins = datetime.fromisoformat(f"{tomorrow} 20:30").replace(
        tzinfo=ZoneInfo("America/Sao_Paulo")
    )
    assert f"<t:{int(begins.timestamp())}:F>" in texts(shown.response.message)
    assert (await person_settings(store, ada.id)).zone == "America/Sao_Paulo"
    assert await store.live() == []
    again = filled(await ada.click(shown.response.message, label="Day and time"))
    assert again["zone"] == "America/Sao Paulo"
    await ada.click(shown.response.message, label="Open it")
    row = (await held.table(max(await store.live()))).row
    assert row.terms.begins == begins.timestamp()


async def test_what_a_form_cannot_mean_is_told_with_the_button_that_asks_again(
    held: Evening,
) -> None:
    ada = held["Ada"]
    form = await asked(held, "20:30")
    day = filled(form)["day"]
    for typed, told in (
        ({"hour": "20:30", "zone": "Atlantis"}, "know the time zone Atlantis"),
        ({"hour": "**soon**", "zone": "Wien"}, r"the time \*\*soon\*\*"),
    ):
        shown = await ada.submit_modal(form, {"day": [day], **typed})
        assert told in texts(shown.response.message)
        form = await ada.click(shown.response.message, label="Day and time")
    assert await held.bot.app.store.live() == []


async def test_what_cannot_be_is_refused_in_the_hosts_words(held: Evening) -> None:
    ada = held["Ada"]
    for begins in ({}, {"begins": "20:30"}):
        told = await refused(held, ada, game="balloon", deals=3, **begins)
        assert "no number of deals" in told
        assert re.search("1.*9", await refused(held, ada, deals=99, **begins))
    with pytest.raises(Refused):
        Wanted.read("nimbly.99..60.")


# Evenings that begin at a time as events of their server.


class Events:
    """A server's events, of which each can be made once; raises what `faults` hold."""

    def __init__(self) -> None:
        self.made: list[Any] = []
        self.moved: list[int] = []
        self.faults: list[StageError | None] = []
        self.is_allowed = True

    def may_announce(self, guild_id: int) -> bool:
        return self.is_allowed and guild_id == SERVER

    async def announce(self, event: Any) -> int:
        self._fail()
        if event not in self.made:
            self.made.append(event)
        self._fail()
        return 77

    async def move(self, guild_id: int, event_id: int, status: int) -> None:
        assert (guild_id, event_id) == (SERVER, 77)
        self._fail()
        self.moved.append(status)

    def _fail(self) -> None:
        if self.faults and (fault := self.faults.pop(0)) is not None:
            raise fault


def news_of(club: Gathering, events: Events) -> EventNews:
    return EventNews(club.parts.store, events, Texts.load(), club.parts.clock)


async def noted(club: Gathering) -> dict[str, str]:
    return await club.parts.store.settings_named(EVENT)


async def announced(club: Gathering, events: Events) -> MatchRow:
    lobby = await club.lobby(4, rounds=2, begins=club.parts.clock.time + 5000)
    await news_of(club, events).opened(lobby)
    return lobby


async def test_it_is_announced_begins_and_ends_with_the_evening(club: Gathering) -> None:
    events = Events()
    lobby = await announced(club, events)
    (event,) = events.made
    assert (event.guild_id, event.begins) == (SERVER, lobby.terms.begins)
    assert event.ends - event.begins == 2 * (seconds_of_round(lobby) + BREAK)
    assert event.name == "Nimbus: Clouds evening"
    assert "2 rounds" in event.about
    assert f"discord.com/channels/{SERVER}/" in event.about
    await news_of(club, events).catch_up()
    assert events.moved == []
    await club.start(lobby)
    for _ in range(2):
        await news_of(club, events).catch_up()
        assert events.moved == [ACTIVE]
    await club.play_rounds(1, 2)
    for _ in range(2):
        await news_of(club, events).catch_up()
        assert events.moved == [ACTIVE, COMPLETED]
    assert await noted(club) == {}
    assert len(events.made) == 1


async def test_a_kill_before_or_after_it_is_made_makes_one(club: Gathering) -> None:
    events = Events()
    events.faults = [Busy("before")]
    await announced(club, events)
    assert (events.made, await noted(club)) == ([], {"evening 1": ""})
    events.faults = [None, Busy("after")]
    await news_of(club, events).catch_up()
    assert await noted(club) == {"evening 1": ""}
    await news_of(club, events).catch_up()
    assert await noted(club) == {"evening 1": "77"}
    assert len(events.made) == 1


async def test_without_the_permission_or_a_time_nothing_is_tried(club: Gathering) -> None:
    events = Events()
    await news_of(club, events).opened(await club.lobby(4, rounds=2))
    events.is_allowed = False
    await announced(club, events)
    assert (events.made, await noted(club)) == ([], {})


async def test_refused_or_deleted_by_somebody_it_is_given_up(club: Gathering) -> None:
    events = Events()
    events.faults = [Barred("50013")]
    lobby = await announced(club, events)
    assert await noted(club) == {}
    await news_of(club, events).opened(lobby)
    await club.start(lobby)
    events.faults = [Gone("10070")]  # Discord lets events begin and end by themselves, too
    await news_of(club, events).catch_up()
    assert await noted(club) == {"evening 1": "77 begun"}
    await club.play_rounds(1, 2)
    events.faults = [Gone("10070")]
    await news_of(club, events).catch_up()
    assert (events.moved, await noted(club)) == ([], {})


async def test_busy_it_is_tried_again_and_one_that_never_began_begins_before_it_ends(
    club: Gathering,
) -> None:
    events = Events()
    lobby = await announced(club, events)
    await club.start(lobby)
    await club.play_rounds(1, 2)
    events.faults = [Busy("503")]
    await news_of(club, events).catch_up()
    assert events.moved == []
    await news_of(club, events).catch_up()
    assert events.moved == [ACTIVE, COMPLETED]


async def test_a_lobby_with_a_time_is_an_event_of_the_server(held: Evening) -> None:
    await held.guild.grant(discord.Permissions(create_events=True))
    row = await opens(held, held["Ada"], rounds=2, begins="45")
    assert isinstance(row, MatchRow)
    guild = held.bot.get_guild(held.guild.id)
    assert guild is not None
    (event,) = await guild.fetch_scheduled_events()
    assert row.terms.begins is not None
    assert event.start_time.timestamp() == row.terms.begins
    assert f"It begins <t:{int(row.terms.begins)}:R>" in texts(held.board())
    assert (event.location, event.status) == ("#table", discord.EventStatus.scheduled)
    assert f"/{held.channel.id}/{held.board().id}" in (event.description or "")
    panel = await held.panel("Ada", held.board())
    await held["Ada"].click(panel, custom_id=f"l:{row.id}:close")
    await held.bot.app.get(EventNews).catch_up()
    assert await guild.fetch_scheduled_events() == []


# The evenings of a server seen again, and what a person's card and page say of them.

ROW = replace(EveningRow(7, 5.0, 3, secret=b"s"), ended=9.0)
BOARD = BoardRow(7, 5, 7, "en", 21, 22, "over")


async def played(held: Evening) -> None:
    """Have Ada and Ben play an evening of one round and one deal."""
    await held["Ada"].slash(held.channel, "evening open", game="cloud_nine", rounds=1, deals=1)
    lobby = held.board()
    await held["Ben"].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    await settled(held)
    for row in await tables_of(held.bot.app.store, "evening 1 1"):
        await finished.play_out(held.bot.app.get(Tables), row.id)
    await settled(held)


async def past_of(held: Evening, name: str) -> Any:
    return (await held[name].slash(held.channel, "evening past")).response.message


async def test_an_evening_is_listed_while_it_goes_on_and_seen_again_when_it_has_ended(
    held: Evening,
) -> None:
    assert "no evening here yet" in texts(await past_of(held, "Cleo"))
    await played(held)
    shown = (await held["Cleo"].slash(held.channel, "evening past")).response
    assert shown.ephemeral
    told = texts(shown.message)
    assert re.search(r"\*\*(Ada|Ben)\*\*.* won with .* points; 2 people played", told)
    (link,) = re.findall(r"/channels/(\d+)/(\d+)/(\d+)\)", told)
    board = next(m for m in held.channel.history() if m.id == int(link[2]))
    assert (int(link[0]), int(link[1])) == (held.guild.id, held.channel.id)
    assert "the result for 2 players" in texts(board)
    seen = await held["Cleo"].select(shown.message, ["1"], custom_id="evenings:see")
    again = seen.response.message
    assert seen.response.ephemeral
    assert all(f"**{name}**" in texts(again) for name in ("Ada", "Ben"))
    assert len(again.attachments) == 1
    assert held.labels(again)[-1] == "All evenings"
    assert "My result" not in held.labels(again)  # Cleo has no result of her own
    back = (await held["Cleo"].click(again, label="All evenings")).response.message
    assert texts(back) == told
    assert not back.attachments
    own = await past_of(held, "Ada")
    own = (await held["Ada"].select(own, ["1"], custom_id="evenings:see")).response.message
    assert held.labels(own)[-2:] == ["My result", "All evenings"]


async def test_places_are_on_the_card_and_page_of_who_played_unless_evenings_are_off(
    held: Evening,
) -> None:
    await played(held)

    async def told(command: str, name: str, **options: Any) -> str:
        shown = await held[name].slash(held.channel, command, **options)
        return texts(shown.response.message)

    assert "**Evenings**\nOne played: you came" in await told("nimbus", "Ada")
    assert re.search(
        "Evenings played: 1.*Best evening: [12](st|nd)",
        await told("stats", "Ben", player=held["Ada"]),
    )
    assert "Evenings" not in await told("stats", "Cleo")
    off = change_of("off", (Feature.EVENINGS,))
    await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
    assert "Evenings" not in await told("nimbus", "Ada")
    assert "Evenings" not in await told("stats", "Ada")
    refused = await held["Ada"].slash(held.channel, "evening past")
    assert "turned this off" in private_answer(refused)


async def test_places_are_of_one_server_or_of_all_the_newest_first(club: Gathering) -> None:
    store = club.parts.store
    kept = EveningStore(store.database)
    for number, guild_id in ((1, GUILD), (2, GUILD + 1), (3, GUILD)):
        people = (EveningPerson(number, who, guild_id, "", "") for who in (ALICE, BOB))
        row = await evening_of(store, number, *people)
        await kept.end_round(row, 9.0, None, (), [Place(ALICE, number, 50.0)])
    await evening_of(store, 4, EveningPerson(4, ALICE, GUILD, "", ""))
    assert await kept.places_of(ALICE, GUILD) == [3, 1]
    assert await kept.places_of(ALICE, None) == [3, 2, 1]
    assert await kept.places_of(BOB, None) == []
    assert [one.evening.id for one in await kept.of_server(GUILD, 2)] == [4, 3]
    (other,) = await kept.of_server(GUILD + 1, 9)
    assert (other.game, other.board.guild_id, len(other.people)) == ("nimbly", GUILD + 1, 2)


def past(number: int, **fields: Any) -> Past:
    row = replace(ROW, id=number, **fields)
    who = [EveningPerson(number, 100 + n, 5, f"P{n}", "", place=n, points=9.0) for n in (1, 2)]
    return Past(row, replace(BOARD, evening_id=number), "nimbly", who)


def test_only_evenings_that_have_ended_can_be_chosen_and_few_have_a_line() -> None:
    shown = past_layout(
        Looking([past(n, ended=None if n == 40 else 9.0) for n in range(40, 16, -1)], 1, str), SAY
    )
    assert faults(shown) == []
    lines = said(shown).splitlines()
    assert "round 1 of 3, 2 people are in" in said(shown)
    assert sum("[open it](https://discord.com/channels/5/21/22)" in one for one in lines) == LISTED
    (menu,) = [part for part in shown.walk_children() if hasattr(part, "options")]
    assert [one.value for one in menu.options] == [str(n) for n in range(39, 16, -1)]
    assert menu.options[0].description == "Won by P1; 2 people played"


def test_a_board_that_never_stood_anywhere_is_not_led_to() -> None:
    one = past(7)
    shown = past_layout(
        Looking([one._replace(board=replace(one.board, message_id=None))], 1, str), SAY
    )
    assert "http" not in said(shown)


def test_all_places_are_told_if_they_fit() -> None:
    def shown(people: int, name: str) -> str:
        totals = [
            Total(n, f"{name}{n}", (Fraction(99 - n),), Fraction(), n) for n in range(1, people + 1)
        ]
        row = replace(lobby_row("Ada"), game="nimbly")
        standing = Standing(ROW, [EveningTable(row, 1)], totals=totals)
        layout = past_result_layout(Looking([past(7)], 1, str), standing, [], [], SAY)
        assert faults(layout) == []
        return said(layout)

    assert "**P96**" in shown(96, "P")
    long = shown(96, "A name of thirty characters, or ")
    assert "and 76 more" in long
