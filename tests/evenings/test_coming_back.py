"""Who leaves an evening in mid-round: their seat, and the rounds that follow."""

from __future__ import annotations

from bot.evenings.rules import BREAK
from bot.store.rows import Presence
from tests.evenings.stand import GUILD, Gathering, person


async def test_join_gives_who_left_their_seat_of_the_round_back(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    for number in (1, 2):
        await club.evenings.leave(await club.evening(), 101)
        back = await club.evenings.join(await club.evening(), person(101), GUILD)
        assert back.since == number
        (seat,) = [m for row in await club.tables(number) for m in row.members if m.user_id == 101]
        assert seat.presence is Presence.HERE
        assert [one.gone for one in await club.people()] == [None] * 4
        await club.play_round(number)
        await club.later(BREAK)


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
