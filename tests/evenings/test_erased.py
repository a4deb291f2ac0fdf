"""An evening some of whose people have their data deleted in the middle of it."""

from __future__ import annotations

from bot.evenings.round import BREAK
from bot.privacy.erasing import Erasing
from bot.privacy.store import PrivacyStore
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
    assert places.keys() == people_at(*tables) - {gone}
    assert None not in places.values()
    assert (await PrivacyStore(club.parts.store).personal(gone)).evenings == ()


async def test_it_goes_on_where_its_first_table_went_with_all_its_people(club: Gathering) -> None:
    first, second = await club.begin(4, rounds=2)
    await club.play_round(1)
    for user in people_at(first):
        await erase(club, user)
    assert await club.parts.store.match(first.id) is None
    await club.later(BREAK)
    assert people_at(*await club.tables(2)) == people_at(second)
    await club.play_round(2)
    assert (await club.evening()).ended is not None
