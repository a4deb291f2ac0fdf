"""Announcing leagues: each thing once, in order, whatever happens in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.outbox import SLOW
from bot.errors import Barred, Busy, Gone, StageError, Unfit
from bot.leagues.news import LeagueNews
from bot.painter import Painter
from bot.store.rows import Status
from bot.texts import Texts
from engine.players import levels
from tests.leagues.stand import ADA, BEN, CY, GUILD, Club
from tests.match.finished import CHANNEL
from tests.match.rows import faults, said
from tests.store.samples import league_in

WEEK = 7 * 86400


class Channel:
    """Remembers what was posted, by its nonce as Discord does; refuses what `faults` holds."""

    def __init__(self) -> None:
        self.posted: dict[str, str] = {}
        self.pictures: dict[str, list[str]] = {}
        self.faults: list[Exception] = []
        self.is_killed = False

    async def post(
        self, channel_id: int, view: Any, *, files: Any = (), nonce: str | None = None
    ) -> int:
        assert channel_id in (CHANNEL, league_in(GUILD).channel_id)
        assert nonce is not None
        assert faults(view) == []
        if self.faults:
            raise self.faults.pop(0)
        self.posted[nonce] = said(view)
        self.pictures[nonce] = [file.filename for file in files]
        if self.is_killed:
            raise KeyboardInterrupt
        return 1

    def taken(self) -> list[str]:
        """Return what was posted since the last look, the first line of each."""
        told = [text.splitlines()[0] for text in self.posted.values()]
        self.posted.clear()
        return told


class Newsroom(Club):
    """A club whose leagues are announced."""

    channel: Channel
    news: LeagueNews
    painter: Painter

    def restart(self) -> None:
        """Put news that remember nothing in the old ones' place."""
        self.leagues = Club.anew(self.parts)
        self.news = LeagueNews(
            self.parts.store, self.leagues, self.channel, self.painter, Texts.load(),
            self.parts.clock,
        )  # fmt: skip

    async def wait(self) -> None:
        """Let a week go by, and announce what is to be announced."""
        self.parts.clock.time += WEEK
        await self.news.catch_up()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Newsroom]:
    club = await Club.open(tmp_path)
    room = Newsroom(club.parts, club.leagues)
    room.channel, room.painter = Channel(), Painter()
    room.restart()
    yield room
    room.painter.close()
    await room.parts.close()


async def test_killed_after_it_was_posted_it_is_posted_by_the_same_nonce(room: Newsroom) -> None:
    league = await room.begin()
    await room.news.catch_up()
    await room.play(league, ADA, BEN, CY)
    room.channel.is_killed = True
    with pytest.raises(KeyboardInterrupt):
        await room.wait()
    room.channel.is_killed = False
    told = dict(room.channel.posted)
    room.restart()
    await room.news.catch_up()
    assert room.channel.posted == told
    assert list(told) == ["lg1-0", "lg1-1"]
    room.channel.taken()
    await room.news.catch_up()
    assert room.channel.taken() == []


async def test_what_discord_is_too_busy_for_waits_in_order_and_only_the_newest_says_what_follows(
    room: Newsroom,
) -> None:
    await room.begin()
    room.channel.faults = [Busy(), Busy()]
    await room.news.catch_up()
    await room.wait()
    assert room.channel.posted == {}
    await room.news.catch_up()
    assert "Week 1 ends" not in room.channel.posted["lg1-0"]
    assert "Week 2 ends " in room.channel.posted["lg1-1"]
    assert "Nobody has finished a game yet." in room.channel.posted["lg1-1"]
    assert room.channel.pictures["lg1-1"] == []
    assert room.channel.taken() == [
        "### League 1: Nimbly begins",
        "### League 1: Nimbly: week 1 is over",
    ]


async def test_where_the_bot_may_not_write_for_a_week_the_league_goes_on_untold(
    room: Newsroom,
) -> None:
    league = await room.begin()
    room.channel.faults = [Barred(), Barred()]
    await room.news.catch_up()
    assert (await room.now(league)).told == 0
    await room.wait()
    assert room.channel.taken() == ["### League 1: Nimbly: week 1 is over"]


async def test_a_time_without_permission_loses_no_news_and_a_change_in_its_server_ends_it(
    room: Newsroom,
) -> None:
    league = await room.begin()
    room.channel.faults = [Barred()]
    await room.news.catch_up()
    room.news.outbox.lift(league.guild_id + 1)
    await room.news.catch_up()
    assert room.channel.taken() == []
    room.news.outbox.lift(league.guild_id)
    await room.news.catch_up()
    assert len(room.channel.taken()) == 1
    room.channel.faults = [Barred()]
    await room.wait()
    await room.news.catch_up()
    assert room.channel.taken() == []
    room.parts.clock.time += SLOW[0]
    await room.news.catch_up()
    assert room.channel.taken() == ["### League 1: Nimbly: week 1 is over"]


@pytest.mark.parametrize("fault", [Gone(), Unfit()])
async def test_what_cannot_be_told_there_at_all_is_left_out(
    room: Newsroom, fault: StageError
) -> None:
    league = await room.begin()
    room.channel.faults = [fault]
    await room.news.catch_up()
    assert (await room.now(league)).told == 1


async def test_a_league_that_cannot_be_told_of_leaves_the_others_theirs(room: Newsroom) -> None:
    for game in ("nimbly", "clumond"):
        await room.begin(game)
    room.channel.faults = [ZeroDivisionError()]
    await room.news.catch_up()
    assert len(room.channel.taken()) == 1
    await room.news.catch_up()
    assert len(room.channel.taken()) == 1


async def test_an_outdated_week_ends_before_anybody_plays_on_and_is_told_later_with_the_reason(
    room: Newsroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await room.begin()
    await room.news.catch_up()
    table = await room.start(await room.lobby(league, ADA, BEN, CY))
    room.channel.taken()
    monkeypatch.setattr(levels, "PLAYERS_VERSION", {"nimbly": 1000})
    room.restart()
    await room.news.begin()
    now = room.parts.clock.now()
    first, second = [await room.week(league, number) for number in (1, 2)]
    assert (first.closed, first.why) == (now, "upgrade")
    assert (second.opens, second.closes, second.players_version) == (now, now + WEEK, 1000)
    assert (await room.parts.tables.load(table.id)).row.status is Status.CLOSED
    assert room.channel.posted == {}
    await room.news.catch_up()
    assert list(room.channel.posted) == ["lg1-1"]
    assert "An update changed the house players" in room.channel.posted["lg1-1"]
    assert "Week 2 ends " in room.channel.posted["lg1-1"]
