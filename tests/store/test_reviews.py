"""Reviews are kept for who played the seat, the newest version only."""

from __future__ import annotations

from dataclasses import replace

from bot.reviews import store as reviews
from bot.reviews.store import ReviewRow, ReviewStore
from bot.store import MatchId, Store
from tests.store.samples import ALICE, BOB, CAROL, TABLE, ending


async def over(store: Store, touched: float, game: str = "cloud_nine") -> MatchId:
    """Store a game of Alice, Bob and a house player that was played out at a time."""
    row = await store.new_match(replace(TABLE, game=game))
    await store.commit(ending(row, {ALICE: 5, BOB: 3, None: 1}, touched=touched))
    return row.id


async def test_a_review_is_found_by_its_seat_and_version(store: Store) -> None:
    match_id = await over(store, 5.0)
    kept = ReviewRow(match_id, 1, ALICE, 1, 75.5, '{"a": 1}')
    assert await ReviewStore(store.database).get(match_id, 1, 1) is None
    await ReviewStore(store.database).put(kept)
    assert await ReviewStore(store.database).get(match_id, 1, 1) == kept
    assert await ReviewStore(store.database).get(match_id, 2, 1) is None
    assert await ReviewStore(store.database).get(match_id, 1, 2) is None


async def test_a_newer_version_takes_the_place_of_an_older_one(store: Store) -> None:
    match_id = await over(store, 5.0)
    old = ReviewRow(match_id, 1, ALICE, 1, 75.5, "{}")
    new = replace(old, version=2, accuracy=None, body="[]")
    await ReviewStore(store.database).put(old)
    await ReviewStore(store.database).put(new)
    assert await ReviewStore(store.database).get(match_id, 1, 1) is None
    assert await ReviewStore(store.database).get(match_id, 1, 2) == new
    assert await store.database.read(reviews.of, ALICE) == [new]


async def test_nothing_is_kept_of_a_seat_that_is_not_theirs_any_more(store: Store) -> None:
    """A person may have had their data deleted while the review was being made."""
    match_id = await over(store, 5.0)
    await ReviewStore(store.database).put(ReviewRow(match_id, 1, BOB, 1, 75.5, "{}"))
    await ReviewStore(store.database).put(ReviewRow(MatchId(404), 1, ALICE, 1, 75.5, "{}"))
    assert await ReviewStore(store.database).get(match_id, 1, 1) is None
    assert await ReviewStore(store.database).get(MatchId(404), 1, 1) is None


async def test_the_mean_accuracy_is_of_one_version_of_the_analysis(store: Store) -> None:
    kept = ReviewStore(store.database)
    first, second, third, fourth = [await over(store, when) for when in (9.0, 5.0, 7.0, 8.0)]
    for match_id, version, accuracy in (
        (first, 2, 90.0), (second, 2, None), (third, 2, 70.0), (fourth, 1, 10.0),
    ):  # fmt: skip
        await kept.put(ReviewRow(match_id, 1, ALICE, version, accuracy, "{}"))
        await kept.put(ReviewRow(match_id, 2, BOB, 2, 33.0, "{}"))
    assert await kept.mean_accuracy(ALICE, 2) == 80.0
    assert await kept.mean_accuracy(ALICE, 2, 3) is None
    assert await kept.mean_accuracy(ALICE, 1) == 10.0
    assert await kept.mean_accuracy(BOB, 2) == 33.0
    assert await kept.mean_accuracy(CAROL, 2) is None
