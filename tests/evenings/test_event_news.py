"""Evenings that begin at a time as events of their server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from bot.discord.calendar import ACTIVE, CANCELLED, COMPLETED
from bot.errors import Barred, Busy, Gone, StageError
from bot.evenings.news import EVENT, EventNews
from bot.evenings.rules import BREAK, seconds_of_round
from bot.store.rows import MatchRow
from bot.texts import Texts
from tests.evenings.stand import GUILD, Gathering
from tests.evenings.test_opening_actions import opens
from tests.sim.evening import evening, texts


class Events:
    """A server's events, of which each can be made once; raises what `faults` hold."""

    def __init__(self) -> None:
        self.made: list[Any] = []
        self.moved: list[int] = []
        self.faults: list[StageError | None] = []
        self.is_allowed = True

    def may_announce(self, guild_id: int) -> bool:
        return self.is_allowed and guild_id == GUILD

    async def announce(self, event: Any) -> int:
        self._fail()
        if event not in self.made:
            self.made.append(event)
        self._fail()
        return 77

    async def move(self, guild_id: int, event_id: int, status: int) -> None:
        assert (guild_id, event_id) == (GUILD, 77)
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
    assert (event.guild_id, event.begins) == (GUILD, lobby.terms.begins)
    assert event.ends - event.begins == 2 * (seconds_of_round(lobby) + BREAK)
    assert event.name == "Nimbus: Cloud Nine (cards) evening"
    assert "2 rounds" in event.about
    assert f"discord.com/channels/{GUILD}/" in event.about
    await news_of(club, events).catch_up()
    assert events.moved == []
    await club.start(lobby)
    for _ in range(2):
        await news_of(club, events).catch_up()
        assert events.moved == [ACTIVE]
    for number in (1, 2):
        await club.play_round(number)
        await club.later(BREAK)
    for _ in range(2):
        await news_of(club, events).catch_up()
        assert events.moved == [ACTIVE, COMPLETED]
    assert await noted(club) == {}
    assert len(events.made) == 1


async def test_it_is_cancelled_with_the_lobby(club: Gathering) -> None:
    events = Events()
    lobby = await announced(club, events)
    await club.parts.lobbies.close(lobby.id, lobby.opener_id, moderator=False)
    await news_of(club, events).catch_up()
    assert (events.moved, await noted(club)) == ([CANCELLED], {})


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
    for number in (1, 2):
        await club.play_round(number)
        await club.later(BREAK)
    events.faults = [Gone("10070")]
    await news_of(club, events).catch_up()
    assert (events.moved, await noted(club)) == ([], {})


async def test_busy_it_is_tried_again_and_one_that_never_began_begins_before_it_ends(
    club: Gathering,
) -> None:
    events = Events()
    lobby = await announced(club, events)
    await club.start(lobby)
    for number in (1, 2):
        await club.play_round(number)
        await club.later(BREAK)
    events.faults = [Busy("503")]
    await news_of(club, events).catch_up()
    assert events.moved == []
    await news_of(club, events).catch_up()
    assert events.moved == [ACTIVE, COMPLETED]


async def test_a_lobby_with_a_time_is_an_event_of_the_server(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
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
        (event,) = await guild.fetch_scheduled_events()
        assert event.status is discord.EventStatus.cancelled
