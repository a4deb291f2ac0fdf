from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.store import Commit, MatchId, PastMatch, Standing, Status, Store
from tests.store.samples import ALICE, BOB, CAROL, CHANNEL, GUILD, TABLE, after, ending

GAME = TABLE.game


async def play(store: Store, scores: dict[int | None, int], **fields: Any) -> Commit:
    row = await store.new_match(replace(TABLE, **fields))
    commit = ending(row, scores, touched=float(row.id))
    assert await store.commit(commit)
    return commit


async def test_the_leaderboard_counts_wins_then_average_then_games(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 6})
    await play(store, {ALICE: 3, BOB: 8, CAROL: 6})
    assert await store.leaderboard(GAME, GUILD) == [
        Standing(ALICE, f"name of {ALICE}", 2, 1, 6.0, 4, 1),
        Standing(BOB, f"name of {BOB}", 2, 1, 6.0, 4, 1),
        Standing(CAROL, f"name of {CAROL}", 2, 0, 6.0, 3, 3),
    ]
    await play(store, {BOB: 5, CAROL: 5})
    lines = await store.leaderboard(GAME, GUILD)
    assert [(line.user_id, line.wins) for line in lines] == [(BOB, 2), (ALICE, 1), (CAROL, 1)]


async def test_games_break_a_tie_of_wins_and_average(store: Store) -> None:
    await play(store, {ALICE: 5})
    await play(store, {BOB: 5, CAROL: 9})
    await play(store, {BOB: 5})
    assert [line.user_id for line in await store.leaderboard(GAME, None)] == [CAROL, BOB, ALICE]


async def test_a_shared_win_is_a_win_to_each(store: Store) -> None:
    await play(store, {ALICE: 5, BOB: 5})
    assert [line.wins for line in await store.leaderboard(GAME, GUILD)] == [1, 1]


async def test_house_players_never_appear(store: Store) -> None:
    await play(store, {None: 50, ALICE: 5})
    assert [line.user_id for line in await store.leaderboard(GAME, GUILD)] == [ALICE]


async def test_only_rated_matches_that_were_played_out_count(store: Store) -> None:
    await play(store, {ALICE: 5}, rated=False)
    row = await store.new_match(TABLE)
    await store.commit(ending(row, {BOB: 5}, status=Status.CLOSED))
    assert await store.leaderboard(GAME, None) == []


async def test_a_match_that_stops_being_rated_stops_counting(store: Store) -> None:
    over = await play(store, {ALICE: 5})
    assert await store.commit(Commit(after(over.row, rated=False)))
    assert await store.leaderboard(GAME, None) == []


async def test_guilds_and_games_have_leaderboards_of_their_own(store: Store) -> None:
    await play(store, {ALICE: 5})
    await play(store, {BOB: 5}, guild_id=GUILD + 1)
    await play(store, {CAROL: 5}, game="nimbly")
    assert [line.user_id for line in await store.leaderboard(GAME, GUILD)] == [ALICE]
    assert [line.user_id for line in await store.leaderboard(GAME, None)] == [ALICE, BOB]


async def test_the_leaderboard_comes_in_pages(store: Store) -> None:
    await play(store, {user: 100 - user for user in range(1, 13)})
    assert [s.user_id for s in await store.leaderboard(GAME, GUILD)] == list(range(1, 11))
    assert [s.user_id for s in await store.leaderboard(GAME, GUILD, 3, 10)] == [11, 12]


async def test_the_latest_name_is_shown(store: Store) -> None:
    for name in ("Old", "New"):
        commit = ending(await store.new_match(TABLE), {ALICE: 5})
        await store.commit(replace(commit, results=(replace(commit.results[0], name=name),)))
    assert [line.name for line in await store.leaderboard(GAME, GUILD)] == ["New"]
    assert [r.name for r in await store.results(MatchId(1))] == ["Old"]


async def test_a_standing_is_the_line_of_the_leaderboard_with_its_place(store: Store) -> None:
    await play(store, {ALICE: 9, BOB: 4, CAROL: 6})
    lines = await store.leaderboard(GAME, GUILD)
    assert [line.user_id for line in lines] == [ALICE, CAROL, BOB]
    assert [line.place for line in lines] == [1, 2, 3]
    for line in lines:
        assert await store.standing(line.user_id, GAME, GUILD) == line
    assert await store.standing(404, GAME, GUILD) is None


async def test_past_matches_come_newest_first_with_their_results(store: Store) -> None:
    first, second = await play(store, {ALICE: 5, BOB: 3}), await play(store, {ALICE: 2})
    await store.new_match(TABLE)
    assert await store.past(ALICE, None, 10) == [
        PastMatch(second.row.id, GAME, GUILD, CHANNEL, second.row.touched, second.results),
        PastMatch(first.row.id, GAME, GUILD, CHANNEL, first.row.touched, first.results),
    ]
    assert [past.match_id for past in await store.past(ALICE, None, 1)] == [second.row.id]
    assert [past.match_id for past in await store.past(BOB, None, 10)] == [first.row.id]


async def test_past_matches_can_be_of_a_channel_or_of_all(store: Store) -> None:
    here, there = await play(store, {ALICE: 5}), await play(store, {BOB: 5}, channel_id=9)
    assert [past.match_id for past in await store.past(None, CHANNEL, 9)] == [here.row.id]
    assert [past.match_id for past in await store.past(ALICE, 9, 9)] == []
    assert [past.match_id for past in await store.past(None, None, 9)] == [
        there.row.id,
        here.row.id,
    ]


async def test_a_match_not_played_out_has_no_results(store: Store) -> None:
    assert await store.results((await store.new_match(TABLE)).id) == []
