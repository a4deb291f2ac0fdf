"""One row into the next: versions, deadlines, votes and results."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

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
from bot.match.table.state import Table
from bot.match.table.times import LOBBY_MINUTES
from bot.store.rows import Member, MoveRow, Presence, Status
from engine.chance import SEED_BYTES, commitment
from tests.match.rows import lobby_row, tables

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
