"""An evening every week: people sign up, it begins by itself, and a season adds up."""

from __future__ import annotations

import logging
import random
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.evenings.rows import AHEAD, SOON, WEEK, Appointment
from bot.evenings.store import EveningStore
from bot.match.table.state import tables_of
from bot.preferences.person import Place, set_person
from bot.preferences.server import EVERYONE, Group, change_of
from bot.privacy.service import Erasing
from bot.store.rows import Presence, Status
from bot.store.settings import server_scope
from bot.texts import aloud
from tests.sim.evening import Evening, evening, more, play_unseen, texts
from tests.sim.test_by_ear_evening import is_heard
from tests.sim.test_locations import MODERATOR
from tests.sim.test_pressing import private_answer

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Eve")
ZONE = "Europe/Berlin"


async def settled(held: Evening) -> None:
    for _ in range(2):
        await held.env.settle()


async def stored(held: Evening) -> Appointment:
    (one,) = await EveningStore(held.bot.app.store.database).appointments()
    return one


async def set_up(held: Evening, when: str, games: tuple[str, ...] = ("nimbly",)) -> str:
    """Let Ada, a moderator, set up a weekly evening; return what she is told."""
    role = held.guild.create_role("moderators", permissions=MODERATOR)
    held.guild.add_member(held["Ada"].user, roles=[role])
    shown = await held["Ada"].slash(held.channel, "evening weekly")
    form = await held["Ada"].click(shown.response.message, label="New weekly evening")
    filled = {"when": when, "zone": "Berlin", "games": [*games], "rounds": ["1"], "turn": ["600"]}
    return texts((await held["Ada"].submit_modal(form, filled)).response.message)


async def signing_up(held: Evening) -> Appointment:
    """Let Ada set up a weekly evening, for which people can sign up then."""
    await set_up(held, "20:30")
    await settled(held)
    return await stored(held)


async def seated(held: Evening) -> set[str]:
    """Return who sits at the tables of the first evening."""
    tables = await tables_of(held.bot.app.store, "evening 1 1")
    return {m.name for table in tables for m in table.members if m.user_id is not None}


async def until(held: Evening, moment: float, seconds: float = 31.0) -> None:
    """Go to a moment at once, while the bot is away: days have thousands of half minutes.

    The bot has so many seconds then.
    """
    held.env.time.now = max(held.env.time.now, moment)
    await held.restart()
    await held.env.advance_time(seconds)
    await settled(held)


async def play_evening(held: Evening) -> None:
    """Play the only round of the newest evening out."""
    newest = max(await EveningStore(held.bot.app.store.database).to_do(0.0))
    for row in await tables_of(held.bot.app.store, f"evening {newest} 1"):
        await play_unseen(held, random.Random(row.id), lambda _: False, row.id)
    await settled(held)


def newest(held: Evening, label: str) -> Any:
    """Return the newest message in the channel with a button."""
    found = [one for one in held.channel.history() if label in held.labels(one)]
    return found[-1]


async def sign_up(held: Evening, *names: str) -> Any:
    """Let people say that they come; return the message in which they do, as it was before."""
    lobby = newest(held, "Not this time")
    for name in names:
        await held[name].click(lobby, label="I'm in")
    return lobby


async def test_people_sign_up_are_reminded_and_it_begins_by_itself(held: Evening) -> None:
    told = await set_up(held, "20:30")
    assert "Weekly evening: Nimbly" in told
    one = await stored(held)
    assert (one.zone, one.minute, one.rounds) == (ZONE, 20 * 60 + 30, 1)
    await settled(held)
    lobby = await sign_up(held, *PEOPLE[:3])
    assert "house player starts for you" in private_answer(
        await held["Dora"].click(lobby, label="I'll be late")
    )
    await held["Eve"].click(lobby, label="I'm in")
    await held["Eve"].click(lobby, label="Not this time")
    await settled(held)
    shown = texts(newest(held, "Not this time"))
    assert "**3 are coming:** **Ada**, **Ben**, **Cleo**" in shown
    assert "**Coming late:** **Dora**" in shown
    await until(held, one.next_at - SOON)
    reminders = [m for m in held.channel.history() if "begins <t:" in texts(m)]
    called = [held[name].user.id for name in PEOPLE[:4]]
    assert [texts(reminders[0]).count(f"<@{user_id}>") for user_id in called] == [1] * 4
    await until(held, one.next_at)
    row = (await held.table()).row
    assert row.status is Status.PLAYING
    tables = await tables_of(held.bot.app.store, row.series)
    late = [m.presence for table in tables for m in table.members if m.name == "Dora"]
    assert late == [Presence.LATE]
    assert "A house player fills in for **Dora**" in texts(newest(held, "More…"))
    assert (await stored(held)).next_at == one.next_at + WEEK
    assert not [m for m in held.channel.history() if "begins <t:" in texts(m)]


async def test_who_is_taken_out_before_they_came_finds_no_seat(held: Evening) -> None:
    one = await signing_up(held)
    lobby = newest(held, "Not this time")
    for name in PEOPLE[:3]:
        await held[name].click(lobby, label="I'm in")
    await held["Dora"].click(lobby, label="I'll be late")
    await until(held, one.next_at)
    live = newest(held, "Host options")
    panel = (await held["Ada"].click(live, label="Host options")).response.message
    dora = await held["Ada"].select(panel, [held["Dora"].user], custom_id="evening:1:person")
    await held["Ada"].click(dora.response.message, label="Remove")
    await settled(held)
    tables = await tables_of(held.bot.app.store, "evening 1 1")
    late = [m.presence for table in tables for m in table.members if m.name == "Dora"]
    assert late == [Presence.REMOVED]


async def test_who_keeps_weekly_evenings_directs_them(held: Evening) -> None:
    await signing_up(held)
    lobby = await sign_up(held, *PEOPLE[:4])
    assert "<@0>" not in texts(await more(held["Ben"], lobby))
    await until(held, (await stored(held)).next_at)
    live, role = newest(held, "Host options"), held.guild.create_role("hosts")
    refused = await held["Ben"].click(live, label="Host options")
    assert "Only moderators can do that." in private_answer(refused)
    held.guild.add_member(held["Ben"].user, roles=[role])
    hosts = change_of("hosts", Group(role=role.id))
    await held.bot.app.store.set_settings(server_scope(held.guild.id), hosts)
    directed = await held["Ben"].click(live, label="Host options")
    assert "what the host can do" in texts(directed.response.message)
    weekly = (await held["Ben"].slash(held.channel, "evening weekly")).response
    assert "Skip the next one" in held.labels(weekly.message)
    hosts = change_of("hosts", EVERYONE)
    await held.bot.app.store.set_settings(server_scope(held.guild.id), hosts)
    refused = await held["Ben"].click(weekly.message, label="Skip the next one")
    assert "Weekly evenings are up to moderators" in private_answer(refused)
    weekly = (await held["Ben"].slash(held.channel, "evening weekly")).response
    assert held.labels(weekly.message) == []


async def test_who_begins_early_gives_no_seat_to_who_has_left(held: Evening) -> None:
    opened = await held["Ada"].slash(
        held.channel, "evening open", game="nimbly", rounds=1, begins="120"
    )
    await held["Ada"].click(opened.response.message, label="Open it")
    lobby = newest(held, "Join")
    for name in PEOPLE[1:]:
        await held[name].click(lobby, label="Join")
    held.env.remove_member(held.guild, held["Ben"])
    await held["Ada"].click(lobby, label="Start")
    await settled(held)
    assert await seated(held) == {"Ada", "Cleo", "Dora", "Eve"}


async def test_a_week_with_too_few_is_left_out_and_the_next_one_comes(held: Evening) -> None:
    await set_up(held, "20:30", ("nimbly", "cloud_nine"))
    one = await stored(held)
    await settled(held)
    lobby = await sign_up(held, *PEOPLE[:3])
    assert "if at least 4 people come" in texts(lobby)
    await until(held, one.next_at)
    assert (await held.table()).row.status is Status.CLOSED
    after = await stored(held)
    assert (after.next_at, after.lobby_id) == (one.next_at + WEEK, None)
    assert after.game == "cloud_nine"
    await until(held, after.next_at - AHEAD)
    assert (await held.table(2)).row.game == "cloud_nine"


async def test_a_season_adds_up_ends_by_date_and_begins_anew(held: Evening) -> None:
    await set_up(held, "20:30")
    panel = (await held["Ada"].slash(held.channel, "evening weekly")).response.message
    form = await held["Ada"].click(panel, label="Season")
    given = {"weeks": ["4"], "counted": ["3"], "handicap": ["1"]}
    await held["Ada"].submit_modal(form, given)
    one = await stored(held)
    assert (one.weeks, one.counted, one.handicap) == (4, 3, True)
    came = tuple[str, ...]()
    for week in range(4):
        await until(held, one.next_at - AHEAD)
        # Who came the last time is asked.
        row = (await held.table((await stored(held)).lobby_id or 0)).row
        assert {*row.door.invited} == {held[name].user.id for name in came}
        came = PEOPLE[1:] if week else PEOPLE[:4]
        lobby = await sign_up(held, *came)
        if week:
            assert await told_last(held) in texts(lobby)
        else:
            assert "Last time" not in texts(lobby)
        await until(held, one.next_at)
        await play_evening(held)
        one = await stored(held)
        shown = await held["Ada"].slash(held.channel, "evening weekly")
        assert f"evenings {week + 1}," in str(shown.response.message.attachments[0].description)
        assert "Skip the next one" in held.labels(shown.response.message)
    await until(held, one.next_at - AHEAD)
    assert (await stored(held)).season == 2
    assert [m for m in held.channel.history() if "season 1 is over" in texts(m)]
    anew = (await held["Ben"].slash(held.channel, "evening weekly")).response.message
    assert not anew.attachments  # its table is empty


async def told_last(held: Evening) -> str:
    """Return how the message in which people sign up tells of the last evening."""
    played = await EveningStore(held.bot.app.store.database).of_season(1, 0.0)
    places = sorted((one.place or 0, f"<@{one.user_id}>") for one in played[-1].people)
    told = [[name for at, name in places if at in of] for of in ((1,), (2, 3))]
    assert len(told[0]) == 1, "the seed has another winner: tell of two"
    names = " and ".join(told[1])
    return f"Last time: {told[0][0]}" + (f", ahead of {names}" if names else "")


async def test_whom_no_direct_message_reaches_is_called_beside_the_others(held: Evening) -> None:
    await held.guild.grant(discord.Permissions(create_events=True))
    one = await signing_up(held)
    await sign_up(held, *PEOPLE[:3])
    for name in ("Ben", "Cleo"):
        await set_person(held.bot.app.store, held[name].user.id, place=Place.DM)
    held.env.sandbox.faults.closed_dms.add(held["Ben"].user.id)
    guild = held.bot.get_guild(held.guild.id)
    assert guild is not None
    (event,) = await guild.fetch_scheduled_events()
    assert event.start_time.timestamp() == one.next_at
    await until(held, one.next_at - SOON)
    (reminder,) = [m for m in held.channel.history() if "begins <t:" in texts(m)]
    ids = [held[name].user.id for name in PEOPLE[:3]]
    assert [f"<@{user_id}>" in texts(reminder) for user_id in ids] == [True, True, False]
    assert "The **Nimbly** evening begins" in texts(held.hand("Cleo"))


async def test_where_the_bot_may_not_write_nobody_signs_up_until_it_may(held: Evening) -> None:
    await signing_up(held)
    first = newest(held, "Not this time").id
    shown = (await held["Ada"].slash(held.channel, "evening weekly")).response
    await held["Ada"].click(shown.message, label="Skip the next one")
    one = await stored(held)
    held.env.rule(held.channel.id, discord.PermissionOverwrite(send_messages=False))
    await until(held, one.next_at - AHEAD)
    assert (await stored(held)).lobby_id is None
    held.env.rule(held.channel.id, discord.PermissionOverwrite(send_messages=True))
    await held.env.settle()
    await held.env.advance_time(31.0)
    await settled(held)
    assert newest(held, "Not this time").id != first
    await held.env.delete_channel(held.channel)
    await until(held, one.next_at + WEEK)
    after = await stored(held)
    assert (after.next_at, after.lobby_id) == (one.next_at + 2 * WEEK, None)
    elsewhere = held.guild.create_text_channel("elsewhere")
    await held.env.settle()
    shown = (await held["Ada"].slash(elsewhere, "evening weekly")).response.message
    assert f"I can't write in <#{held.channel.id}>, so nobody can sign up" in texts(shown)


async def test_who_is_forgotten_leaves_the_sign_up_to_others(held: Evening) -> None:
    await signing_up(held)
    await sign_up(held, "Ben")
    await held.bot.app.get(Erasing).erase(held["Ben"].user.id, "Someone")
    row = (await held.table()).row
    assert (row.status, row.members) == (Status.LOBBY, ())


async def test_a_host_skips_moves_and_ends_it(held: Evening) -> None:
    one = await signing_up(held)
    await sign_up(held, "Ben")

    async def press(label: str) -> Any:
        shown = (await held["Ada"].slash(held.channel, "evening weekly")).response
        return await held["Ada"].click(shown.message, label=label)

    moved = await held["Ada"].submit_modal(await press("Move the next one"), {"when": "22:00"})
    later = (await stored(held)).next_at
    assert later == one.next_at + timedelta(minutes=90).total_seconds()
    assert f"<t:{int(later)}:F>" in texts(moved.response.message)
    row = (await held.table()).row
    assert (row.terms.begins, len(row.members)) == (later, 1)
    await press("Skip the next one")
    assert (await held.table()).row.status is Status.CLOSED
    assert (await stored(held)).next_at == one.next_at + WEEK
    asked = (await press("End the weekly evening")).response.message
    await held["Ada"].click(asked, label="End the weekly evening")
    assert not await EveningStore(held.bot.app.store.database).appointments()


async def test_one_that_was_moved_forward_is_the_only_one_of_its_week(held: Evening) -> None:
    await set_up(held, "tomorrow 20:30")
    one = await stored(held)
    await settled(held)
    shown = (await held["Ada"].slash(held.channel, "evening weekly")).response
    form = await held["Ada"].click(shown.message, label="Move the next one")
    await held["Ada"].submit_modal(form, {"when": "today 20:30"})
    assert (await stored(held)).next_at == one.next_at - 86400
    await until(held, one.next_at - 86400)  # nobody has signed up
    assert (await stored(held)).next_at == one.next_at + WEEK


async def test_who_finds_no_place_waits_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.table.seats.MOST_WITH_ROUNDS", 4)
    async with evening(tmp_path, PEOPLE) as held:
        one = await signing_up(held)
        lobby = await sign_up(held, *PEOPLE)
        await settled(held)
        assert "**Waiting list:** **Eve**" in texts(newest(held, "Not this time"))
        await held["Ben"].click(lobby, label="Not this time")
        await until(held, one.next_at)
        assert await seated(held) == {"Ada", "Cleo", "Dora", "Eve"}


async def test_who_has_left_the_server_is_given_no_seat_and_nobody_waits_for_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.table.seats.MOST_WITH_ROUNDS", 4)
    async with evening(tmp_path, PEOPLE) as held:
        one = await signing_up(held)
        await sign_up(held, *PEOPLE)
        held.env.remove_member(held.guild, held["Ben"])
        unheard = f"/guilds/{held.guild.id}/members/{held['Dora'].user.id}"
        held.env.inject_error("GET", unheard, status=503, times=None)
        await until(held, one.next_at)
        assert await seated(held) == {"Ada", "Cleo", "Dora", "Eve"}


async def events(held: Evening) -> list[float]:
    """Return when the events of the server begin."""
    guild = held.bot.get_guild(held.guild.id)
    assert guild is not None
    return [one.start_time.timestamp() for one in await guild.fetch_scheduled_events()]


async def test_without_the_permission_there_is_no_event_until_it_is_given(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")

    def told_of_events() -> int:
        return sum(" event" in line for line in caplog.messages)

    async with evening(tmp_path, PEOPLE) as held:
        begins = (await signing_up(held)).next_at
        await held.env.advance_time(300.0)
        assert (await events(held), told_of_events()) == ([], 0)
        # Discord may refuse what the roles of the server promise: that is said once.
        await held.guild.grant(discord.Permissions(create_events=True))
        held.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013)
        for week, (there, lines) in enumerate((([], 1), ([begins + 2 * WEEK], 1)), start=1):
            await until(held, begins + week * WEEK - AHEAD)
            await held.env.advance_time(300.0)
            assert "Not this time" in held.labels(newest(held, "Not this time"))
            assert (await events(held), told_of_events()) == (there, lines)


async def test_who_plays_in_words_is_told_all_of_a_weekly_evening_in_words(held: Evening) -> None:
    one, ben = await signing_up(held), held["Ben"]
    await set_person(held.bot.app.store, ben.user.id, by_ear=True, place=Place.DM)
    lobby = await sign_up(held, *PEOPLE[:4])
    shown = (await ben.click(lobby, label="Season standings")).response
    assert is_heard(shown.message)
    assert "None of this season's evenings has been played yet." in texts(shown.message)
    late = private_answer(await ben.click(lobby, label="I'll be late"))
    assert "a house player starts for you" in late
    assert late == aloud(late)
    await until(held, one.next_at - SOON)
    assert is_heard(held.hand("Ben"))
    assert "The **Nimbly** evening begins" in texts(held.hand("Ben"))
    await until(held, one.next_at)
    await ben.click(newest(held, "My hand"), label="My hand")
    await play_evening(held)
    own = (await ben.click(newest(held, "My result"), label="My result")).response
    assert is_heard(own.message)
    assert "you made **" in texts(own.message)
    heard = (await ben.slash(held.channel, "evening weekly")).response
    assert is_heard(heard.message)
    for name in PEOPLE[:4]:
        assert re.search(rf"{name}: [\d.]+ points, evenings 1, average", texts(heard.message))
    assert is_heard((await ben.slash(held.channel, "evening past")).response.message)
