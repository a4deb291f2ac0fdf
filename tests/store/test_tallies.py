from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.privacy.store import PrivacyStore
from bot.ratings.tallies import Against, Tallies, Tally
from bot.store import Commit, Store
from engine.game import by_place
from tests.store.samples import ALICE, BOB, CAROL, TABLE, ending
from tests.store.test_results import GAME, hinted, house, play, stood_in


async def tally_of(store: Store, user: int) -> Tally:
    tally = await Tallies(store.database).of(user, GAME)
    assert tally is not None
    return tally


async def test_places_are_counted_and_equals_share_one(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 4})
    await play(store, {ALICE: 3, BOB: 8, CAROL: 1})
    await play(store, {ALICE: 3, BOB: 8, None: 5})
    assert (await tally_of(store, ALICE)).places == (1, 1, 1)
    assert (await tally_of(store, BOB)).places == (2, 1)
    assert (await tally_of(store, CAROL)).places == (0, 1, 1)
    assert await Tallies(store.database).of(ALICE, "nimbly") is None


async def test_a_winner_is_before_who_has_as_many_points(store: Store) -> None:
    commit = ending(await store.new_match(TABLE), {ALICE: 5, BOB: 5, CAROL: 5})
    results = tuple(replace(result, won=result.user_id == BOB) for result in commit.results)
    await store.commit(replace(commit, results=results))
    users = (ALICE, BOB, CAROL)
    for place, seat in by_place((5, 5, 5), winners=(2,)):
        places = (await tally_of(store, users[seat - 1])).places
        assert places == (0,) * (place - 1) + (1,)


async def test_the_best_deals_come_first_and_there_are_three(store: Store) -> None:
    for score in (20, 60, 40, 80):
        await play(store, {ALICE: score, BOB: 0})
    tally = await tally_of(store, ALICE)
    assert tally.best == (40, 30, 20)
    assert tally.games == 4
    assert (tally.first, tally.last) == (1.0, 4.0)


@pytest.mark.parametrize("helped", [hinted, stood_in])
async def test_a_game_with_a_hint_or_finished_by_a_stand_in_is_one_without_a_place(
    store: Store, helped: Callable[[Commit, int], Commit]
) -> None:
    await store.commit(helped(ending(await store.new_match(TABLE), {ALICE: 90, BOB: 60}), ALICE))
    alice, bob = await tally_of(store, ALICE), await tally_of(store, BOB)
    assert (alice.games, alice.places, alice.best) == (1, (), ())
    assert (bob.games, bob.places, bob.best) == (1, (0, 1), (30,))
    assert await Tallies(store.database).against(ALICE, BOB) == {}
    assert await Tallies(store.database).against(BOB, ALICE) == {}


async def test_what_does_not_count_in_the_leaderboard_has_no_tally(store: Store) -> None:
    unrated = replace(TABLE, rated=False)
    await store.commit(ending(await store.new_match(unrated), {ALICE: 9, BOB: 4}))
    await store.commit(
        house(ending(await store.new_match(TABLE), {ALICE: 9, None: 4}), level="easy")
    )
    await store.new_match(TABLE)
    assert await Tallies(store.database).of(ALICE, GAME) is None
    assert await Tallies(store.database).against(ALICE, BOB) == {}


async def test_two_people_are_compared_by_game_and_from_either_side(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 12})
    await play(store, {ALICE: 9, BOB: 4})
    await play(store, {ALICE: 2, BOB: 3})
    await play(store, {ALICE: 9, CAROL: 4, None: 6})
    await play(store, {BOB: 5, ALICE: 5}, game="nimbly")
    assert await Tallies(store.database).against(ALICE, BOB) == {
        GAME: Against(2, 0, 1), "nimbly": Against(0, 1, 0),
    }  # fmt: skip
    assert await Tallies(store.database).against(BOB, ALICE) == {
        GAME: Against(1, 0, 2), "nimbly": Against(0, 1, 0),
    }  # fmt: skip
    assert await Tallies(store.database).against(BOB, CAROL) == {GAME: Against(0, 0, 1)}
    assert await Tallies(store.database).against(ALICE, ALICE) == {}


async def test_whose_data_was_deleted_is_not_compared(store: Store) -> None:
    commit: Commit = await play(store, {ALICE: 9, BOB: 4})
    assert commit.results
    assert await PrivacyStore(store).erase(BOB, "Someone", 0.0, [])
    assert await Tallies(store.database).against(ALICE, BOB) == {}
    assert (await tally_of(store, ALICE)).places == (1,)
