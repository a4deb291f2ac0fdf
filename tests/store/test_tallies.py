from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.privacy.store import PrivacyStore
from bot.ratings.tallies import Against, Tallies
from bot.store import Commit, Store
from tests.store.samples import ALICE, BOB, CAROL, TABLE, ending
from tests.store.test_results import GAME, hinted, house, play, stood_in


@pytest.mark.parametrize("helped", [hinted, stood_in])
async def test_a_game_with_a_hint_or_finished_by_a_stand_in_puts_nobody_ahead(
    store: Store, helped: Callable[[Commit, int], Commit]
) -> None:
    await store.commit(helped(ending(await store.new_match(TABLE), {ALICE: 90, BOB: 60}), ALICE))
    assert await Tallies(store.database).against(ALICE, BOB) == {}
    assert await Tallies(store.database).against(BOB, ALICE) == {}


async def test_what_does_not_count_in_the_leaderboard_puts_nobody_ahead(store: Store) -> None:
    unrated = replace(TABLE, rated=False)
    await store.commit(ending(await store.new_match(unrated), {ALICE: 9, BOB: 4}))
    await store.commit(
        house(ending(await store.new_match(TABLE), {ALICE: 9, None: 4}), level="easy")
    )
    await store.new_match(TABLE)
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
