"""A day before the end of a week people of a league who have not played it are told so, once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Busy, Shut
from bot.leagues.notices import BEFORE, Nudges
from bot.leagues.service import RECENT, WEEK
from bot.leagues.store import LeagueStore
from bot.match.calls.notices import Notices
from bot.preferences.hours import QuietHours
from bot.preferences.person import Place, set_person
from bot.preferences.server import Feature, change_of
from bot.store import Store
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts
from tests.leagues.stand import ADA, BEN, CY, DEE, GUILD, Club

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
    assert text.startswith("You haven't played this week of **League 1: Nimbly** yet. It ends <t:")
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
