"""Announcing leagues: each thing once, in order, whatever happens in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.discord.outbox import SLOW
from bot.errors import Barred, Busy, Gone, Shut, StageError, Unfit
from bot.leagues.news import LeagueNews
from bot.leagues.notices import BEFORE, Nudges
from bot.leagues.service import RECENT, WEEK
from bot.leagues.store import LeagueStore
from bot.match.calls.notices import Notices
from bot.painter import Painter
from bot.preferences.hours import QuietHours
from bot.preferences.person import Place, set_person
from bot.preferences.server import Feature, change_of
from bot.store import Store
from bot.store.rows import Status
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts
from engine.players import levels
from tests.evenings import stand
from tests.leagues.stand import ADA, BEN, CY, DEE, GUILD, Club


class Channel(stand.Channel):
    """Remembers what was posted by its nonce."""

    @property
    def posted(self) -> dict[str, str]:
        """What was posted since the last look, by its nonce."""
        return {nonce: self.standing[at].partition(" ")[2] for nonce, at in self.nonces.items()}

    def taken(self) -> list[str]:
        """Return what was posted since the last look, the first line of each."""
        told = [text.splitlines()[0] for text in self.posted.values()]
        self.nonces.clear()
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
    assert room.channel.wrong == []
    room.painter.close()
    await room.parts.close()


async def test_killed_after_it_was_posted_it_is_posted_by_the_same_nonce(room: Newsroom) -> None:
    league = await room.begin()
    await room.news.catch_up()
    await room.play(league, ADA, BEN, CY)
    room.channel.faults["posted"] = [KeyboardInterrupt()]
    with pytest.raises(KeyboardInterrupt):
        await room.wait()
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
    room.channel.faults["post"] = [Busy(), Busy()]
    await room.news.catch_up()
    await room.wait()
    assert room.channel.posted == {}
    await room.news.catch_up()
    assert "Week 1 ends" not in room.channel.posted["lg1-0"]
    assert "Week 2 ends " in room.channel.posted["lg1-1"]
    assert "Nobody has finished a game yet." in room.channel.posted["lg1-1"]
    assert room.channel.pictures[room.channel.nonces["lg1-1"]] == []
    assert room.channel.taken() == [
        "### League 1: Nimbly begins",
        "### League 1: Nimbly · week 1 is over",
    ]


async def test_where_the_bot_may_not_write_for_a_week_the_league_goes_on_untold(
    room: Newsroom,
) -> None:
    league = await room.begin()
    room.channel.faults["post"] = [Barred(), Barred()]
    await room.news.catch_up()
    assert (await room.now(league)).told == 0
    await room.wait()
    assert room.channel.taken() == ["### League 1: Nimbly · week 1 is over"]


async def test_a_time_without_permission_loses_no_news_and_a_change_in_its_server_ends_it(
    room: Newsroom,
) -> None:
    league = await room.begin()
    room.channel.faults["post"] = [Barred()]
    await room.news.catch_up()
    room.news.outbox.lift(league.guild_id + 1)
    await room.news.catch_up()
    assert room.channel.taken() == []
    room.news.outbox.lift(league.guild_id)
    await room.news.catch_up()
    assert len(room.channel.taken()) == 1
    room.channel.faults["post"] = [Barred()]
    await room.wait()
    await room.news.catch_up()
    assert room.channel.taken() == []
    room.parts.clock.time += SLOW[0]
    await room.news.catch_up()
    assert room.channel.taken() == ["### League 1: Nimbly · week 1 is over"]


@pytest.mark.parametrize("fault", [Gone(), Unfit()])
async def test_what_cannot_be_told_there_at_all_is_left_out(
    room: Newsroom, fault: StageError
) -> None:
    league = await room.begin()
    room.channel.faults["post"] = [fault]
    await room.news.catch_up()
    assert (await room.now(league)).told == 1


async def test_a_league_that_cannot_be_told_of_leaves_the_others_theirs(room: Newsroom) -> None:
    for game in ("nimbly", "clumond"):
        await room.begin(game)
    room.channel.faults["post"] = [ZeroDivisionError()]
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


# A day before the end of a week people who have not played it are told so, once.

HOUR = 3600.0


def anew(club: Club) -> Nudges:
    """Return what tells people, as after a start."""
    parts = club.parts
    return Nudges(parts.store, club.leagues, club, parts.notices, Texts.load(), parts.clock)


def told(club: Club) -> list[str]:
    """Return who was told, the first first."""
    calls = [call.removeprefix("post_notice ") for call in club.parts.stage.calls]
    return [call for call in calls if call.split()[0].isdecimal()]


@pytest.fixture
async def club(club: Club) -> Club:
    """Let Ada, Ben and Cy play a week, and Ada and Dee the next one, which ends in a day."""
    league = await club.begin()
    await club.play(league, ADA, BEN, CY)
    await club.pass_week()
    await club.play(league, ADA, DEE)
    club.parts.clock.time = (await club.week(league, 2)).closes - BEFORE
    return club


async def test_who_is_in_the_league_and_has_not_played_is_told_once_a_week(club: Club) -> None:
    club.parts.clock.time -= 1
    first = anew(club)
    await first.catch_up()
    assert told(club) == []
    club.parts.clock.time += 1
    await first.catch_up()
    for again in (first, anew(club)):
        club.parts.clock.time += HOUR
        await again.catch_up()
    assert told(club) == [str(BEN), str(CY)]
    (text, _) = club.parts.stage.notices.values()
    assert text.startswith("You haven't played this week of **League 1: Nimbly** in <#")
    club.parts.clock.time += BEFORE - 2 * HOUR
    await club.leagues.catch_up()
    club.parts.clock.time += WEEK - BEFORE
    await first.catch_up()
    assert told(club)[2:] == [str(user) for user in (ADA, BEN, CY, DEE)]


async def test_nobody_is_told_who_does_not_want_it_or_stays_away_for_long(club: Club) -> None:
    await set_person(club.parts.store, BEN, league_reminder=False)
    await set_person(club.parts.store, CY, place=Place.NOWHERE)
    await anew(club).catch_up()
    assert told(club) == []
    league = await LeagueStore(club.parts.store.database).get(1)
    assert league is not None
    await club.pass_week()
    for _ in range(RECENT - 1):
        await club.play(league, ADA, DEE)
        await club.pass_week()
    await set_person(club.parts.store, BEN, league_reminder=True)
    club.parts.clock.time = (await club.week(league, 2 + RECENT)).closes - BEFORE
    await anew(club).catch_up()
    assert told(club) == [str(ADA), str(DEE)]


async def test_in_quiet_hours_it_waits_for_their_end(club: Club) -> None:
    now = int(club.parts.clock.time % 86400 / 60)
    quiet = QuietHours(now, (now + 120) % 1440)
    await set_person(club.parts.store, BEN, quiet=quiet)
    nudges = anew(club)
    await nudges.catch_up()
    assert told(club) == [str(CY)]
    club.parts.clock.time += 121 * 60
    await nudges.catch_up()
    assert told(club) == [str(CY), str(BEN)]


async def test_closed_direct_messages_are_tried_once(club: Club) -> None:
    club.parts.stage.faults["post_notice"] = [Shut()]
    for _ in range(2):
        await anew(club).catch_up()
    assert told(club) == [str(BEN), str(CY)]
    assert await club.parts.store.settings(person_scope(BEN)) == {"league 1": "2"}


async def test_a_kill_beside_the_message_neither_loses_nor_doubles_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = Store.set_setting

    async def sending(*_: object) -> None:
        raise AssertionError

    async def noting(store: Store, scope: str, key: str, value: Any) -> None:
        assert key != "league 1"
        await note(store, scope, key, value)

    for part, name, killed in ((Notices, "send", sending), (Store, "set_setting", noting)):
        with monkeypatch.context() as patch:
            patch.setattr(part, name, killed)
            with pytest.raises(AssertionError):
                await anew(club).catch_up()
    for _ in range(2):
        await anew(club).catch_up()
    # Ben's went out twice, under one nonce: Discord shows that once.
    assert told(club) == [str(BEN), str(BEN), str(CY)]
    assert club.parts.stage.nonces == ["league 1 2"] * 3


async def test_who_has_left_the_server_is_not_told_and_one_who_is_slow_holds_nobody_up(
    club: Club,
) -> None:
    club.left.add(BEN)
    club.parts.stage.faults["post_notice"] = [Busy()]
    nudges = anew(club)
    await nudges.catch_up()
    club.parts.clock.time += 1
    await nudges.catch_up()
    assert told(club) == [str(CY)] * 2
    assert len(club.parts.stage.notices) == 1


async def test_where_leagues_are_off_nobody_is_told(club: Club) -> None:
    off = change_of("off", (Feature.LEAGUES,))
    await club.parts.store.set_settings(server_scope(GUILD), off)
    await anew(club).catch_up()
    assert told(club) == []
