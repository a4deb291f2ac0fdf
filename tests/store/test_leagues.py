from __future__ import annotations

from dataclasses import replace

from bot.leagues.store import LeagueStore
from bot.store import Status, Store
from tests.store.samples import ALICE, BOB, GUILD, LOBBY, TABLE, ending, league_in

KEY = "league 1 1"


async def test_a_league_is_given_back_as_it_was_stored(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD, weeks=4))
    assert league is not None
    assert await LeagueStore(store.database).get(league.id) == league
    assert replace(league, id=0) == league_in(GUILD, weeks=4)
    assert await LeagueStore(store.database).get(league.id + 1) is None


async def test_the_newest_league_of_a_server_comes_first(store: Store) -> None:
    first = await LeagueStore(store.database).open(league_in(GUILD))
    other = await LeagueStore(store.database).open(league_in(GUILD, "clumond"))
    await LeagueStore(store.database).open(league_in(GUILD + 1))
    assert await LeagueStore(store.database).open(league_in(GUILD)) is None
    assert await LeagueStore(store.database).of_server(GUILD) == [other, first]


async def test_a_week_is_over_once(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD))
    assert league is not None
    assert await LeagueStore(store.database).week_over(league.id, 1, None)
    assert not await LeagueStore(store.database).week_over(league.id, 1, None)
    assert await LeagueStore(store.database).week_over(league.id, 2, 9.0)
    assert not await LeagueStore(store.database).week_over(league.id, 2, 10.0)
    found = await LeagueStore(store.database).get(league.id)
    assert found == replace(league, week=2, ended=9.0)
    assert found is not None
    assert found.finished == 2


async def test_what_is_to_be_done_is_what_runs_or_is_not_told(store: Store) -> None:
    league = await LeagueStore(store.database).open(league_in(GUILD))
    assert league is not None
    await LeagueStore(store.database).note_told(league.id, 1)
    await LeagueStore(store.database).week_over(league.id, 1, 9.0)
    assert [one.id for one in await LeagueStore(store.database).to_do()] == [league.id]
    await LeagueStore(store.database).note_told(league.id, 2)
    assert await LeagueStore(store.database).to_do() == []
    await LeagueStore(store.database).note_told(league.id, 1)
    assert await LeagueStore(store.database).to_do() == []


async def test_who_sat_at_a_table_that_began_is_known(store: Store) -> None:
    await store.new_match(replace(LOBBY, series=KEY))
    playing = await store.new_match(replace(TABLE, series=KEY))
    closed = await store.new_match(replace(TABLE, series=KEY, status=Status.CLOSED))
    await store.new_match(replace(TABLE, series="league 1 11"))
    seated = await LeagueStore(store.database).seated(KEY)
    assert [(one.match_id, one.status, one.user_id) for one in seated] == [
        (playing.id, Status.PLAYING, ALICE), (playing.id, Status.PLAYING, BOB),
        (closed.id, Status.CLOSED, ALICE), (closed.id, Status.CLOSED, BOB),
    ]  # fmt: skip


async def test_results_are_of_the_tables_of_a_series_that_were_played_out(store: Store) -> None:
    await store.new_match(replace(TABLE, series=KEY))
    for series, score in ((KEY, 9), ("league 1 2", 7), ("", 5), (KEY, 3)):
        row = await store.new_match(replace(TABLE, series=series))
        await store.commit(ending(row, {ALICE: score, None: 4}))
    found = await LeagueStore(store.database).results([KEY, "league 1 2", "league 1 3"])
    assert {key: [result.score for result in results] for key, results in found.items()} == {
        KEY: [9, 4, 3, 4], "league 1 2": [7, 4],
    }  # fmt: skip
    assert await LeagueStore(store.database).results([]) == {}
