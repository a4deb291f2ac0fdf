from __future__ import annotations

from dataclasses import replace

from bot.evenings.store import TOLD, EveningRow, EveningStore
from bot.store import Commit, Status, Store
from bot.store.changes import change_of
from bot.store.rows import MatchId, MatchRow, Publication, SeriesRow
from tests.store.samples import ALICE, BOB, CAROL, GUILD, LOBBY, TABLE, after

KEY = "evening 1 1"
DEALS = SeriesRow(KEY, "cloud_nine", {"deals": 3}, bytes(32), 1, 1, 5.0, 9.0)
EVENING = EveningRow(1, GUILD, "en", begun=5.0)


async def begun(store: Store) -> list[MatchId] | None:
    """Begin an evening of two tables from a lobby; give the ids of both."""
    lobby = await store.new_match(LOBBY)
    first = Commit(after(lobby, status=Status.PLAYING, series=KEY, thread_id=7, touched=100.0))
    others = [replace(TABLE, series=KEY, thread_id=7, members=TABLE.members[:1])]
    stored = await EveningStore(store.database).begin(
        EVENING, DEALS, change_of(first), others, store.ownership.token
    )
    return None if stored is None else [lobby.id, *(row.id for row in stored)]


async def test_evening_series_and_tables_are_stored_together(store: Store) -> None:
    assert await begun(store) == [1, 2]
    found = await store.series.matches(KEY)
    assert [row.id for row in found if isinstance(row, MatchRow)] == [1, 2]
    assert await store.series.get(KEY) == DEALS
    kept = EveningStore(store.database)
    assert await kept.get(1) == EVENING
    assert await kept.get(2) is None
    assert await store.unpublished() == [1, 2]


async def test_nothing_is_stored_where_the_lobby_has_changed(store: Store) -> None:
    lobby = await store.new_match(LOBBY)
    assert await store.commit(Commit(after(lobby, touched=9.0)))
    stale = change_of(Commit(after(lobby, status=Status.PLAYING)))
    kept = EveningStore(store.database)
    assert await kept.begin(EVENING, DEALS, stale, [TABLE], None) is None
    assert (await kept.get(1), await store.series.get(KEY)) == (None, None)
    assert await store.match(MatchId(2)) is None


async def test_it_ends_once_with_its_series_and_is_to_be_done_until_it_is_told(
    store: Store,
) -> None:
    await begun(store)
    kept = EveningStore(store.database)
    assert await kept.to_do(99.0) == [EVENING]
    for now in (20.0, 30.0):
        await kept.end(1, KEY, now)
    deals = await store.series.get(KEY)
    assert deals is not None
    ended = replace(EVENING, ended=20.0)
    assert (await kept.get(1), deals.closed) == (ended, 20.0)
    assert await kept.to_do(19.0) == [ended]
    assert await kept.to_do(21.0) == []
    await kept.note_shown(1, 7, 8, TOLD)
    assert await kept.get(1) == replace(ended, channel_id=7, message_id=8, shown=TOLD)
    assert await kept.to_do(19.0) == []


async def test_a_thread_that_tables_share_is_left_when_all_have_ended(store: Store) -> None:
    tables = await begun(store)
    assert tables is not None
    for table in tables:
        shown = Publication(table, published=9, board_channel=7, thread_open=True)
        await store.set_publication(shown)
    for table, left in zip(tables, ([], tables), strict=True):
        row = await store.match(table)
        assert row is not None
        assert await store.commit(Commit(after(row, status=Status.OVER, touched=200.0)))
        assert await store.ended_threads(199.0) == []
        assert await store.ended_threads(300.0) == [(one, 7) for one in left]


async def test_of_tables_that_share_a_thread_ones_own_is_meant_or_one_that_goes_on(
    store: Store,
) -> None:
    tables = await begun(store)
    assert tables is not None
    first = await store.match(tables[0])
    assert first is not None
    assert await store.commit(Commit(after(first, status=Status.OVER), members_changed=True))
    meant = [await store.match_of_thread(7, user) for user in (ALICE, BOB, CAROL)]
    # Alice sits at both here, and Carol at none.
    assert [row and row.id for row in meant] == [tables[1], tables[0], tables[1]]
    assert await store.match_of_thread(8, ALICE) is None
