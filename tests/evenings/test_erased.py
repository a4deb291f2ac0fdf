"""An evening some of whose people have their data deleted in the middle of it."""

from __future__ import annotations

from bot.evenings.rules import BREAK
from bot.evenings.store import of_person
from bot.privacy.service import Erasing
from bot.store.rows import MatchRow
from tests.evenings.stand import Gathering


async def erase(club: Gathering, user: int) -> None:
    await Erasing(club.parts.store, club.parts.tables, club.parts.clock, "Someone").erase(user)


def people_at(*tables: MatchRow) -> set[int]:
    return {m.user_id for row in tables for m in row.members if m.user_id and m.user_id > 0}


async def test_who_is_erased_at_a_table_is_dealt_in_no_more_and_it_goes_on(
    club: Gathering,
) -> None:
    tables = await club.begin(5, rounds=2)
    gone = min(people_at(*tables))
    await erase(club, gone)
    assert people_at(*await club.tables()) == people_at(*tables) - {gone}
    await club.play_round(1)
    await club.later(BREAK)
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
    for number in (1, 2):
        await club.play_round(number)
        await club.later(BREAK)
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
    assert "the result of 5 people" in "".join(club.channel.standing.values())
    kept = await club.people()
    assert sorted((one.place, one.points) for one in kept) == sorted(
        (one.place, one.points) for one in stored
    )
    assert not names & {one.name for one in kept}
    numbers = {one.user_id for one in kept if one.name == "Someone"}
    assert len(numbers) == len(gone)
    rows = [row for number in (1, 2) for row in await club.tables(number)]
    assert numbers == {m.user_id for row in rows for m in row.members if m.is_anonymous}
