"""The authority: guards, votes, leaving, two clicks at once, rows and the names in them."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.errors import Refused, Stale
from bot.match.table.change import (
    chain,
    changed,
    house_seats,
    is_ended_by_votes,
    moved,
    results_of,
    seated_together,
    touched_lobby,
    with_house,
)
from bot.match.table.names import hide_name, names_for, row_for, show_name
from bot.match.table.state import Table, is_given_up, is_waiting, require_neutral, someone_at
from bot.match.table.times import LOBBY_MINUTES
from bot.preferences.person import person_settings, set_person
from bot.ratings.rules import Conduct
from bot.ratings.service import Rater
from bot.ratings.store import RatingStore
from bot.store.rows import Commit, Location, MatchId, MatchRow, Member, MoveRow, Presence, Status
from engine.chance import SEED_BYTES, commitment
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CLEO, DORA, Hall, opened, start
from tests.match.rows import SAY, lobby_row, tables
from tests.match.stand import Parts, refuses
from tests.store.samples import ALICE, BOB, CHANNEL, GUILD, TABLE, ending

# The authority: guards, votes, leaving, and two clicks at once.


async def playing(hall: Hall, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> Table:
    """Start a game and give its table."""
    row = await start(hall.lobbies, await opened(hall.lobbies, people))
    return await hall.tables.load(row.id)


def mover(table: Table) -> tuple[int, str]:
    """Return who is to move and a legal move of theirs."""
    seat = table.to_act()[0]
    return table.member(seat).user_id or 0, table.legal(seat)[0]


def refusal(error: pytest.ExceptionInfo[Refused]) -> str:
    return error.value.key


async def test_a_move_is_stored_before_anybody_hears_of_it(hall: Hall) -> None:
    table, heard = await playing(hall), []

    async def listen(row: MatchRow) -> None:
        stored = await hall.store.match(row.id)
        heard.append(stored == row)

    hall.tables.listeners.append(listen)
    user, code = mover(table)
    after = await hall.tables.play(table.row.id, user, 0, code)
    assert heard == [True]
    assert after.row.moves == 1
    assert (await hall.tables.replayed(table.row.id)).begun.state == after.begun.state


async def test_of_two_clicks_at_once_one_counts_and_a_change_of_an_old_version_is_stale(
    hall: Hall,
) -> None:
    table = await playing(hall)
    user, code = mover(table)
    both = (hall.tables.play(table.row.id, user, 0, code) for _ in range(2))
    done = await asyncio.gather(*both, return_exceptions=True)
    assert [type(result) for result in done] == [Table, Stale]
    assert len(await hall.store.moves(table.row.id)) == 1
    with pytest.raises(Stale):
        await hall.tables.store(Commit(table.row))


async def test_a_refused_move_says_why_and_changes_nothing(hall: Hall) -> None:
    table = await playing(hall)
    mine, _ = mover(table)
    for user, moves, code, key in (
        (DORA, 0, "play KH", "refused.not_seated"),
        (mine, 7, "play KH", "refused.stale"),
        (mine, 0, "take KH", "illegal.cloud_nine.wrong_phase"),
        (mine, 0, "jump", "illegal.cloud_nine.unreadable"),
    ):
        with refuses(key):
            await hall.tables.play(table.row.id, user, moves, code)
        assert (await hall.tables.load(table.row.id)).row == table.row


async def test_moves_out_of_turn_in_a_lobby_and_at_no_table_are_refused(hall: Hall) -> None:
    table = await playing(hall)
    user, code = mover(table)
    other = next(person for person in (ADA, BEN, CLEO) if person != user)
    with pytest.raises(Refused) as error:
        await hall.tables.play(table.row.id, other, 0, code)
    assert refusal(error) == "refused.not_your_turn"
    assert error.value.values["name"] == someone_at(table.row, table.to_act()[0])
    for question in (hall.tables.load, hall.tables.replayed, hall.tables.close):
        with refuses("refused.no_match"):
            await question(MatchId(99))
    row = await opened(hall.lobbies)
    with refuses("refused.not_started"):
        await hall.tables.play(row.id, ADA, 0, "play KH")


async def test_a_house_player_moves_for_who_left_until_they_are_back(hall: Hall) -> None:
    table = await playing(hall)
    user, code = mover(table)
    assert not await hall.tables.play_house(table.row.id)
    for _ in range(2):
        left = await hall.tables.leave(table.row.id, user)
        assert left.deadline is not None
        with refuses("refused.away"):
            await hall.tables.play(table.row.id, user, 0, code)
        with refuses("refused.already_away"):
            await hall.tables.leave(table.row.id, user)
        back = await hall.tables.come_back(table.row.id, user)
        assert back.deadline is None
        assert await hall.tables.come_back(table.row.id, user) == back
    assert (await hall.tables.play(table.row.id, user, 0, code)).row.moves == 1
    table = await hall.tables.load(table.row.id)
    await hall.tables.leave(table.row.id, mover(table)[0])
    assert await hall.tables.play_house(table.row.id)
    last = (await hall.store.moves(table.row.id))[-1]
    assert (last.seat, last.by) == (table.to_act()[0], None)


async def test_the_last_person_to_leave_closes_the_match_and_is_told_so_before(hall: Hall) -> None:
    row = (await playing(hall, (ADA, BEN))).row
    assert (await hall.tables.without(row.id, ADA)).status is Status.PLAYING
    assert (await hall.tables.leave(row.id, ADA)).status is Status.PLAYING
    assert (await hall.tables.without(row.id, BEN)).status is Status.CLOSED
    with refuses("refused.already_away"):
        await hall.tables.without(row.id, ADA)
    assert (await hall.tables.load(row.id)).row.status is Status.PLAYING
    closed = await hall.tables.leave(row.id, BEN)
    assert (closed.status, closed.deadline) == (Status.CLOSED, None)
    assert not await hall.store.results(row.id)


async def played(hall: Hall, people: tuple[int, ...], moves: int = 3) -> MatchRow:
    """Start a game and play some moves."""
    table = await playing(hall, people)
    while table.row.moves < moves:
        user, code = mover(table)
        if user:
            table = await hall.tables.play(table.row.id, user, None, code)
        else:
            await hall.tables.play_house(table.row.id)
            table = await hall.tables.load(table.row.id)
    return table.row


async def test_house_players_finish_a_game_that_counts_and_nobody_is_left(hall: Hall) -> None:
    """So that a loser who plays alone, or the last one to go, cannot undo it for ratings."""
    row = await played(hall, (ADA, BEN))
    await hall.tables.leave(row.id, ADA)
    left = await hall.tables.without(row.id, BEN)
    assert (left.status, is_given_up(left), is_waiting(left)) == (Status.PLAYING, True, False)
    left = await hall.tables.leave(row.id, BEN)
    assert left.deadline is not None
    while await hall.tables.play_house(row.id):
        pass
    assert (await hall.tables.load(row.id)).row.status is Status.OVER
    await Rater(hall.store).rate_waiting()
    (ended,) = await RatingStore(hall.store.database).ended(0, 9)
    people = [seat.conduct for seat in ended.seats if seat.is_person]
    assert people == [Conduct.FORFEIT] * 2


async def test_whoever_is_there_alone_leaves_by_a_vote_to_end(hall: Hall) -> None:
    row = await played(hall, (ADA,))
    after = await hall.tables.vote_end(row.id, ADA)
    assert (after.status, is_given_up(after)) == (Status.PLAYING, True)


async def test_a_game_that_would_not_count_ends_without_its_people(hall: Hall) -> None:
    row = await opened(hall.lobbies, (ADA,))
    for _ in range(2):
        row = await hall.lobbies.add_house(row.id, ADA, "easy")
    await start(hall.lobbies, row)
    assert (await hall.tables.leave(row.id, ADA)).status is Status.CLOSED


async def test_more_than_half_of_the_votes_of_those_who_are_there_close_the_match(
    hall: Hall,
) -> None:
    row = (await playing(hall)).row
    assert (await hall.tables.vote_end(row.id, ADA)).status is Status.PLAYING
    with refuses("refused.already_voted"):
        await hall.tables.vote_end(row.id, ADA)
    # A vote can be taken back, once, and given again.
    assert (await hall.tables.vote_end(row.id, ADA, wants=False)).votes == ()
    with refuses("refused.not_voted"):
        await hall.tables.vote_end(row.id, ADA, wants=False)
    assert (await hall.tables.vote_end(row.id, ADA)).votes == (ADA,)
    # A vote goes with who leaves, and they have none then.
    assert (await hall.tables.leave(row.id, ADA)).votes == ()
    with refuses("refused.away"):
        await hall.tables.vote_end(row.id, ADA)
    assert (await hall.tables.vote_end(row.id, BEN)).status is Status.PLAYING
    assert (await hall.tables.vote_end(row.id, CLEO)).status is Status.CLOSED
    row = (await playing(hall)).row
    await hall.tables.vote_end(row.id, ADA)
    assert (await hall.tables.vote_end(row.id, CLEO)).status is Status.CLOSED


async def counting(hall: Hall) -> MatchRow:
    """Start a game of three people in which everybody has had a turn."""
    row = (await playing(hall)).row
    while row.moves < len(row.members):
        user, code = mover(await hall.tables.load(row.id))
        row = (await hall.tables.play(row.id, user, row.moves, code)).row
    return row


async def test_a_game_that_counts_ends_by_the_votes_of_all_its_people_and_no_fewer(
    hall: Hall,
) -> None:
    row = await counting(hall)
    for user in (ADA, BEN):
        assert (await hall.tables.vote_end(row.id, user)).status is Status.PLAYING
    assert (await hall.tables.vote_end(row.id, CLEO)).status is Status.CLOSED


async def test_who_leaves_a_game_that_counts_takes_it_from_nobody(hall: Hall) -> None:
    row = await counting(hall)
    for user in (ADA, BEN):
        await hall.tables.vote_end(row.id, user)
    row = await hall.tables.leave(row.id, CLEO)
    assert (row.status, row.votes) == (Status.PLAYING, (ADA, BEN))
    await hall.tables.vote_end(row.id, ADA, wants=False)
    with refuses("refused.no_vote"):
        await hall.tables.vote_end(row.id, ADA)


async def test_who_is_late_in_a_game_that_counts_is_not_outvoted(hall: Hall) -> None:
    row = await counting(hall)
    late = tuple(
        replace(member, presence=Presence.LATE) if member.user_id == CLEO else member
        for member in row.members
    )
    async with hall.tables.locked(row.id) as row:
        after = replace(row, version=row.version + 1, members=late)
        await hall.tables.store_present(after)
    for user in (ADA, BEN):
        assert (await hall.tables.vote_end(row.id, user)).status is Status.PLAYING


async def test_nobody_decides_as_a_moderator_about_a_game_of_their_own_that_counts(
    hall: Hall,
) -> None:
    row = (await playing(hall)).row
    require_neutral(row, ADA)
    row = await counting(hall)
    require_neutral(row, DORA)
    for after in (row, await hall.tables.leave(row.id, ADA)):
        with refuses("refused.own_game"):
            require_neutral(after, ADA)


async def test_leaving_can_make_the_votes_of_those_who_stay_enough(hall: Hall) -> None:
    row = (await playing(hall)).row
    await hall.tables.vote_end(row.id, ADA)
    assert (await hall.tables.without(row.id, ADA)).status is Status.PLAYING
    assert (await hall.tables.leave(row.id, BEN)).status is Status.PLAYING
    assert (await hall.tables.without(row.id, CLEO)).status is Status.CLOSED
    assert (await hall.tables.leave(row.id, CLEO)).status is Status.CLOSED


async def test_closed_direct_messages_are_stored_once_and_a_closed_match_stays_closed(
    hall: Hall,
) -> None:
    row = (await playing(hall)).row
    for _ in range(2):
        await hall.tables.mark_dm(row.id, BEN, dm=False)
    after = (await hall.tables.load(row.id)).row
    assert after.version == row.version + 1
    assert {m.user_id: m.dm for m in after.members} == {ADA: True, BEN: False, CLEO: True}
    await hall.tables.close(row.id)
    for again in (hall.tables.close(row.id), hall.tables.leave(row.id, ADA)):
        with refuses("refused.over"):
            await again
    assert not await hall.tables.play_house(row.id)


async def test_the_table_tells_a_seat_only_what_it_may_hear(hall: Hall) -> None:
    table = await playing(hall)
    user, code = mover(table)
    dealt: Any = table.view(Seat(2))
    await hall.tables.play(table.row.id, user, 0, code)
    replayed = await hall.tables.replayed(table.row.id)
    assert replayed.begun.happened
    hidden: Any = replayed.view(Seat(1))
    heard = str([replayed.begun.heard(None), replayed.begun.heard(Seat(2))])
    own: Any = replayed.view(Seat(2))
    assert [card for card in own.hand.cards if f"'{card}'" in heard]
    # The two jokers look alike: one that was dealt to this seat or played is heard of, whoever
    # holds the other.
    others = set(hidden.hand.cards) - set(dealt.hand.cards) - {code}
    assert not [card for card in others if f"'{card}'" in heard]


# One row into the next: versions, deadlines, votes and results.

NAMES = ("Ada", "Ben", "Cleo")


def test_every_change_is_a_version_and_a_touched_lobby_has_half_an_hour() -> None:
    row = lobby_row("Ada")
    after = changed(row, 5.0, moves=3)
    assert (after.version, after.touched, after.moves) == (row.version + 1, 5.0, 3)
    assert touched_lobby(lobby_row("Ada"), 5.0).deadline == 5.0 + LOBBY_MINUTES * 60


def after_move(table: Table, by: int | None) -> Table:
    seat = table.to_act()[0]
    code = table.legal(seat)[0]
    course = table.begun.then(seat, code)
    move = MoveRow(table.row.moves + 1, seat, code, by, 9.0)
    return Table(moved(table.row, move, course, delay=lambda: 2.0).row, course)


def test_a_move_counts_and_notes_when_its_person_did_something_and_no_house_player() -> None:
    table = next(tables(*NAMES))
    seat = table.to_act()[0]
    assert after_move(table, by=101).member(seat).acted == 9.0
    assert after_move(table, by=None).member(seat).acted == 0.0
    after = after_move(next(tables(*NAMES)), by=101)
    assert (after.row.moves, after.row.status) == (1, Status.PLAYING)
    assert results_of(after.row, after.begun) == ()


def test_the_last_move_ends_the_match_with_everybodys_result() -> None:
    *_, before, last = tables(*NAMES)
    after = after_move(before, by=101)
    assert after.row.status is Status.OVER
    assert after.row.deadline is None
    results = results_of(last.row, last.begun)
    assert [result.name for result in results] == list(NAMES)
    best = max(result.score for result in results)
    assert all(result.won is (result.score == best) for result in results)
    assert {result.deals for result in results} == {1}
    assert all(result.best_deal == result.score for result in results)


def test_a_result_keeps_the_level_of_whoever_finished_and_who_took_a_hint() -> None:
    *_, last = tables(*NAMES)
    first, second, third = last.row.members

    def of(*seated: Member) -> list[tuple[str | None, bool]]:
        results = results_of(replace(last.row, members=seated), last.begun)
        assert [result.user_id for result in results] == [member.user_id for member in seated]
        return [(result.level, result.hinted) for result in results]

    house = replace(second, key="house:1", level="easy"), replace(third, key="house:2")
    assert of(replace(first, hinted=True), *house) == [
        (None, True), ("easy", False), ("normal", False),
    ]  # fmt: skip
    # No expert plays Cloud Nine.
    assert of(first, replace(house[0], level="expert"), house[1])[1] == ("hard", False)
    left = replace(first, presence=Presence.LEFT), replace(second, presence=Presence.LATE)
    assert of(*left, third) == [("normal", False), ("normal", False), (None, False)]


@pytest.mark.parametrize(
    ("away", "votes", "ended"),
    [((), (1,), False), ((), (1, 2), True), ((3,), (1,), False), ((2, 3), (1,), True),
     ((1, 2, 3), (), False)],
)  # fmt: skip
def test_more_than_half_of_those_present_end_it(
    away: tuple[int, ...], votes: tuple[int, ...], ended: bool
) -> None:
    row = lobby_row(*NAMES)
    members = tuple(
        replace(member, presence=Presence.LEFT if number in away else Presence.HERE)
        for number, member in enumerate(row.members, start=1)
    )
    assert is_ended_by_votes(replace(row, members=members, votes=votes)) is ended


def test_the_first_commitment_commits_the_secrets_of_all_rounds() -> None:
    last = bytes(range(SEED_BYTES))
    secrets = chain(last, 9)
    assert len(secrets) == 9
    assert secrets[-1] == last
    assert all(commitment(later) == secret.hex() for secret, later in pairwise(secrets))
    assert {len(secret) for secret in secrets} == {SEED_BYTES}
    # Who knows the last one makes the same ones again, however many they ask for.
    assert chain(last, 3) == secrets[-3:]
    assert chain(last, 1) == (last,)


@pytest.mark.parametrize("seed", range(20))
def test_house_players_take_the_seats_that_are_drawn_for_them(seed: int) -> None:
    drawn = bytes([seed]) * SEED_BYTES
    house, people = ["house:1", "house:2"], ["10", "20", "30"]
    table = seated_together(drawn, people, house, 5)
    seats = house_seats(drawn, 5)
    assert sorted(seats) == [1, 2, 3, 4, 5]
    assert [table[seat - 1] for seat in seats[:2]] == house
    empty = tuple(None if key in house else key for key in table)
    assert with_house(drawn, empty, house) == table


# What stands in place of a name outside the servers it is known in.

ELSEWHERE = 77
KNOWN = {ALICE: "Alice", BOB: "Bob"}


async def number_of(parts: Parts, user: int = ALICE) -> int:
    number = (await person_settings(parts.store, user)).number
    assert number is not None
    return number


async def test_a_name_is_hidden_as_long_as_somebody_wishes_but_where_they_have_played(
    parts: Parts,
) -> None:
    assert await names_for(parts.store, KNOWN, ELSEWHERE, SAY) == KNOWN
    await hide_name(parts.store, ALICE)
    hidden = {ALICE: f"Player {await number_of(parts)}", BOB: "Bob"}
    for server in (ELSEWHERE, None):
        assert await names_for(parts.store, KNOWN, server, SAY) == hidden
    await show_name(parts.store, ALICE)
    assert await names_for(parts.store, KNOWN, ELSEWHERE, SAY) == KNOWN
    there = await parts.store.new_match(replace(TABLE, guild_id=ELSEWHERE))
    end = ending(there, {ALICE: 2, BOB: 1, None: 0})
    assert await parts.store.commit(end)
    await hide_name(parts.store, ALICE)
    shown = await names_for(parts.store, KNOWN, ELSEWHERE, SAY)
    assert shown == {ALICE: f"name of {ALICE}", BOB: "Bob"}


async def test_the_number_stays_and_another_time_is_another(parts: Parts) -> None:
    """Drawn at random, it cannot follow from the id."""
    await hide_name(parts.store, ALICE)
    first = await number_of(parts)
    await hide_name(parts.store, ALICE)
    assert await number_of(parts) == first
    drawn = {first}
    for _ in range(5):
        await show_name(parts.store, ALICE)
        await hide_name(parts.store, ALICE)
        drawn.add(await number_of(parts))
    assert len(drawn) > 1


async def test_no_two_people_have_one_number(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _most: 7)
    await set_person(parts.store, BOB, number=1007)
    await hide_name(parts.store, ALICE)
    assert await number_of(parts) == 10007


async def test_a_game_names_people_to_its_own_server_alone(parts: Parts) -> None:
    row = replace(TABLE, status=Status.OVER)
    here, there = Location(GUILD, CHANNEL + 1), Location(ELSEWHERE, 3)
    await hide_name(parts.store, ALICE)
    assert await row_for(parts.store, row, here, SAY) is row
    shown = await row_for(parts.store, row, there, SAY)
    number = await number_of(parts)
    assert [member.name for member in shown.members] == [f"Player {number}", "Bob", "Nim"]
    assert [member.key for member in shown.members] == [member.key for member in row.members]
