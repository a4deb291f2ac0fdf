"""Tidying up: direct messages of who had their data deleted, and what is not kept for ever."""

from __future__ import annotations

from typing import Any

import pytest

from bot.daily.rules import Day
from bot.daily.store import DailyStore
from bot.errors import Busy, NoChannel, StageError
from bot.privacy.service import DAY, KEPT, ON_THE_WAY, PATIENCE, Tidying
from bot.privacy.store import PrivacyStore
from bot.store.rows import HandMessage, Status
from tests.match.finished import ADA, BEN, CHANNEL, opened, play_out, start
from tests.match.show.test_locations import GUILD, locations
from tests.match.stand import Parts


class Messages:
    """Direct messages as `DiscordIO` deletes them: this many are left, or a fault is raised."""

    def __init__(self, left: int = 0) -> None:
        self.left = left
        self.faults: list[StageError] = []
        self.asked: list[tuple[int, float]] = []

    async def clear_own(self, channel_id: int, until: float, most: int) -> bool:
        self.asked.append((channel_id, until))
        if self.faults:
            raise self.faults.pop(0)
        self.left -= most
        return self.left <= 0


def tidying(parts: Parts, messages: Messages | None = None) -> Tidying:
    io: Any = messages or Messages()
    return Tidying(parts.store, io, parts.clock, parts.notices.budget)


async def emptying(parts: Parts) -> float:
    """Have direct messages to be emptied; gives up to when."""
    assert await PrivacyStore(parts.store).erase(ADA, "Someone", parts.clock.now(), (), direct=70)
    until = (await PrivacyStore(parts.store).to_empty())[70]
    parts.clock.time += ON_THE_WAY
    return until


async def test_messages_go_in_parts_when_those_on_their_way_have_come(parts: Parts) -> None:
    messages = Messages(left=90)
    tidy = tidying(parts, messages)
    until = await emptying(parts)
    parts.clock.time -= 1.0
    await tidy.tidy()
    assert messages.asked == []
    parts.clock.time += 1.0
    for left in (1, 1, 0):
        await tidy.tidy()
        assert len(await PrivacyStore(parts.store).to_empty()) == left
    assert messages.asked == [(70, until + ON_THE_WAY)] * 3
    await tidy.tidy()
    assert len(messages.asked) == 3


async def test_a_refusal_ends_it_and_trouble_puts_it_off_for_a_week_at_most(parts: Parts) -> None:
    messages = Messages()
    await emptying(parts)
    messages.faults = [Busy(), Busy(), NoChannel()]
    await tidying(parts, messages).tidy()
    await tidying(parts, messages).tidy()
    assert len(await PrivacyStore(parts.store).to_empty()) == 1
    await tidying(parts, messages).tidy()
    assert await PrivacyStore(parts.store).to_empty() == {}
    until = await emptying(parts)
    messages.faults = [Busy(), Busy()]
    parts.clock.time = until + PATIENCE
    await tidying(parts, messages).tidy()
    assert len(await PrivacyStore(parts.store).to_empty()) == 1
    parts.clock.time += 1.0
    await tidying(parts, messages).tidy()
    assert await PrivacyStore(parts.store).to_empty() == {}


async def test_games_are_tidied_once_a_day_and_after_a_start(parts: Parts) -> None:
    over, early = await opened(parts.lobbies), await opened(parts.lobbies)
    for row in (over, early):
        await start(parts.lobbies, row)
    await play_out(parts.tables, over.id)
    await parts.store.set_hand(HandMessage(over.id, BEN, 80, 81, 1, 0))
    await parts.tables.close(early.id)
    tidy = tidying(parts)
    parts.clock.time += KEPT - DAY / 2
    await tidy.tidy()
    assert await parts.store.match(early.id) is not None
    parts.clock.time += DAY * 0.9
    await tidy.tidy()
    assert await parts.store.match(early.id) is not None  # it was looked at less than a day ago
    parts.clock.time += DAY * 0.1
    await tidy.tidy()
    assert await parts.store.match(early.id) is None
    assert await parts.store.hands(over.id) == []
    assert (await parts.tables.load(over.id)).row.status is Status.OVER


async def test_what_somebody_was_sent_is_forgotten_in_a_day_and_where_they_saw_a_daily_in_a_month(
    parts: Parts,
) -> None:
    tidy = tidying(parts)
    await tidy.tidy()
    await parts.notices.budget.count(BEN)
    assert await parts.store.settings(f"person {BEN}")
    parts.clock.time += DAY
    await tidy.tidy()
    assert await parts.store.settings(f"person {BEN}") == {}
    day = Day.at(parts.clock.now())
    await DailyStore(parts.store.database).seen_in(day.number, BEN, GUILD)
    parts.clock.time += KEPT
    await tidying(parts).tidy()
    assert (await PrivacyStore(parts.store).personal(BEN)).daily_places == ((day.number, GUILD),)
    parts.clock.time += DAY
    await tidying(parts).tidy()
    assert (await PrivacyStore(parts.store).personal(BEN)).daily_places == ()


async def test_trouble_with_the_store_is_left_to_the_next_round(
    parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    tidy = tidying(parts)
    await parts.store.close()
    await tidy.tidy()
    assert "tidying failed" in caplog.text


async def test_a_server_that_was_left_is_forgotten_unless_the_bot_is_back_or_added_again(
    parts: Parts,
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await play_out(parts.tables, row.id)
    await parts.store.set_setting(f"server {GUILD}", "threads", "never")
    world, tidy = locations(parts, {CHANNEL}), tidying(parts)
    await world.guild_gone(GUILD)
    parts.clock.time += KEPT - 10
    await world.arrived({GUILD})  # found at a start
    parts.clock.time += 20
    await tidy.expire()
    assert (await parts.tables.load(row.id)).row.guild_id == GUILD
    await world.arrived(set())  # gone while the bot was off
    parts.clock.time += KEPT - 10
    await world.arrived(set())  # another start counts nothing anew
    await world.guild_gone(GUILD)
    await tidy.expire()
    assert (await parts.tables.load(row.id)).row.guild_id == GUILD
    parts.clock.time += 20
    await tidy.expire()
    left = (await parts.tables.load(row.id)).row
    assert (left.guild_id, left.channel_id) == (None, 0)
    assert await parts.store.settings(f"server {GUILD}") == {}
    assert await parts.store.other_servers(()) == set()
    await world.guild_gone(GUILD)
    assert "left" in await parts.store.settings(f"server {GUILD}")
    await world.guild_back(GUILD)
    assert await parts.store.settings(f"server {GUILD}") == {}
