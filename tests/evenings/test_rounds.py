"""The rounds of an evening: who plays each, who comes, goes or is erased, and when it ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from bot.errors import Busy
from bot.evenings.rows import EveningPerson, Ruling
from bot.evenings.rules import BREAK, seconds_of_round
from bot.evenings.store import EveningStore, of_person
from bot.match.calls.notices import QUIET
from bot.match.lobby.play_actions import Rematches
from bot.match.show.lanes import CALL, REMAINING
from bot.match.show.messages import LOOK_AGAIN
from bot.match.table.seats import MOST_ROUNDS, MOST_WITH_ROUNDS
from bot.preferences.terms import FIRST
from bot.privacy.service import Erasing
from bot.store.rows import Commit, Location, MatchId, MatchRow, Presence, Status, Terms
from tests.evenings.stand import GUILD, Gathering, person
from tests.match.finished import CHANNEL
from tests.match.stand import refuses
from tests.waits import rounds

# An evening of several rounds: who plays each, when it ends, who comes and goes, who directs.


async def test_four_people_have_two_tables_in_every_round_and_three_have_one(
    club: Gathering,
) -> None:
    await club.begin(4, "nimbly", rounds=3)
    for number, sizes in ((1, [2, 2]), (2, [2, 2]), (3, [3])):
        tables = await club.tables(number)
        assert [sum(one.user_id is not None for one in row.members) for row in tables] == sizes
        await club.play_round(number)
        if number == 2:
            await club.evenings.leave(await club.evening(), 101)
        await club.later(BREAK)


@pytest.mark.whole
async def test_nobody_meets_twice_while_it_can_be_helped(club: Gathering) -> None:
    await club.begin(9, rounds=3)
    met = []
    for number in (1, 2, 3):
        for row in await club.tables(number):
            keys = [member.key for member in row.members if member.user_id is not None]
            met += [frozenset(pair) for pair in combinations(keys, 2)]
        await club.play_rounds(number)
    assert len(met) == 27 == len(set(met))


async def test_a_round_ends_by_its_clock_and_who_sleeps_is_out(club: Gathering) -> None:
    first, second = await club.begin(4, rounds=2)
    await club.play(first.id)
    people = [m for m in second.members if m.user_id is not None]
    asleep, awake = (m.user_id for m in people)
    late = [
        replace(m, presence=Presence.LATE) if m.user_id == asleep else m for m in second.members
    ]
    row = replace(second, version=second.version + 1, members=tuple(late))
    await club.parts.tables.store(Commit(row))
    await club.later(seconds_of_round(second))
    await club.play(second.id)
    over = await club.parts.row(second.id)
    assert {m.presence for m in over.members if m.user_id is not None} == {Presence.LEFT}
    assert (await club.evening()).ended is None
    standing = await club.evenings.standing(await club.evening())
    assert standing.last is not None
    stood_in = {sat.user_id for sat in standing.last.sat if sat.stood_in}
    assert stood_in == {asleep, awake}
    assert [one.user_id for one in await club.people() if one.gone == 1] == [asleep]


async def test_an_evening_with_nobody_left_ends(club: Gathering) -> None:
    await club.begin(4, rounds=3)
    await club.play_round(1)
    for one in (await club.people())[1:]:
        await club.evenings.leave(await club.evening(), one.user_id)
    await club.later(BREAK)
    evening = await club.evening()
    assert (evening.ended is not None, evening.round) == (True, 1)
    assert [one.place for one in await club.people()] != [None] * 4


async def test_a_kill_as_it_is_ended_in_a_break_begins_no_further_round(club: Gathering) -> None:
    """After it was stored that no round follows, and before the end was."""
    await club.begin(4, rounds=3)
    await club.play_round(1)
    await EveningStore(club.parts.store.database).cut_short(1)
    await club.restart()
    await club.later(BREAK)
    evening = await club.evening()
    assert (evening.ended is not None, evening.rounds, evening.round) == (True, 1, 1)
    assert await club.tables(2) == []
    assert [one.place for one in await club.people()] != [None] * 4


async def test_an_evening_takes_ninety_six_and_who_comes_back_finds_room(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    kept = EveningStore(club.parts.store.database)
    for user in range(200, 200 + MOST_WITH_ROUNDS - 4):
        await kept.join(EveningPerson(1, user, GUILD, "P", "1", since=2))
    with refuses("refused.full"):
        await club.evenings.join(await club.evening(), person(110), GUILD)
    await club.evenings.leave(await club.evening(), 101)
    assert (await club.evenings.join(await club.evening(), person(101), GUILD)).user_id == 101


async def test_no_round_follows_the_ninth_and_points_are_ruled_on_of_those_that_have_begun(
    club: Gathering,
) -> None:
    await club.begin(4, rounds=MOST_ROUNDS)
    with refuses("refused.evening_rounds"):
        await club.direction.round(await club.evening())
    for number in (0, 2):
        with refuses("refused.malformed"):
            await club.direction.rule(await club.evening(), 101, number, Ruling("plus", "x"))


async def test_one_that_begins_at_its_time_does_so_by_itself(club: Gathering) -> None:
    begins = club.parts.clock.time + 5000
    lobby = await club.lobby(3, rounds=2, begins=begins)
    assert lobby.deadline == begins
    assert not await club.parts.lobbies.expire(lobby.id)
    club.parts.clock.time = begins
    assert await club.parts.lobbies.expire(lobby.id)
    (table,) = await club.tables()
    assert (table.id, table.entropy) == (lobby.id, "evening 1 1 9103")


async def test_where_nobody_comes_it_is_closed_at_its_time(club: Gathering) -> None:
    begins = club.parts.clock.time + 5000
    lobby = await club.lobby(1, rounds=2, begins=begins)
    with refuses("refused.evening_few"):
        await club.start(lobby)
    club.parts.clock.time = begins
    assert await club.parts.lobbies.expire(lobby.id)
    closed = await club.parts.row(MatchId(1))
    assert closed.status is Status.CLOSED


@pytest.mark.parametrize("game", ["balloon", "nimbly", "clumond"])
async def test_every_game_has_rounds(club: Gathering, game: str) -> None:
    await club.begin(5, game, rounds=2)
    await club.play_rounds(1, 2)
    standing = await club.evenings.standing(await club.evening())
    assert [len(one.rounds) for one in standing.totals] == [2] * 5


async def test_a_step_done_again_changes_nothing(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    await club.play_round(1)
    await club.restart()
    for _ in range(2):
        await club.news.catch_up()
    assert (await club.evening()).round == 1
    await club.later(BREAK)
    await club.restart()
    await club.news.catch_up()
    assert len(await club.tables(2)) == 2
    assert len(club.channel.nonces) == 2  # the board, and what became of the first round


async def test_a_rematch_has_as_many_rounds_and_no_time(club: Gathering) -> None:
    await club.start(await club.lobby(4, rounds=2, begins=club.parts.clock.time + 5000))
    await club.play_rounds(1, 2)
    parts = club.parts
    again = Rematches(parts.store, parts.tables, parts.lobbies, parts.clock)

    async def here(at: Location) -> tuple[Location, Terms]:
        return at, FIRST

    asked = await again.again(
        MatchId(1), person(101), Location(GUILD, CHANNEL), here, by_token=False
    )
    assert (asked.row.terms.rounds, asked.row.terms.begins) == (2, None)
    assert {*asked.row.door.invited} == {102, 103, 104}
    assert asked.row.deadline != club.parts.clock.time + 5000


async def test_in_later_rounds_the_thread_is_there_and_who_joins_is_let_in(club: Gathering) -> None:
    parts = club.parts
    await club.start(await club.lobby(4, rounds=2), threads=True)
    for row in await club.tables():
        await parts.show(row.id)
        await club.heard(row.id)
    assert parts.stage.taken("open_thread") == ["open_thread 66"] * 2
    assert (club.channel.threads, club.channel.added) == ([66], [])
    await club.news.let_in((await club.tables())[0], 110)
    club.fail("open_thread", Busy())
    await club.news.let_in((await club.tables())[0], 111)
    assert (club.channel.threads, club.channel.added) == ([66, 66], [110])
    await club.play_rounds(1)
    for row in await club.tables(2):
        await parts.show(row.id)
        publication = await parts.store.publication(row.id)
        assert (publication.board_channel, publication.thread_open) == (66, True)
    assert parts.stage.taken("open_thread", "post_board") == ["post_board"] * 2


async def test_where_tables_play_in_the_channel_nobody_is_let_in_to_a_thread(
    club: Gathering,
) -> None:
    first, _ = await club.begin(4, rounds=2)
    await club.news.let_in(first, 110)
    assert club.channel.threads == []


async def test_boards_of_one_thread_do_not_make_room_for_each_other(club: Gathering) -> None:
    _, second = await club.begin(4)
    await club.parts.show(second.id)
    club.parts.stage.is_buried = True
    club.parts.clock.time += LOOK_AGAIN + 1
    await club.parts.show(second.id)
    assert club.parts.stage.taken("post_board") == ["post_board"]


async def test_nobody_is_called_to_the_first_move_of_a_round_for_a_minute(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    for number in (1, 2):
        people = [one for row in await club.tables(number) for one in row.members if one.user_id]
        assert {one.acted for one in people} == {club.parts.clock.time}
        await club.play_rounds(number)


async def test_calls_to_tables_that_share_a_thread_wait_for_room_there(club: Gathering) -> None:
    parts = club.parts
    await club.begin(6)
    tables = await club.tables()
    for row in tables:
        await parts.show(row.id)
    full = {REMAINING: "0", "X-RateLimit-Reset-After": "0.3"}
    parts.clock.time += QUIET
    parts.publisher.buckets.note_limits("POST", f"/channels/{CHANNEL}/messages", full)
    for row in tables:
        parts.publisher.request(row.id, CALL)
    await rounds()
    assert parts.stage.taken("ping") == []
    parts.clock.time += 1.0
    await parts.publisher.idle()
    assert len(parts.stage.taken("ping")) == 2


# Who leaves an evening in mid-round: their seat, and the rounds that follow.


async def test_join_gives_who_left_their_seat_of_the_round_back(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    for number in (1, 2):
        await club.evenings.leave(await club.evening(), 101)
        back = await club.evenings.join(await club.evening(), person(101), GUILD)
        assert back.since == number
        (seat,) = [m for row in await club.tables(number) for m in row.members if m.user_id == 101]
        assert seat.presence is Presence.HERE
        assert [one.gone for one in await club.people()] == [None] * 4
        await club.play_rounds(number)


async def test_who_comes_back_to_their_seat_is_in_the_evening_again(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    await club.evenings.leave(await club.evening(), 101)
    await club.later(0)
    (row,) = [row for row in await club.tables() for m in row.members if m.user_id == 101]
    assert [one.gone for one in await club.people()] == [1, None, None, None]
    await club.parts.tables.come_back(row.id, 101)
    await club.heard(row.id)
    assert [one.gone for one in await club.people()] == [None] * 4


async def test_who_leaves_when_their_table_is_over_stays_out(club: Gathering) -> None:
    tables = await club.begin(4, rounds=2)
    first, second = tables
    await club.play(first.id)
    user = next(m.user_id for m in first.members if m.user_id is not None)
    await club.evenings.leave(await club.evening(), user)
    await club.play(second.id)
    assert [one.user_id for one in await club.people() if one.gone] == [user]


# An evening some of whose people have their data deleted in the middle of it.


async def erase(club: Gathering, user: int) -> None:
    await Erasing(club.parts.store, club.parts.tables, club.parts.clock).erase(user, "Someone")


def people_at(*tables: MatchRow) -> set[int]:
    return {m.user_id for row in tables for m in row.members if m.user_id and m.user_id > 0}


async def test_who_is_erased_at_a_table_is_dealt_in_no_more_and_it_goes_on(club: Gathering) -> None:
    tables = await club.begin(5, rounds=2)
    gone = min(people_at(*tables))
    await erase(club, gone)
    assert people_at(*await club.tables()) == people_at(*tables) - {gone}
    await club.play_rounds(1)
    assert people_at(*await club.tables(2)) == people_at(*tables) - {gone}
    await club.play_round(2)
    assert (await club.evening()).ended is not None
    places = {one.user_id: one.place for one in await club.people()}
    (nobody,) = places.keys() - people_at(*tables)
    assert nobody < 0
    assert gone not in places
    assert [one for one, place in places.items() if place is None] == [nobody]  # chose nothing
    assert await club.parts.store.database.read(of_person, gone) == []


async def test_it_goes_on_where_all_people_of_its_first_table_have_gone(club: Gathering) -> None:
    first, second = await club.begin(4, rounds=2)
    await club.play_round(1)
    for user in people_at(first):
        await erase(club, user)
    await club.later(BREAK)
    assert people_at(*await club.tables(2)) == people_at(second)
    await club.play_round(2)
    assert (await club.evening()).ended is not None


async def told(club: Gathering) -> list[tuple[int, str, float, int]]:
    """Return what an evening came to: places, names, points, and in how many rounds."""
    totals = (await club.evenings.standing(await club.evening())).totals
    played = [sum(points is not None for points in one.rounds) for one in totals]
    return [
        (one.place, one.name, one.points, n) for one, n in zip(totals, played, strict=True)
    ]  # fmt: skip


async def test_nobody_elses_place_changes_when_people_are_deleted(club: Gathering) -> None:
    tables = await club.begin(5, rounds=2)
    await club.play_rounds(1, 2)
    before, stored = await told(club), await club.people()
    alone = {user for row in tables for user in people_at(row) if len(people_at(row)) == 2}
    winner = next(one.user_id for one in stored if one.place == 1)
    gone = {*alone, winner}
    names = {one.name for one in stored if one.user_id in gone}
    for user in gone:
        await erase(club, user)
    after = [
        (place, "Someone" if name in names else name, points, rounds)
        for place, name, points, rounds in before
    ]
    assert sorted(await told(club)) == sorted(after)
    assert "the result for 5 players" in "".join(club.channel.standing.values())
    kept = await club.people()
    assert sorted((one.place, one.points) for one in kept) == sorted(
        (one.place, one.points) for one in stored
    )
    assert not names & {one.name for one in kept}
    numbers = {one.user_id for one in kept if one.name == "Someone"}
    assert len(numbers) == len(gone)
    rows = [row for number in (1, 2) for row in await club.tables(number)]
    assert numbers == {m.user_id for row in rows for m in row.members if m.is_anonymous}
