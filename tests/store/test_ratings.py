"""Ratings and tallies as they are kept: what waits, who stands where, and who goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.privacy.store import PrivacyStore
from bot.ratings.rules import Before, Conduct, Ended, Judged, RatedStanding, Season, Verdict
from bot.ratings.store import Against, RatingStore
from bot.skill import Rating, reset
from bot.store import Store
from bot.store.rows import Commit, MatchRow, MoveRow, Presence
from tests.store.samples import (
    ALICE,
    BOB,
    CAROL,
    GUILD,
    TABLE,
    At,
    after,
    ask,
    by_score,
    ending,
    opened,
    tamper,
)
from tests.store.test_matches import GAME, LEAGUE_WEEK, hinted, house, play, stood_in

# Ratings as they are kept: what waits, who stands where, what becomes of them when people go.

RATED_GAME = TABLE.game
AUTUMN = Season(2026, 4)
NOON = AUTUMN.begins + 12 * 3600


async def over(
    store: Store, scores: dict[int | None, int], at: float = NOON, **fields: object
) -> MatchRow:
    row = await store.new_match(replace(TABLE, **fields))  # type: ignore[arg-type] # by name
    commit = ending(row, scores, touched=at)
    assert await store.commit(commit)
    return commit.row


async def rate(store: Store) -> int:
    numbers = [number for number, _ in await RatingStore(store.database).waiting(100)]
    return len(await RatingStore(store.database).advance(by_score, numbers))


async def test_what_was_played_out_waits_in_the_order_of_its_end(store: Store) -> None:
    first, second = [await store.new_match(TABLE) for _ in range(2)]
    await store.commit(ending(second, {ALICE: 1, BOB: 2}))
    await store.commit(ending(first, {ALICE: 1, BOB: 2}, guild_id=None))
    assert await RatingStore(store.database).waiting(9) == [(1, GUILD), (2, None)]
    assert await RatingStore(store.database).waiting(1) == [(1, GUILD)]
    assert await rate(store) == 2
    assert await RatingStore(store.database).waiting(9) == []
    assert [one.match_id for one in await RatingStore(store.database).ended(0, 9)] == [
        second.id,
        first.id,
    ]
    assert [one.match_id for one in await RatingStore(store.database).ended(1, 9)] == [first.id]


async def test_no_game_is_rated_twice(store: Store) -> None:
    await over(store, {ALICE: 1, BOB: 2})
    assert len(await RatingStore(store.database).advance(by_score, [1])) == 1
    assert await RatingStore(store.database).advance(by_score, [1]) == []
    standing = await RatingStore(store.database).standing(BOB, RATED_GAME, None, None)
    assert standing is not None
    assert standing.games == 1


async def test_a_judge_that_fails_leaves_nothing_half_done(at: At) -> None:
    def fails(ended: Ended, before: Before) -> Judged:
        if ended.number == 2:
            raise ZeroDivisionError
        return by_score(ended, before)

    async with opened(at) as store:
        for _ in range(2):
            await over(store, {ALICE: 1, BOB: 2})
        with pytest.raises(ZeroDivisionError):
            await RatingStore(store.database).advance(fails, [1, 2])
        assert ask(at, "SELECT count(*) FROM rating_change") == [(0,)]
        assert await rate(store) == 2


async def test_the_leaderboard_has_the_sure_before_the_provisional(store: Store) -> None:
    for _ in range(3):  # Alice and Bob come to a sigma of 6
        await over(store, {ALICE: 20, BOB: 30})
    await over(store, {CAROL: 40, None: 1})
    await rate(store)
    season = AUTUMN.number
    lines = await RatingStore(store.database).page(RATED_GAME, season, None)
    assert [(line.user_id, line.place, line.wins, line.games) for line in lines] == [
        (BOB, 1, 3, 3), (ALICE, 2, 0, 3), (CAROL, None, 1, 1),
    ]  # fmt: skip
    assert lines[0] == RatedStanding(BOB, f"name of {BOB}", Rating(30, 6), 3, 3, 1)
    assert [line.rating.is_provisional for line in lines] == [False, False, True]
    assert await RatingStore(store.database).page(RATED_GAME, season, None, 1, 1) == [lines[1]]
    assert await RatingStore(store.database).standing(ALICE, RATED_GAME, season, None) == lines[1]
    assert await RatingStore(store.database).page("balloon", season, None) == []
    assert await RatingStore(store.database).standing(404, RATED_GAME, season, None) is None
    strengths = await RatingStore(store.database).strengths(RATED_GAME, [BOB, CAROL])
    assert strengths == {BOB: 31}  # Carol's is not sure


async def test_a_season_has_its_own_ratings_and_ever_those_without_resets(store: Store) -> None:
    await over(store, {ALICE: 20, BOB: 30}, at=AUTUMN.begins - 1)
    await over(store, {ALICE: 25, BOB: 24}, at=AUTUMN.begins)
    await rate(store)
    summer = await RatingStore(store.database).page(RATED_GAME, AUTUMN.number - 1, None)
    autumn = await RatingStore(store.database).page(RATED_GAME, AUTUMN.number, None)
    assert [(line.user_id, line.rating.mu) for line in summer] == [(BOB, 30), (ALICE, 20)]
    assert [(line.user_id, line.rating.mu, line.games) for line in autumn] == [
        (ALICE, 25, 1), (BOB, 24, 1),
    ]  # fmt: skip
    here = await RatingStore(store.database).page(RATED_GAME, AUTUMN.number, GUILD)
    assert [(line.games, line.wins) for line in here] == [(1, 1), (1, 0)]
    ever = await RatingStore(store.database).page(RATED_GAME, None, None)
    assert [(line.user_id, line.rating.mu, line.games, line.wins) for line in ever] == [
        (ALICE, 26, 2, 1), (BOB, 25, 2, 1),
    ]  # fmt: skip
    history = await RatingStore(store.database).history(BOB)
    assert [(one.game, one.change.rating.mu, one.at) for one in history] == [
        (RATED_GAME, 30, AUTUMN.begins - 1), (RATED_GAME, 24, AUTUMN.begins),
    ]  # fmt: skip
    last = await RatingStore(store.database).latest(ALICE)
    assert last is not None
    assert (last.game, last.rating.mu) == (RATED_GAME, 25)
    assert last.gain == last.rating.points - reset(Rating(20, summer[1].rating.sigma)).points
    assert await RatingStore(store.database).latest(404) is None


async def test_a_server_shows_who_played_there_and_counts_what_they_did_there(store: Store) -> None:
    await over(store, {ALICE: 20, BOB: 30})
    await over(store, {ALICE: 31, CAROL: 30}, guild_id=None)
    await rate(store)
    for season in (AUTUMN.number, None):
        here = await RatingStore(store.database).page(RATED_GAME, season, GUILD)
        assert [(line.user_id, line.games, line.wins) for line in here] == [
            (ALICE, 1, 0), (BOB, 1, 1),
        ]  # fmt: skip
        everywhere = await RatingStore(store.database).standing(ALICE, RATED_GAME, season, None)
        assert everywhere is not None
        assert everywhere.rating == here[0].rating
        assert everywhere.games == 2
        assert await RatingStore(store.database).standing(CAROL, RATED_GAME, season, GUILD) is None


async def test_a_win_that_a_stand_in_or_a_hint_made_is_no_win(store: Store) -> None:
    for helped in (hinted, stood_in):
        row = await store.new_match(TABLE)
        members = tuple(
            replace(one, presence=Presence.LEFT)
            if helped is stood_in and one.user_id == ALICE
            else one
            for one in row.members
        )
        end = ending(row, {ALICE: 31, BOB: 30, None: 2}, members=members, touched=NOON)
        await store.commit(helped(end, ALICE))
    await over(store, {ALICE: 31, BOB: 30})
    await rate(store)
    for season in (AUTUMN.number, None):
        for guild in (None, GUILD):
            line = await RatingStore(store.database).standing(ALICE, RATED_GAME, season, guild)
            assert line is not None
            assert (line.games, line.wins) == (3, 1)


async def test_the_history_of_a_person_is_in_order(store: Store) -> None:
    await over(store, {ALICE: 20, BOB: 30, None: 2}, at=NOON + 5)
    await over(store, {BOB: 30, CAROL: 2})
    await over(store, {ALICE: 40, BOB: 30}, at=NOON)  # the clock was set back
    await rate(store)
    points = await RatingStore(store.database).history(ALICE)
    assert [point.change.rating for point in points] == [Rating(20, 8.0), Rating(40, 7.0)]


async def test_what_a_match_made_of_ratings_is_told_with_what_was_before(store: Store) -> None:
    await over(store, {ALICE: 20, BOB: 30}, at=AUTUMN.begins - 9)
    second = await over(store, {ALICE: 40, CAROL: 30})
    waits = await over(store, {ALICE: 50, BOB: 30})
    await RatingStore(store.database).advance(by_score, [1, 2])
    rated = await RatingStore(store.database).of_match(second.id)
    assert rated is not None
    ended, known = rated
    assert [(c.user_id, c.rating.mu) for c in ended.changes] == [(ALICE, 40), (CAROL, 30)]
    assert {user: (one.season, one.rating.mu) for user, one in known.items()} == {
        ALICE: (AUTUMN.number - 1, 20)
    }
    assert await RatingStore(store.database).of_match(waits.id) is None


async def test_games_of_a_series_wait_in_the_order_of_their_ends_once_it_is_closed(
    store: Store,
) -> None:
    await store.series.add([LEAGUE_WEEK])
    scores: dict[int | None, int] = {ALICE: 1, BOB: 2, None: 3}
    late, soon = [await over(store, scores, NOON + at, series=LEAGUE_WEEK.key) for at in (2, 1)]
    plain = await over(store, scores, NOON + 3)
    assert await rate(store) == 1
    assert await store.series.close(LEAGUE_WEEK.key, NOON + 9)
    assert not await store.series.close(LEAGUE_WEEK.key, NOON + 10)
    last = await over(store, scores, NOON + 11, series=LEAGUE_WEEK.key)
    assert await rate(store) == 3
    assert [(one.match_id, one.at) for one in await RatingStore(store.database).ended(0, 9)] == [
        (plain.id, NOON + 3), (soon.id, NOON + 9), (late.id, NOON + 9), (last.id, NOON + 11),
    ]  # fmt: skip
    changes = [point.change for point in await RatingStore(store.database).history(ALICE)]
    assert [one.match_id for one in changes] == [plain.id, late.id, last.id]  # a week, once


async def found(store: Store, row: MatchRow) -> Ended:
    await rate(store)
    return next(
        one for one in await RatingStore(store.database).ended(0, 99) if one.match_id == row.id
    )


async def conducts(store: Store, row: MatchRow) -> list[Conduct]:
    return [seat.conduct for seat in (await found(store, row)).seats]


async def test_a_move_of_a_stand_in_is_found(store: Store) -> None:
    rows = []
    for seat, by in ((1, ALICE), (3, None), (1, None)):
        row = await store.new_match(TABLE)
        move = Commit(after(row, moves=1), MoveRow(1, seat, "KH", by, 5.0))
        await store.commit(move)
        await store.commit(ending(move.row, {ALICE: 1, BOB: 2, None: 3}))
        rows.append(row)
    whole = [Conduct.WHOLE] * 3
    assert [await conducts(store, row) for row in rows] == [
        whole, whole, [Conduct.HELPED, Conduct.WHOLE, Conduct.WHOLE],
    ]  # fmt: skip


async def test_whoever_is_away_at_the_end_forfeits(store: Store) -> None:
    away = tuple(replace(member, presence=Presence.LEFT) for member in TABLE.members)
    row = await over(store, {ALICE: 1, BOB: 2, None: 3}, members=(*away[:1], *TABLE.members[1:]))
    house = await over(store, {ALICE: 1, BOB: 2, None: 3}, members=(*TABLE.members[:2], away[2]))
    assert await conducts(store, row) == [Conduct.FORFEIT, Conduct.WHOLE, Conduct.WHOLE]
    assert await conducts(store, house) == [Conduct.WHOLE] * 3


async def test_what_its_rating_follows_from_is_told(store: Store) -> None:
    plain = await found(store, await over(store, {ALICE: 1, BOB: 2, None: 3}))
    assert (plain.game, plain.guild_id, plain.at, plain.rated) == (RATED_GAME, GUILD, NOON, True)
    assert (plain.series, plain.readable) == ("", True)
    assert plain.people == (ALICE, BOB)
    assert plain.verdict is Verdict.COUNTS
    assert [change.rating.mu for change in plain.changes] == [1, 2]
    row = await store.new_match(replace(TABLE, rated=False, series="daily 2026-11-22"))
    end = ending(row, {ALICE: 1, BOB: 2})
    hinted = tuple(replace(result, hinted=True) for result in end.results[:1])
    await store.commit(replace(end, results=(*hinted, *end.results[1:])))
    other = await found(store, row)
    assert (other.rated, other.series) == (False, "daily 2026-11-22")
    assert [seat.conduct for seat in other.seats] == [Conduct.FORFEIT, Conduct.WHOLE]


async def test_a_damaged_row_is_told(at: At) -> None:
    async with opened(at) as store:
        row = await over(store, {ALICE: 1, BOB: 2})
        tamper(at, "UPDATE match SET members = '[1'")
        assert not (await found(store, row)).readable


@pytest.mark.parametrize("damage", ["score = 'much'", "user_id = 'Ada'", "won = 'yes'"])
async def test_a_damaged_result_is_told_and_the_next_game_is_read(
    tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "x.sqlite3"
    async with opened(path) as store:
        row = await over(store, {ALICE: 1, BOB: 2})
        whole = await over(store, {ALICE: 1, BOB: 2})
        tamper(path, f"UPDATE result SET {damage} WHERE match_id = ? AND seat = 1", row.id)  # noqa: S608
        assert not (await found(store, row)).readable
        assert (await found(store, whole)).readable
        assert await RatingStore(store.database).waiting(9) == []


async def seen_before(store: Store, number: int) -> Before:
    seen: list[Before] = []

    def watching(ended: Ended, before: Before) -> Judged:
        if ended.number == number:
            seen.append(before)
        return by_score(ended, before)

    await RatingStore(store.database).advance(watching, range(99))
    return seen[0]


async def test_who_played_together_that_day_and_that_season_is_told(store: Store) -> None:
    day = AUTUMN.begins + 86400
    await over(store, {ALICE: 1, BOB: 2}, at=AUTUMN.begins - 1)
    await over(store, {BOB: 2, CAROL: 3, ALICE: 1}, at=day - 1)
    await over(store, {ALICE: 1, BOB: 2}, at=day)
    await over(store, {ALICE: 1, None: 2}, at=day + 9)
    await over(store, {CAROL: 1, None: 2}, at=day + 9)
    await over(store, {ALICE: 1, BOB: 2}, at=day + 9, game="balloon")
    await over(store, {ALICE: 1, BOB: 2}, at=day + 86399)
    await over(store, {ALICE: 1, BOB: 2}, at=day + 5)
    # What stays as all are rated again may have ended later.
    await RatingStore(store.database).advance(by_score, [8])
    before = await seen_before(store, 7)
    assert [set(table) for table in before.today] == [{ALICE, BOB}, {ALICE}]
    assert [set(table) for table in before.tables] == [
        {ALICE, BOB, CAROL}, {ALICE, BOB}, {ALICE},
    ]  # fmt: skip


async def test_the_erased_leave_no_rating_and_the_others_keep_theirs(store: Store) -> None:
    row = await over(store, {ALICE: 20, BOB: 30})
    await rate(store)
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOON, ())
    assert await RatingStore(store.database).standing(ALICE, RATED_GAME, None, None) is None
    assert await RatingStore(store.database).history(ALICE) == []
    assert [p.change.rating.mu for p in await RatingStore(store.database).history(BOB)] == [30]
    ended = await found(store, row)
    assert ended.has_anonymous
    assert ended.people == (BOB,)
    assert [change.user_id for change in ended.changes] == [BOB]


async def test_to_begin_anew_keeps_what_cannot_be_told_again(store: Store) -> None:
    await over(store, {ALICE: 20, BOB: 30})
    await over(store, {CAROL: 20, BOB: 33})
    await over(store, {CAROL: 20, BOB: 34})
    await RatingStore(store.database).advance(by_score, [1, 2])
    await RatingStore(store.database).advance(lambda *_: Judged(Verdict.OFF), [3])
    assert await PrivacyStore(store).erase(ALICE, "Someone", NOON, ())
    await RatingStore(store.database).begin_anew()
    assert await RatingStore(store.database).stored() == {}
    assert [number for number, _ in await RatingStore(store.database).waiting(9)] == [1, 2]
    assert [p.change.rating.mu for p in await RatingStore(store.database).history(BOB)] == [30]


def test_seasons_are_quarters() -> None:
    assert Season.of(AUTUMN.begins) == AUTUMN
    assert Season.of(AUTUMN.begins - 0.001) == Season(2026, 3)
    assert AUTUMN.ends == Season(2027, 1).begins
    assert Season.numbered(AUTUMN.number + 1) == Season(2027, 1)


@pytest.mark.parametrize("helped", [hinted, stood_in])
async def test_a_game_with_a_hint_or_finished_by_a_stand_in_puts_nobody_ahead(
    store: Store, helped: Callable[[Commit, int], Commit]
) -> None:
    await store.commit(helped(ending(await store.new_match(TABLE), {ALICE: 90, BOB: 60}), ALICE))
    assert await RatingStore(store.database).against(ALICE, BOB) == {}
    assert await RatingStore(store.database).against(BOB, ALICE) == {}


async def test_what_does_not_count_in_the_leaderboard_puts_nobody_ahead(store: Store) -> None:
    unrated = replace(TABLE, rated=False)
    await store.commit(ending(await store.new_match(unrated), {ALICE: 9, BOB: 4}))
    await store.commit(
        house(ending(await store.new_match(TABLE), {ALICE: 9, None: 4}), level="easy")
    )
    await store.new_match(TABLE)
    assert await RatingStore(store.database).against(ALICE, BOB) == {}


async def test_two_people_are_compared_by_game_and_from_either_side(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 12})
    await play(store, {ALICE: 9, BOB: 4})
    await play(store, {ALICE: 2, BOB: 3})
    await play(store, {ALICE: 9, CAROL: 4, None: 6})
    await play(store, {BOB: 5, ALICE: 5}, game="nimbly")
    # Who wins is ahead, whatever the points.
    end = ending(await store.new_match(replace(TABLE, game="clumond")), {ALICE: 9, BOB: 4})
    won = tuple(replace(one, won=one.user_id == BOB) for one in end.results)
    await store.commit(replace(end, results=won))
    assert await RatingStore(store.database).against(ALICE, BOB) == {
        GAME: Against(2, 0, 1), "nimbly": Against(0, 1, 0), "clumond": Against(0, 0, 1),
    }  # fmt: skip
    assert await RatingStore(store.database).against(BOB, ALICE) == {
        GAME: Against(1, 0, 2), "nimbly": Against(0, 1, 0), "clumond": Against(1, 0, 0),
    }  # fmt: skip
    assert await RatingStore(store.database).against(BOB, CAROL) == {GAME: Against(0, 0, 1)}
    assert await RatingStore(store.database).against(ALICE, ALICE) == {}


async def test_whose_data_was_deleted_is_not_compared(store: Store) -> None:
    commit: Commit = await play(store, {ALICE: 9, BOB: 4})
    assert commit.results
    assert await PrivacyStore(store).erase(BOB, "Someone", 0.0, [])
    assert await RatingStore(store.database).against(ALICE, BOB) == {}
