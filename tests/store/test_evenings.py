from __future__ import annotations

from dataclasses import replace

from bot.evenings.rows import EveningPerson, EveningRow, Place
from bot.evenings.store import TOLD, Beginning, BoardRow, EveningStore, forget
from bot.store import Store
from bot.store.changes import change_of
from bot.store.rows import Commit, MatchId, MatchRow, Publication, SeriesRow, Status
from tests.store.samples import ALICE, BOB, CAROL, GUILD, LOBBY, TABLE, after

KEY, NEXT_KEY = "evening 1 1", "evening 1 2"
DEALS = SeriesRow(KEY, "cloud_nine", {"deals": 3}, bytes(32), 1, 1, 5.0, 9.0)
NEXT_DEALS = replace(DEALS, key=NEXT_KEY, secret=bytes([1] * 32))
EVENING = EveningRow(1, begun=5.0, rounds=3, secret=bytes([2] * 32), start="99")
AWAY, DAVE = 6, CAROL + 1
BOARD = BoardRow(1, GUILD, 1, "en")
OTHER_BOARD = BoardRow(1, AWAY, 2, "en")
PEOPLE = [EveningPerson(1, user, GUILD, f"P{user}", f"9{user}") for user in (ALICE, BOB)]
BEGINNING = Beginning(EVENING, [BOARD], DEALS, PEOPLE)
PLACES = [Place(BOB, 1, 66.5), Place(ALICE, 2, 33.5)]


async def begun(store: Store, beginning: Beginning = BEGINNING) -> list[MatchId] | None:
    """Begin an evening of two tables from a lobby; give the ids of both."""
    lobby = await store.new_match(LOBBY)
    first = Commit(after(lobby, status=Status.PLAYING, series=KEY, thread_id=7, touched=100.0))
    others = [replace(TABLE, series=KEY, thread_id=7, members=TABLE.members[:1])]
    stored = await EveningStore(store.database).begin(
        beginning, [change_of(first)], others, store.ownership.token
    )
    return None if stored is None else [lobby.id, *(row.id for row in stored)]


async def evening(store: Store) -> EveningRow:
    found = await EveningStore(store.database).get(1)
    assert found is not None
    return found


async def closed(store: Store, key: str) -> float | None:
    """Return when a series was closed; None while it is open."""
    found = await store.series.get(key)
    assert found is not None
    return found.closed


async def test_evening_boards_people_series_and_tables_are_stored_together(store: Store) -> None:
    assert await begun(store) == [1, 2]
    found = await store.series.matches(KEY)
    assert [row.id for row in found if isinstance(row, MatchRow)] == [1, 2]
    assert await store.series.get(KEY) == DEALS
    kept = EveningStore(store.database)
    assert await kept.get(1) == EVENING
    assert await kept.get(2) is None
    assert await kept.boards(1) == [BOARD]
    assert await kept.people(1) == PEOPLE
    assert await store.unpublished() == [1, 2]


async def test_nothing_is_stored_where_a_lobby_has_changed(store: Store) -> None:
    lobby, other = await store.new_match(LOBBY), await store.new_match(LOBBY)
    assert await store.commit(Commit(after(other, touched=9.0)))
    begins = [change_of(Commit(after(row, status=Status.PLAYING))) for row in (lobby, other)]
    kept = EveningStore(store.database)
    assert await kept.begin(BEGINNING, begins, [TABLE], None) is None
    assert (await kept.get(1), await store.series.get(KEY)) == (None, None)
    assert (await kept.people(1), await kept.boards(1)) == ([], [])
    assert await store.match(lobby.id) == lobby
    assert await store.match(MatchId(3)) is None


async def test_rounds_follow_each_other_once(store: Store) -> None:
    await begun(store)
    kept, table = EveningStore(store.database), replace(TABLE, series=NEXT_KEY)
    assert await kept.next_round(2, 1, NEXT_DEALS, [table], None) is None
    for now in (20.0, 30.0):
        await kept.end_round(EVENING, now, now + 90.0, [BOB], [])
    in_break = replace(EVENING, next_at=110.0)
    assert await evening(store) == in_break
    assert await closed(store, KEY) == 20.0
    assert [one.gone for one in await kept.people(1)] == [None, 1]
    assert await kept.next_round(3, 1, NEXT_DEALS, [table], None) is None
    assert await store.series.get(NEXT_KEY) is None
    stored = await kept.next_round(2, 1, NEXT_DEALS, [table, table], None)
    assert stored is not None
    assert [row.id for row in stored] == [3, 4]
    assert await kept.next_round(2, 1, NEXT_DEALS, [table], None) is None
    assert await evening(store) == replace(EVENING, round=2)
    assert await store.series.get(NEXT_KEY) == NEXT_DEALS
    # Whoever ends the first round once more ends nothing of the second.
    await kept.end_round(EVENING, 200.0, 290.0, [ALICE], [])
    assert await evening(store) == replace(EVENING, round=2)
    assert await closed(store, NEXT_KEY) is None
    assert [one.gone for one in await kept.people(1)] == [None, 1]


async def test_it_ends_once_with_its_series_and_is_to_be_done_until_it_is_told(
    store: Store,
) -> None:
    await begun(store)
    kept = EveningStore(store.database)
    assert await kept.to_do(99.0) == [1]
    for now, places in ((20.0, PLACES), (30.0, [])):
        await kept.end_round(EVENING, now, None, [], places)
    assert await evening(store) == replace(EVENING, ended=20.0)
    assert await closed(store, KEY) == 20.0
    assert [(one.place, one.points) for one in await kept.people(1)] == [(2, 33.5), (1, 66.5)]
    assert await kept.to_do(19.0) == [1]
    assert await kept.to_do(21.0) == []
    await kept.note_shown(BOARD, 7, 8, TOLD)
    assert await kept.boards(1) == [replace(BOARD, channel_id=7, message_id=8, shown=TOLD)]
    assert await kept.to_do(19.0) == []


async def test_it_ends_in_a_break_and_there_alone(store: Store) -> None:
    await begun(store)
    kept = EveningStore(store.database)
    await kept.end(1, 20.0, PLACES)
    assert await evening(store) == EVENING
    assert [one.place for one in await kept.people(1)] == [None, None]
    await kept.end_round(EVENING, 30.0, 120.0, [], [])
    for now in (40.0, 50.0):
        await kept.end(1, now, PLACES)
    assert await evening(store) == replace(EVENING, ended=40.0)
    assert [one.place for one in await kept.people(1)] == [2, 1]
    assert await kept.next_round(2, 1, NEXT_DEALS, [], None) is None


async def test_people_come_go_and_come_back(store: Store) -> None:
    await begun(store)
    kept = EveningStore(store.database)
    carol = EveningPerson(1, CAROL, GUILD, "Carol", "77", since=2)
    await kept.join(carol)
    await kept.join(replace(carol, name="Other", since=3))
    assert await kept.people(1) == sorted([*PEOPLE, carol], key=lambda one: one.user_id)
    for after_round in (1, 2):
        await kept.leave(1, ALICE, after_round)
    alice = {one.user_id: one for one in await kept.people(1)}[ALICE]
    assert alice == replace(PEOPLE[0], gone=1)
    await kept.join(replace(PEOPLE[0], name="Back", joined="88", since=3))
    alice = {one.user_id: one for one in await kept.people(1)}[ALICE]
    assert alice == replace(PEOPLE[0], name="Back", joined="88")


async def test_two_change_places_with_each_other_alone_and_in_the_next_round_alone(
    store: Store,
) -> None:
    await begun(store)
    kept = EveningStore(store.database)
    for user in (CAROL, DAVE):
        await kept.join(EveningPerson(1, user, GUILD, "P", "7"))

    async def pairs() -> list[list[int]]:
        marks = [(one.exchange, one.user_id) for one in await kept.people(1) if one.exchange]
        return [
            [user for at, user in marks if at == mark] for mark in sorted({at for at, _ in marks})
        ]

    await kept.exchange(1, (ALICE, BOB))
    await kept.exchange(1, (CAROL, DAVE))
    assert await pairs() == [[ALICE, BOB], [CAROL, DAVE]]
    await kept.exchange(1, (BOB, CAROL))
    assert await pairs() == [[BOB, CAROL]]
    await kept.end_round(EVENING, 20.0, 110.0, [], [])
    await kept.next_round(2, 1, NEXT_DEALS, [], None)
    assert await pairs() == []


async def test_a_director_sets_the_clock_of_the_round_and_of_the_break(store: Store) -> None:
    await begun(store)
    kept = EveningStore(store.database)
    await kept.set_clock(EVENING, 50.0)
    assert await store.series.get(KEY) == replace(DEALS, closes=50.0)
    await kept.end_round(EVENING, 60.0, 150.0, [], [])
    in_break = await evening(store)
    await kept.set_clock(in_break, 200.0)
    assert await evening(store) == replace(EVENING, next_at=200.0)
    await kept.next_round(2, 1, NEXT_DEALS, [], None)
    # Who has pressed too late, while the next round began, moves nothing.
    await kept.set_clock(in_break, 300.0)
    assert await evening(store) == replace(EVENING, round=2)
    await kept.cut_short(1)
    assert await evening(store) == replace(EVENING, round=2, rounds=2)


async def test_a_server_has_its_evenings_newest_first_with_those_cut_short(store: Store) -> None:
    kept = EveningStore(store.database)
    crowd = replace(EVENING, rounds=1, secret=b"")
    for number, at in ((1, EVENING), (2, crowd), (3, EVENING)):
        row = replace(at, id=number)
        board, deals = replace(BOARD, evening_id=number), replace(DEALS, key=row.key)
        people = [replace(PEOPLE[0], evening_id=number)]
        assert await kept.begin(Beginning(row, [board], deals, people), [], [], None) == []
    await kept.cut_short(1)
    past = await kept.of_server(GUILD, 9)
    assert [(one.evening.id, one.board.match_id, one.game) for one in past] == [
        (3, 1, "cloud_nine"), (1, 1, "cloud_nine"),
    ]  # fmt: skip
    assert [[each.user_id for each in one.people] for one in past] == [[ALICE], [ALICE]]
    assert [one.evening.id for one in await kept.of_server(GUILD, 1)] == [3]
    assert await kept.of_server(AWAY, 9) == []
    for number, at in ((1, EVENING), (2, crowd), (3, EVENING)):
        row = replace(at, id=number)
        await kept.end_round(row, 9.0, None, (), [Place(ALICE, number, 50.0)])
    assert await kept.places_of(ALICE, None) == [3, 1]


async def test_an_evening_of_two_servers_goes_on_where_one_is_forgotten(store: Store) -> None:
    await begun(store, replace(BEGINNING, boards=[OTHER_BOARD, BOARD]))
    kept = EveningStore(store.database)
    assert await kept.boards(1) == [BOARD, OTHER_BOARD]
    await kept.note_shown(OTHER_BOARD, 70, 80, "1|x")
    shown = replace(OTHER_BOARD, channel_id=70, message_id=80, shown="1|x")
    assert await kept.boards(1) == [BOARD, shown]
    await store.database.write(forget, GUILD, 50.0)
    assert await kept.boards(1) == [shown]
    assert await evening(store) == EVENING
    assert await closed(store, KEY) is None
    assert await kept.to_do(99.0) == [1]
    await store.database.write(forget, AWAY, 60.0)
    assert (await kept.get(1), await kept.people(1)) == (None, [])
    assert await closed(store, KEY) == 60.0
    assert await kept.to_do(0.0) == []


async def test_a_thread_that_tables_share_is_left_when_all_and_their_evening_have_ended(
    store: Store,
) -> None:
    tables = await begun(store)
    assert tables is not None
    for table in tables:
        shown = Publication(table, published=9, board_channel=7, thread_open=True)
        await store.set_publication(shown)
    for table in tables:
        assert await store.ended_threads(300.0) == []
        row = await store.match(table)
        assert row is not None
        assert await store.commit(Commit(after(row, status=Status.OVER, touched=200.0)))
    kept = EveningStore(store.database)
    await kept.end_round(EVENING, 200.0, 290.0, [], [])
    assert await store.ended_threads(300.0) == []
    await kept.end(EVENING.id, 210.0, [])
    assert await store.ended_threads(199.0) == []
    assert await store.ended_threads(300.0) == [(one, 7) for one in tables]


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
