"""Tries as both engines keep them: what counts for a place, and what for a streak."""

from __future__ import annotations

from dataclasses import replace

from bot.daily.rules import Day, Field
from bot.daily.store import DailyStore
from bot.daily.tries import ASIDE, MENDS, Try
from bot.match.table.kind import new_series
from bot.store import Store
from bot.store.rows import MatchId
from tests.store.samples import ALICE, BOB, CAROL, TABLE, ending

DAY = Day(20_785)


async def played(
    store: Store, day: Day, user: int, score: int, *, later: str | None = None
) -> MatchId:
    """Store a try that was played out, against one who has 50."""
    kept = DailyStore(store.database)
    await store.series.add([new_series(day.key, day.game, day.options, day.opens, day.closes)])
    if later is not None:
        await store.series.close(day.key, day.closes)
    found = Try(day.number, user, MatchId(0), day.opens, later=later)
    begun = await kept.begin(found, replace(TABLE, series=day.key, rated=False))
    assert begun is not None
    row = await store.match(begun[0].match_id)
    assert row is not None
    assert await store.commit(ending(row, {user: score, None: 50}))
    return row.id


async def test_places_are_those_of_the_day_itself_and_equals_share_one(store: Store) -> None:
    kept = DailyStore(store.database)
    for user, score in ((ALICE, 60), (BOB, 40), (CAROL, 60)):
        await played(store, DAY, user, score)
    await kept.give_up(await played(store, DAY, 404, 99))
    await played(store, DAY.plus(1), BOB, 10)
    await played(store, DAY.plus(1), ALICE, 90, later=ASIDE)
    assert await kept.places(BOB, 30) == []
    for day in (DAY, DAY.plus(1)):
        await kept.settle(day.number)
    assert await kept.places(BOB, 30) == [(1, 1), (3, 3)]
    assert await kept.places(ALICE, 30) == [(1, 3)]
    assert await kept.places(BOB, 1) == [(1, 1)]
    assert await kept.places(404, 30) == []
    assert await kept.counts(DAY.number, 10, None) == Field(3, 1, 2)
    best = await kept.best(DAY.number + 1)
    assert best is not None
    assert best.user_id == BOB


async def test_a_streak_counts_what_was_played_or_mended_and_nothing_else(store: Store) -> None:
    kept = DailyStore(store.database)
    await played(store, DAY, ALICE, 60)
    await played(store, DAY.plus(1), ALICE, 60, later=MENDS)
    await played(store, DAY.plus(2), ALICE, 60, later=ASIDE)
    given_up = await played(store, DAY.plus(3), ALICE, 60)
    await kept.give_up(given_up)
    assert await kept.days_played(ALICE, 9) == {DAY.number: False, DAY.number + 1: True}
    assert await kept.days_tried(ALICE, DAY.number + 1) == {
        DAY.number + 1, DAY.number + 2, DAY.number + 3,
    }  # fmt: skip
    last = await kept.last(ALICE)
    assert last is not None
    assert (last.day, last.gave_up) == (DAY.number + 3, True)


async def test_squares_are_kept_with_the_try(store: Store) -> None:
    kept = DailyStore(store.database)
    match_id = await played(store, DAY, ALICE, 60)
    await kept.set_squares(match_id, "2102")
    result = await kept.result(DAY.number, ALICE)
    assert result is not None
    assert (result.squares, result.later) == ("2102", None)
    assert await kept.of(DAY.number, ALICE) == Try(
        DAY.number, ALICE, match_id, DAY.opens, squares="2102"
    )


async def test_a_later_try_is_begun_only_when_its_day_is_closed(store: Store) -> None:
    kept = DailyStore(store.database)
    await store.series.add([new_series(DAY.key, DAY.game, DAY.options, DAY.opens, DAY.closes)])
    later = Try(DAY.number, ALICE, MatchId(0), DAY.closes + 1, later=ASIDE)
    row = replace(TABLE, series=DAY.key)
    assert await kept.begin(later, row) is None
    await store.series.close(DAY.key, DAY.closes)
    assert await kept.begin(replace(later, later=None), row) is None
    assert await kept.begin(later, row) is not None
