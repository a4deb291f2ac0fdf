"""One server against another: tables of each, and both boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import Refused
from bot.evenings.rules import BREAK
from bot.evenings.store import TOLD
from bot.match.lobby.lobbies import commitment_of
from bot.match.table.names import hide_name
from bot.preferences.person import person_settings
from bot.privacy.store import PrivacyStore
from bot.records.service import find_finished
from bot.records.verify import checks_of
from bot.replays.service import replay_by_number
from bot.store.rows import Location, Presence, Status
from bot.store.settings import LEFT, server_scope
from engine.chance import commitment
from tests.evenings.clubs import (
    AWAY,
    AWAY_NAME,
    HOME,
    HOME_NAME,
    OTHERS,
    challenged,
    people_of,
)
from tests.evenings.stand import GUILD, Gathering
from tests.match.finished import CHANNEL, OTHER_CHANNEL
from tests.store.test_migrations import lay_oldest

MADE = "A server's points are the average of its best people"
"""What stands on boards as soon as a round has shown what both servers made."""


@pytest.mark.whole
async def test_apart_everybody_plays_at_home_and_all_are_compared(club: Gathering) -> None:
    clubs = await challenged(club, 4, 3)
    await clubs.begin()
    for number in (1, 2):
        tables = await club.tables(number)
        assert len({row.seed for row in tables}) == 1
        for row in tables:
            own = HOME if row.guild_id == GUILD else OTHERS
            assert people_of([row]) <= set(own)
        await clubs.play_round(number)
        await club.later(BREAK)
    assert (await club.evening()).ended is not None
    standing = await club.evenings.standing(await club.evening())
    assert len(standing.totals) == 7
    assert [len(one.rounds) for one in standing.totals] == [2] * 7


async def test_with_games_of_several_sizes_all_tables_have_as_many_seats(club: Gathering) -> None:
    clubs = await challenged(club, 5, 2, game="nimbly")
    tables = await clubs.begin()
    assert {len(row.members) for row in tables} == {5}


async def test_both_boards_show_one_standing_and_who_leads(club: Gathering) -> None:
    clubs = await challenged(club, 3, 3)
    await clubs.begin()
    await club.later(0)
    for channel in (CHANNEL, OTHER_CHANNEL):
        assert f"**{HOME_NAME}** and **{AWAY_NAME}**" in clubs.shown(channel)
    await clubs.play_round(1)
    for channel, others in ((CHANNEL, AWAY_NAME), (OTHER_CHANNEL, HOME_NAME)):
        assert MADE in clubs.shown(channel)
        assert f"({others})" in clubs.shown(channel)
    await club.later(BREAK)
    await clubs.play_round(2)
    standing = await club.evenings.standing(await club.evening())
    best = standing.clubs[standing.scores[0].guild_id]
    is_even = len({one.place for one in standing.scores}) == 1
    for channel in (CHANNEL, OTHER_CHANNEL):
        assert ("even" if is_even else f"**{best.name}** wins!") in clubs.shown(channel)
    assert {board.shown for board in await clubs.boards()} == {TOLD}


async def test_of_a_round_nothing_is_shown_before_both_servers_have_played_it(
    club: Gathering,
) -> None:
    clubs = await challenged(club, 2, 2)
    home, away = await clubs.begin()
    await club.play(home.id)
    assert MADE not in clubs.shown(CHANNEL) + clubs.shown(OTHER_CHANNEL)
    standing = await club.evenings.standing(await club.evening())
    assert standing.played == []
    await club.play(away.id)
    assert MADE in clubs.shown(CHANNEL)


async def test_who_hides_their_name_is_a_number_in_the_other_server_only(club: Gathering) -> None:
    store = club.parts.store
    await hide_name(store, HOME[0])
    clubs = await challenged(club, 2, 2)
    await clubs.begin()
    await clubs.play_round(1)
    number = (await person_settings(store, HOME[0])).number
    assert "**A**" in clubs.shown(CHANNEL)
    assert "**A" not in clubs.shown(OTHER_CHANNEL)
    assert f"Player {number} ({HOME_NAME})" in clubs.shown(OTHER_CHANNEL)


async def test_the_deals_are_proved_in_both_servers(club: Gathering) -> None:
    clubs = await challenged(club, 2, 2)
    shown = commitment_of(clubs.away)
    await clubs.begin()
    for number in (1, 2):
        tables = await club.tables(number)
        assert {commitment(row.secret) for row in tables} == {shown}
        shown = tables[0].secret.hex()
        await clubs.play_round(number)
        await club.later(BREAK)
        for row in tables:
            user = next(m.user_id for m in row.members if m.user_id is not None)
            found = await find_finished(club.parts.store, user, row.location.channel_id, row.id)
            assert [check.key for check in checks_of(found) if not check.holds] == []


@pytest.mark.whole
async def test_if_a_server_is_lost_the_other_goes_on(club: Gathering) -> None:
    clubs = await challenged(club, 3, 3, rounds=3)
    tables = await clubs.begin()
    for row in tables:
        if row.guild_id == AWAY:
            await club.parts.tables.close(row.id, why="server")
    await clubs.play_round(1)
    await club.later(BREAK)
    second = await club.tables(2)
    assert {row.guild_id for row in second} == {GUILD}
    assert people_of(second) == set(HOME[:3])
    await clubs.play_round(2)
    await club.later(BREAK)
    await clubs.play_round(3)
    assert "the result of" in clubs.shown(CHANNEL)
    assert (await club.evening()).ended is not None


async def test_a_server_that_is_forgotten_is_no_club_and_the_other_plays_on(
    club: Gathering,
) -> None:
    clubs = await challenged(club, 2, 2)
    tables = await clubs.begin()
    store = club.parts.store
    for row in tables:
        if row.guild_id == AWAY:
            await club.parts.tables.close(row.id, why="server")
    await store.set_setting(server_scope(AWAY), LEFT, "0.0")
    while not await PrivacyStore(store).forget_server(AWAY, 1.0, 10, 2.0):
        pass
    assert set(await clubs.named()) == {GUILD}
    assert [board.guild_id for board in await clubs.boards()] == [GUILD]
    await clubs.play_round(1)
    await club.later(BREAK)
    assert people_of(await club.tables(2)) == set(HOME[:2])


async def test_who_played_sees_the_replays_of_both_servers_when_the_round_has_ended(
    club: Gathering,
) -> None:
    clubs = await challenged(club, 2, 2)
    home, away = await clubs.begin()
    store, there = club.parts.store, Location(AWAY, OTHER_CHANNEL)
    await club.play(home.id)
    with pytest.raises(Refused):
        await replay_by_number(store, OTHERS[0], there, home.id)
    await club.play(away.id)
    assert (await replay_by_number(store, OTHERS[0], there, home.id)).is_over
    with pytest.raises(Refused):
        await replay_by_number(store, 999, there, home.id)


async def test_a_rematch_is_of_the_people_of_its_server(club: Gathering) -> None:
    clubs = await challenged(club, 2, 3, rounds=1)
    tables = await clubs.begin()
    await clubs.play_round(1)
    for row in tables:
        found = await club.parts.store.match(row.id)
        assert found is not None
        whole = await club.evenings.whole(found)
        own = HOME[:2] if row.guild_id == GUILD else OTHERS[:3]
        assert people_of([whole]) == set(own)
        assert whole.id == (clubs.home.id if row.guild_id == GUILD else clubs.away.id)


async def test_who_leaves_in_one_server_is_played_for_there(club: Gathering) -> None:
    clubs = await challenged(club, 2, 2)
    await clubs.begin()
    await club.evenings.leave(await club.evening(), OTHERS[0])
    (seat,) = [m for row in await club.tables() for m in row.members if m.user_id == OTHERS[0]]
    assert seat.presence is Presence.LEFT


async def test_when_all_of_one_server_have_left_its_board_tells_the_end(club: Gathering) -> None:
    clubs = await challenged(club, 3, 2)
    await clubs.begin()
    await clubs.play_round(1)
    for user_id in OTHERS[:2]:
        await club.evenings.leave(await club.evening(), user_id)
    await club.later(BREAK)
    assert {row.guild_id for row in await club.tables(2)} == {GUILD}
    await clubs.play_round(2)
    assert {board.shown for board in await clubs.boards()} == {TOLD}
    assert "the result of" in clubs.shown(OTHER_CHANNEL)


async def test_an_evening_that_was_begun_mixed_goes_on_apart_after_an_upgrade(
    tmp_path: Path,
) -> None:
    lay_oldest(tmp_path / "nimbus.sqlite3")
    after = await Gathering.open(tmp_path)
    after.parts.clock.time = 1795828982.0
    try:
        await after.later(0)
        tables = await after.tables()
        assert {row.status for row in tables} == {Status.PLAYING}
        assert not any(row.rated for row in tables)
        assert all(member.away for row in tables for member in row.members if member.user_id)
        await after.play_round(1)
        await after.later(BREAK)
        for row in await after.tables(2):
            assert people_of([row]) <= set(HOME if row.guild_id == GUILD else OTHERS)
        await after.play_round(2)
        assert (await after.evening()).ended is not None
        assert MADE in "".join(after.channel.standing.values())
    finally:
        await after.close()
