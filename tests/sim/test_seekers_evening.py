"""Calls when a table opens: who asked for them is called in turn, and nobody else hears of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.match.calls.notices import Notices
from bot.preferences.hours import QuietHours
from bot.preferences.person import set_person
from bot.preferences.server import Feature, change_of
from bot.seekers.news import FIRST_CALL, TURN, SeekerNews
from bot.seekers.store import HOUR, THRICE, Seeker, SeekerStore
from bot.store.doors import Doors
from bot.store.settings import server_scope
from sandbox.faults import RequestFault
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_pressing import private_answer

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Eve")


async def ask(held: Evening, name: str, *games: str) -> Any:
    """Let somebody choose games in /preferences; return the page."""
    shown = (await held[name].slash(held.channel, "preferences")).response
    await held[name].click(shown.message, label="Pings")
    await held[name].click(shown.message, label="Ping me when a table opens")
    assert shown.ephemeral
    await held[name].select(shown.message, [*games], custom_id="seek:games")
    return shown.message


async def wait(held: Evening, seconds: float = FIRST_CALL) -> None:
    """Let time pass at once, and have done what is due then: no clock of a table matters here."""
    held.env.time.now += seconds
    await held.bot.app.get(SeekerNews).catch_up()
    await held.env.settle()


def calls(held: Evening, name: str) -> list[Any]:
    """Return the calls that somebody has."""
    return [m for m in held[name].user.dm_channel.history() if "has opened a table" in texts(m)]


def called(held: Evening) -> list[str]:
    """Return who has a call."""
    return [name for name in held.people if calls(held, name)]


async def stored(held: Evening, name: str) -> Seeker:
    return await SeekerStore(held.bot.app.store.database).of(held[name].id, held.guild.id)


async def close(held: Evening, name: str, lobby: Any) -> None:
    panel = await held.panel(name, lobby)
    await held[name].click(panel, label="Close this table")


async def test_a_table_that_lacks_its_third_calls_who_wants_it_in_turn(held: Evening) -> None:
    assert "ping you for: **Clouds**" in texts(await ask(held, "Cleo", "cloud_nine"))
    for name in ("Dora", "Eve"):
        await ask(held, name, "cloud_nine", "nimbly")
    lobby = await held.open("Ada", "Ben")
    await wait(held, FIRST_CALL - 1)
    assert not called(held)
    await wait(held, 1)
    assert called(held) == ["Cleo"]
    (call,) = calls(held, "Cleo")
    assert "**Clouds** in <#" in texts(call)
    assert "**Ada** has opened a table, and one more player" in texts(call)
    await wait(held, TURN - 1)
    assert called(held) == ["Cleo"]
    await wait(held, 1)
    assert called(held) == ["Cleo", "Dora"]
    await held["Dora"].user.click(calls(held, "Dora")[0], label="Join")
    assert "You're at [the table](" in texts(held.hand("Dora"))
    assert len((await held.table()).row.members) == 3
    await wait(held, TURN)
    assert called(held) == []  # Cleo's says that nobody is lacking, and Eve had none
    assert "doesn't need anyone any more" in texts(held.hand("Cleo"))
    assert held.labels(held.hand("Cleo")) == ["Stop pinging me"]
    counts = [(await stored(held, name)).ignored for name in ("Cleo", "Dora")]
    assert counts == [1, 0]
    # Nobody sees who asked: nothing of it is in the channel.
    assert not [m for m in held.channel.history() if f"<@{held['Cleo'].id}>" in texts(m)]
    # Who was called is not called within the hour, so the next one is, and the longest first.
    await held["Ada"].click(lobby, label="Start")
    await held.open("Ben", game="nimbly")
    await wait(held)
    assert called(held) == ["Eve"]


async def test_who_plays_rests_sits_there_or_is_blocked_is_not_called(tmp_path: Path) -> None:
    async with evening(tmp_path, (*PEOPLE, "Finn", "Gus", "Hal")) as held:
        store, gus = held.bot.app.store, held["Gus"]
        for name in PEOPLE[1:]:
            await ask(held, name, "cloud_nine")
        await ask(held, "Finn", "nimbly")
        await ask(held, "Gus", "cloud_nine")
        await set_person(store, held["Ben"].id, quiet=QuietHours(0, 60))
        await Doors(store.database).block(held["Cleo"].id, held["Ada"].id, 0.0, 9)
        await Doors(store.database).block(held["Ada"].id, held["Dora"].id, 0.0, 9)
        await held["Eve"].slash(held.channel, "play", game="balloon")
        held.env.remove_member(held.guild, gus)
        await held.open("Ada")
        await wait(held)
        await wait(held, TURN)
        assert not called(held)
        await wait(held, HOUR)  # Ben's quiet hours are over, and Eve's lobby is forgotten
        assert called(held) == ["Ben", "Eve"]


async def test_three_calls_without_an_answer_are_the_last_and_a_restart_counts_on(
    held: Evening,
) -> None:
    await ask(held, "Cleo", "cloud_nine")
    for number in range(THRICE):
        lobby = await held.open("Ada")
        await wait(held)
        assert called(held) == ["Cleo"]
        await held.restart()
        held.env.time.now += TURN
        await close(held, "Ada", lobby)
        await wait(held, 0)
        assert (await stored(held, "Cleo")).ignored == (number + 1) % THRICE
        await wait(held, HOUR)
    last = held.hand("Cleo")
    assert "Three pings went unanswered" in texts(last)
    assert held.labels(last) == []
    await held.open("Ada")
    await wait(held)
    assert not called(held)
    page = (await held["Cleo"].click(await ask(held, "Cleo"), label="◀ Back")).response
    assert "Pings" in texts(page.message)


@pytest.mark.parametrize("is_told", [False, True])
async def test_what_a_kill_cuts_short_is_told_once(
    held: Evening, monkeypatch: pytest.MonkeyPatch, is_told: bool
) -> None:
    await ask(held, "Cleo", "cloud_nine")
    await held.open("Ada")

    async def killed(*_: Any) -> None:
        raise AssertionError

    place: tuple[Any, str] = (SeekerStore, "note_told") if is_told else (Notices, "send")
    with monkeypatch.context() as patch:
        patch.setattr(*place, killed)
        with pytest.raises(AssertionError):
            await wait(held)
    assert (await stored(held, "Cleo")).message_id is None
    assert len(calls(held, "Cleo")) == is_told
    await held.restart()
    for _ in range(2):
        await wait(held, 1)
        assert len(calls(held, "Cleo")) == 1
    assert (await stored(held, "Cleo")).message_id == calls(held, "Cleo")[0].id


async def test_one_press_ends_the_calls_and_a_late_join_is_answered(held: Evening) -> None:
    for name in ("Cleo", "Dora"):
        await ask(held, name, "cloud_nine", "balloon")
    lobby = await held.open("Ada")
    await wait(held)
    assert called(held) == ["Cleo", "Dora"]
    await held["Cleo"].user.click(calls(held, "Cleo")[0], label="Stop pinging me")
    assert "I'll no longer ping you about that server's tables" in texts(held.hand("Cleo"))
    assert (await stored(held, "Cleo")).games == ""
    await close(held, "Ada", lobby)
    await held["Dora"].user.click(calls(held, "Dora")[0], label="Join")
    assert "doesn't need anyone any more" in texts(held.hand("Dora"))
    await wait(held, TURN)
    assert (await stored(held, "Dora")).ignored == 0
    assert "no longer ping you" in texts(held.hand("Cleo"))


async def test_a_lobby_that_closed_offers_it_and_a_server_can_have_it_off(held: Evening) -> None:
    await ask(held, "Cleo", "cloud_nine")
    lobby = await held.open("Ada")
    off = change_of("off", (Feature.SEEKERS,))
    await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
    await wait(held)
    assert not called(held)
    await close(held, "Ada", lobby)
    refused = await held["Ben"].click(held.board(), label="Ping me when a table opens")
    assert "turned this off: pings when a table opens" in private_answer(refused)
    await held.bot.app.store.set_settings(server_scope(held.guild.id), change_of("off", ()))
    shown = await held["Ben"].click(held.board(), label="Ping me when a table opens")
    assert "don't ping you for any games in this server" in texts(shown.response.message)


async def test_who_does_not_see_the_channel_is_not_called_and_who_joins_there_has_answered(
    held: Evening,
) -> None:
    await ask(held, "Cleo", "cloud_nine")
    first = await held.open("Ada")
    held.env.rule(held.channel.id, discord.PermissionOverwrite(view_channel=False))
    await wait(held)
    held.env.rule(held.channel.id, discord.PermissionOverwrite(view_channel=True))
    await wait(held)
    assert not called(held)
    await close(held, "Ada", first)
    lobby = await held.open("Ada")
    await wait(held)
    assert called(held) == ["Cleo"]
    await held["Cleo"].click(lobby, label="Join")
    await wait(held, TURN)
    assert [held.labels(call) for call in calls(held, "Cleo")] == []
    assert (await stored(held, "Cleo")).ignored == 0
    assert [m for m in held["Cleo"].user.dm_channel.history() if "You're at" in texts(m)]


async def test_whom_direct_messages_do_not_reach_is_let_go(held: Evening) -> None:
    await ask(held, "Cleo", "cloud_nine")
    await held.open("Ada")
    held.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await wait(held)
    cleo = await stored(held, "Cleo")
    assert (cleo.ignored, cleo.match_id, cleo.called > 0) == (1, None, True)
    assert not called(held)


async def test_who_plays_in_words_is_called_and_joins_from_a_server_of_another_process(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await set_person(held.bot.app.store, held["Cleo"].id, by_ear=True)
    store = SeekerStore(held.bot.app.store.database)
    await store.want(held["Cleo"].id, held.guild.id, "nimbly")
    await held.open("Ada", game="nimbly")
    with monkeypatch.context() as patch:
        patch.setattr(held.bot, "get_guild", lambda _: None)
        await wait(held)
    (call,) = calls(held, "Cleo")
    await held["Cleo"].user.click(call, label="Join")
    assert "You're at" in texts(held.hand("Cleo"))
    assert len((await held.table()).row.members) == 2


async def test_who_is_slow_to_reach_holds_nobody_else_up(held: Evening) -> None:
    for name in ("Cleo", "Dora", "Eve"):
        await ask(held, name, "cloud_nine")
    slow = RequestFault("POST", f"^/channels/{held['Cleo'].dm_channel.id}/messages", delay=99.0)
    held.env.sandbox.faults.requests.append(slow)
    await held.open("Ada")
    held.env.time.now += FIRST_CALL
    calling = asyncio.create_task(held.bot.app.get(SeekerNews).catch_up())
    await held.env.settle()
    assert called(held) == ["Dora"]  # the table lacks two, who were asked in their turn
    assert [bool((await stored(held, name)).called) for name in PEOPLE[2:]] == [1, 1, 0]
    await held.env.advance_time(99.0)
    await calling
    assert called(held) == ["Cleo", "Dora"]
