"""One server against another: the challenge, tables of each, and both boards."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.evenings.rows import LETTERS, VALID, club_scores, new_code, read_code
from bot.evenings.rules import BREAK
from bot.evenings.standings import of_club
from bot.evenings.store import TOLD, ChallengeStore, EveningStore
from bot.match.lobby.invitations import Invitations
from bot.match.lobby.lobbies import commitment_of
from bot.match.table.names import hide_name
from bot.preferences.person import person_settings
from bot.privacy.store import PrivacyStore
from bot.records.service import checks_of, find_finished
from bot.replays.service import replay_by_number
from bot.store.rows import Location, Status
from bot.store.settings import LEFT, server_scope
from engine.chance import commitment
from tests.evenings.stand import (
    AWAY,
    AWAY_NAME,
    GUILD,
    HOME,
    HOME_NAME,
    OTHERS,
    Gathering,
    accepted,
    challenged,
    lobby_of,
    offered,
    people_of,
    person,
)
from tests.match.finished import CHANNEL, OTHER_CHANNEL
from tests.match.rows import SAY
from tests.match.stand import refuses
from tests.store.test_migrations import lay_oldest

# One server against another: tables of each, and both boards.

MADE = "A server's points are the average of its best players"
"""What stands on boards as soon as a round has shown what both servers made."""


async def test_with_games_of_several_sizes_all_tables_have_as_many_seats(club: Gathering) -> None:
    clubs = await challenged(club, 5, 2, game="nimbly")
    tables = await clubs.begin()
    assert {len(row.members) for row in tables} == {5}


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
    await club.play_round(1)
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
        await club.play_rounds(number)
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
    await club.play_rounds(1)
    second = await club.tables(2)
    assert {row.guild_id for row in second} == {GUILD}
    assert people_of(second) == set(HOME[:3])
    await club.play_rounds(2)
    await club.play_round(3)
    assert "the result for" in clubs.shown(CHANNEL)
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
    await club.play_rounds(1)
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
    await club.play_round(1)
    for row in tables:
        found = await club.parts.row(row.id)
        whole = await club.evenings.whole(found)
        own = HOME[:2] if row.guild_id == GUILD else OTHERS[:3]
        assert people_of([whole]) == set(own)
        assert whole.id == (clubs.home.id if row.guild_id == GUILD else clubs.away.id)


async def test_when_all_of_one_server_have_left_its_board_tells_the_end(club: Gathering) -> None:
    clubs = await challenged(club, 3, 2)
    await clubs.begin()
    await club.play_round(1)
    for user_id in OTHERS[:2]:
        await club.evenings.leave(await club.evening(), user_id)
    await club.later(BREAK)
    assert {row.guild_id for row in await club.tables(2)} == {GUILD}
    await club.play_round(2)
    assert {board.shown for board in await clubs.boards()} == {TOLD}
    assert "the result for" in clubs.shown(OTHER_CHANNEL)


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
        await after.play_rounds(1)
        for row in await after.tables(2):
            assert people_of([row]) <= set(HOME if row.guild_id == GUILD else OTHERS)
        await after.play_round(2)
        assert (await after.evening()).ended is not None
        assert MADE in "".join(after.channel.standing.values())
    finally:
        await after.close()


# One server challenges another: the code, both lobbies, and how they begin at once.


def test_codes_are_long_plainly_read_and_never_the_same() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(len(code) == 8 and set(code) <= set(LETTERS) for code in codes)
    assert not set(LETTERS) & set("01ILO")
    code = next(iter(codes))
    assert read_code(f" {code[:4].lower()}-{code[4:]} ") == code


def test_of_the_larger_club_as_many_count_as_the_smaller_one_has() -> None:
    large, small = [(5, points) for points in (90.0, 10.0, 70.0)], [(6, 85.0), (6, 65.0)]
    first, second = club_scores([*large, *small])
    assert (first.guild_id, first.points, first.place) == (5, 80.0, 1)
    assert (second.guild_id, second.points, second.place) == (6, 75.0, 2)
    assert [one.place for one in club_scores([(5, 0.1), (6, 0.1)])] == [1, 1]
    assert club_scores(large) == club_scores([]) == []


def test_a_name_with_its_server_behind_is_no_longer_than_any() -> None:
    assert of_club("Ada", "Sky Club", SAY) == "Ada (Sky Club)"
    assert of_club("Ada", "x" * 32, SAY) == f"Ada ({'x' * 25}…)"
    assert of_club("n" * 32, "x" * 32, SAY) == f"{'n' * 20}… ({'x' * 7}…)"


async def test_who_accepts_has_the_same_evening_and_the_same_commitment(club: Gathering) -> None:
    clubs = await challenged(club, 3, 2)
    home, away = clubs.home, clubs.away
    assert (home.terms.against, away.terms.against) == (AWAY_NAME, HOME_NAME)
    assert (away.game, away.options, away.terms.rounds) == (home.game, home.options, 2)
    assert commitment_of(home) == commitment_of(away)


async def test_codes_that_lead_nowhere_are_refused_each_with_its_reason(club: Gathering) -> None:
    _, code = await offered(club, 2)
    with refuses("refused.challenge_unknown"):
        await club.meetings.offered("ABCD2345", AWAY)
    with refuses("refused.challenge_own"):
        await club.meetings.offered(code, GUILD)
    club.parts.clock.time += VALID
    with refuses("refused.challenge_over"):
        await club.meetings.offered(code, AWAY)
    club.parts.clock.time -= VALID
    await accepted(club, code, OTHERS[:2])
    with refuses("refused.challenge_used"):
        await club.meetings.offered(code, 77)
    other, late = await offered(club, 2)
    await club.parts.lobbies.close(other.id, other.opener_id, moderator=False)
    with refuses("refused.challenge_over"):
        await club.meetings.offered(late, AWAY)


async def test_of_two_that_accept_at_once_one_is_second_and_its_lobby_closes(
    club: Gathering,
) -> None:
    home, code = await offered(club, 2)
    offer = await club.meetings.offered(code, AWAY)
    first = await lobby_of(club, AWAY, OTHERS[:2], replace(home.terms, against=None))
    second = await lobby_of(club, 77, OTHERS[2:4], replace(home.terms, against=None))
    await club.meetings.accept(offer, first, AWAY_NAME)
    with refuses("refused.challenge_used"):
        await club.meetings.accept(offer, second, "Third Club")
    closed = await club.parts.row(second.id)
    assert closed.status is Status.CLOSED
    assert closed.secret != home.secret


async def test_who_begins_in_that_instant_keeps_their_secret_to_themselves(club: Gathering) -> None:
    home, code = await offered(club, 3)
    offer = await club.meetings.offered(code, AWAY)
    away = await lobby_of(club, AWAY, OTHERS[:2], replace(home.terms, against=None))
    await club.start(home)
    with refuses("refused.challenge_over"):
        await club.meetings.accept(offer, away, AWAY_NAME)
    closed = await club.parts.row(away.id)
    assert (closed.status, closed.secret != home.secret) == (Status.CLOSED, True)


async def test_killed_as_one_accepts_both_play_alone_with_secrets_of_their_own(
    club: Gathering,
) -> None:
    begins = club.parts.clock.time + 5000
    home, code = await offered(club, 3, begins=begins)
    away = await lobby_of(club, AWAY, OTHERS[:2], replace(home.terms, against=None))
    kept = ChallengeStore(club.parts.store.database)
    assert await kept.accept(code, away.id, club.parts.clock.time)
    await club.meetings._note(home.id, against=AWAY_NAME)
    club.parts.clock.time = begins
    for row in (home, away):
        assert await club.parts.lobbies.expire(row.id)
    first, second = [await club.parts.row(row.id) for row in (home, away)]
    assert first.status is second.status is Status.PLAYING
    assert first.series != second.series
    assert first.secret != second.secret


async def test_what_was_agreed_stands(club: Gathering) -> None:
    doors = Invitations(club.parts.store, club.parts.tables, club.parts.clock)
    clubs = await challenged(club, 2, 2)
    for row in (clubs.home, clubs.away):
        with refuses("refused.challenge_fixed"):
            await club.parts.lobbies.set_options(
                row.id, row.opener_id, {"deals": "3"}, moderator=True
            )
        with refuses("refused.challenge_fixed"):
            await doors.set_private(
                row.id, row.opener_id, private=True, moderator=True, at=row.location
            )


async def test_nobody_has_a_seat_in_both(club: Gathering) -> None:
    clubs = await challenged(club, 2, 2)
    with refuses("refused.challenge_seat"):
        await club.parts.lobbies.join(clubs.away.id, person(HOME[0]))
    with refuses("refused.challenge_seat"):
        await club.parts.lobbies.join(clubs.home.id, person(OTHERS[0]))


async def test_who_got_into_both_at_once_plays_for_the_first(club: Gathering) -> None:
    home, code = await offered(club, 3)
    away = await accepted(club, code, [HOME[1], *OTHERS[:2]])
    for row in (home, away):
        await club.parts.lobbies.start(row.id, row.opener_id, 9999, moderator=False)
    tables = await club.tables()
    assert people_of(tables) == {*HOME[:3], *OTHERS[:2]}
    assert HOME[1] in people_of([row for row in tables if row.guild_id == GUILD])


async def test_it_begins_when_both_are_ready(club: Gathering) -> None:
    clubs = await challenged(club, 4, 2)
    waiting = await clubs.start(clubs.away)
    assert waiting.status is Status.LOBBY
    assert (await clubs.row(clubs.home)).terms.ready == "them"
    assert (await clubs.row(clubs.away)).terms.ready == "us"
    assert (await clubs.start(clubs.away)).status is Status.LOBBY  # a second press changes nothing
    assert (await clubs.start(clubs.home)).status is Status.PLAYING
    tables = await club.tables()
    assert [row.guild_id for row in tables] == [GUILD, AWAY, GUILD]
    assert {clubs.home.id, clubs.away.id} < {row.id for row in tables}
    assert len({row.seed for row in tables}) == 1
    assert len({len(row.members) for row in tables}) == 1
    assert {row.terms.against for row in tables} == {None}


async def test_two_presses_at_the_same_instant_begin_one_evening(club: Gathering) -> None:
    clubs = await challenged(club, 2, 2)
    await asyncio.gather(clubs.start(clubs.home), clubs.start(clubs.away))
    assert len(await club.tables()) == 2


async def test_each_side_needs_two(club: Gathering) -> None:
    clubs = await challenged(club, 2, 1)
    with refuses("refused.challenge_few"):
        await clubs.start(clubs.away)
    await clubs.start(clubs.home)
    await club.parts.lobbies.join(clubs.away.id, person(OTHERS[1]))
    await club.parts.lobbies.leave(clubs.home.id, HOME[1])
    with refuses("refused.challenge_few"):
        await clubs.start(clubs.away)
    assert await club.tables() == []


async def test_if_a_lobby_changes_meanwhile_nothing_is_stored(club: Gathering) -> None:
    clubs = await challenged(club, 2, 2)
    stale = await clubs.row(clubs.away)
    await club.parts.lobbies.join(clubs.away.id, person(OTHERS[2]))
    with refuses("refused.stale"):
        await club.evenings.begin_together([clubs.home, stale], 9999)
    assert await EveningStore(club.parts.store.database).get(clubs.home.id) is None
    assert await club.parts.store.series.get("evening 1 1") is None
    assert {(await clubs.row(row)).status for row in (clubs.home, clubs.away)} == {Status.LOBBY}


async def test_it_begins_at_its_time(club: Gathering) -> None:
    begins = club.parts.clock.time + 5000
    clubs = await challenged(club, 2, 3, begins=begins)
    club.parts.clock.time = begins
    expire = club.parts.lobbies.expire
    await asyncio.gather(expire(clubs.home.id), expire(clubs.away.id))
    assert people_of(await club.tables()) == {*HOME[:2], *OTHERS[:3]}


@pytest.mark.parametrize(("home", "away"), [(3, 1), (1, 3)])
async def test_at_its_time_who_has_nobody_to_meet_plays_alone(
    club: Gathering, home: int, away: int
) -> None:
    begins = club.parts.clock.time + 5000
    clubs = await challenged(club, home, away, begins=begins)
    club.parts.clock.time = begins
    await club.parts.lobbies.expire(clubs.home.id)
    await club.parts.lobbies.expire(clubs.away.id)
    # Both had shown one commitment: one evening alone shows what it commits.
    both = [(await clubs.row(row)).status for row in (clubs.home, clubs.away)]
    assert sorted(both) == [Status.CLOSED, Status.PLAYING]
    assert both[0 if home > away else 1] is Status.PLAYING


async def test_where_nobody_has_accepted_start_begins_an_ordinary_evening(club: Gathering) -> None:
    home, _ = await offered(club, 3)
    begun = await club.start(home)
    assert begun.status is Status.PLAYING
    assert (await club.evening()).rounds == 2


async def test_when_one_lobby_closes_the_other_is_against_nobody(club: Gathering) -> None:
    clubs = await challenged(club, 3, 2)
    await clubs.start(clubs.home)
    await club.parts.lobbies.close(clubs.away.id, clubs.away.opener_id, moderator=False)
    await club.meetings.idle()
    home = await clubs.row(clubs.home)
    assert (home.terms.against, home.terms.ready) == (None, "")
    assert (await club.start(home)).status is Status.PLAYING


async def test_that_holds_after_a_kill_too(club: Gathering) -> None:
    clubs = await challenged(club, 3, 2)
    club.parts.tables.listeners.remove(club.meetings.on_change)
    await clubs.start(clubs.home)
    await club.parts.lobbies.close(clubs.away.id, clubs.away.opener_id, moderator=False)
    assert (await clubs.start(clubs.home)).status is Status.PLAYING
