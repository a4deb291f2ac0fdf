"""An evening is rated once, by what it measures."""

from __future__ import annotations

import asyncio

from bot.evenings import standings
from bot.evenings.rules import BREAK
from bot.evenings.standings import played_of
from bot.privacy.service import Erasing
from bot.ratings.rows import EVER, Verdict
from bot.ratings.service import Rater, recompute
from bot.ratings.store import RatingStore
from bot.skill import Rating
from tests.evenings.stand import Gathering


async def rated(club: Gathering) -> dict[int, Rating]:
    """Rate what waits; return everybody's rating, and see that it is the same worked out anew."""
    await Rater(club.parts.store).rate_waiting()
    assert (await recompute(club.parts.store)).different == 0
    kept = await RatingStore(club.parts.store.database).stored()
    return {user: one.rating for (user, _, season), one in kept.items() if season == EVER}


async def test_who_stands_higher_gains_more_whoever_sat_at_their_tables(club: Gathering) -> None:
    for row in await club.begin(9):
        await club.play(row.id, seed=row.id)
    ratings = await rated(club)
    people = sorted(await club.people(), key=lambda one: one.place or 99)
    assert len(people) == len(ratings) == 9
    mus = [round(ratings[one.user_id].mu, 6) for one in people]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] > 25 > mus[-1]


async def test_several_rounds_are_rated_once_and_after_the_last(club: Gathering) -> None:
    await club.begin(6, rounds=2)
    await club.play_round(1)
    assert await rated(club) == {}
    await club.later(BREAK)
    await club.play_round(2)
    ratings = await rated(club)
    store = RatingStore(club.parts.store.database)
    changes = [await store.history(one.user_id) for one in await club.people()]
    assert [len(each) for each in changes] == [1] * 6
    winner = next(one.user_id for one in await club.people() if one.place == 1)
    assert ratings[winner].mu >= max(one.mu for one in ratings.values()) > 25
    verdicts = [ended.verdict for ended in await store.ended(0, 99)]
    assert verdicts == [Verdict.COUNTS, *[Verdict.TOGETHER] * (len(verdicts) - 1)]
    await Rater(club.parts.store).rate_anew()
    assert await rated(club) == ratings


async def test_who_never_chose_is_rated_as_last(club: Gathering) -> None:
    first, *others = await club.begin(5)
    gone = next(m.user_id for m in first.members if m.user_id is not None)
    await club.parts.tables.leave(first.id, gone)
    for row in (first, *others):
        await club.play(row.id)
    ratings = await rated(club)
    assert ratings[gone].mu == min(one.mu for one in ratings.values()) < 25


async def test_what_an_evening_made_of_ratings_outlasts_who_played_it(club: Gathering) -> None:
    for row in await club.begin(6):
        await club.play(row.id, seed=row.id)
    before = await rated(club)
    gone = min(before)
    await Erasing(club.parts.store, club.parts.tables, club.parts.clock, "Someone").erase(gone)
    await Rater(club.parts.store).rate_anew()
    assert await rated(club) == {user: one for user, one in before.items() if user != gone}


async def test_a_round_that_many_ask_for_at_once_is_read_once(club: Gathering) -> None:
    for row in await club.begin(5):
        await club.play(row.id)
    key = (await club.evening()).key
    standings._kept.clear()  # as if nobody had asked before
    asked = [played_of(club.parts.store, key) for _ in range(20)]
    assert len({id(played) for played in await asyncio.gather(*asked)}) == 1
