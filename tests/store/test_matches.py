from __future__ import annotations

from dataclasses import replace

from sqlalchemy import event

from bot.store import Commit, MatchId, Member, MoveRow, Publication, Status, Store
from tests.store.samples import (
    ALICE,
    BOB,
    CAROL,
    CHANNEL,
    GUILD,
    LOBBY,
    TABLE,
    At,
    after,
    move_on,
    tamper,
)

LIVE = (Status.LOBBY, Status.PLAYING)


async def test_a_new_match_gets_an_id_and_version_one(store: Store) -> None:
    row = await store.new_match(replace(LOBBY, id=MatchId(77), version=9))
    assert (row.id, row.version) == (1, 1)
    assert await store.match(row.id) == row
    assert await store.publication(row.id) == Publication(row.id)


async def test_an_unknown_match_is_none(store: Store) -> None:
    assert await store.match(MatchId(5)) is None
    assert await store.moves(MatchId(5)) == []


async def test_ids_are_never_used_again(store: Store, at: At) -> None:
    first = await store.new_match(LOBBY)
    await store.new_match(LOBBY)
    tamper(at, "DELETE FROM match")
    assert (await store.new_match(LOBBY)).id == first.id + 2


async def test_moves_come_in_order(store: Store) -> None:
    row = await store.new_match(TABLE)
    for code in ("KH", "2C", "take"):
        commit = move_on(row, code)
        assert await store.commit(commit)
        row = commit.row
    assert await store.moves(row.id) == [
        MoveRow(1, 1, "KH", ALICE, 5.0),
        MoveRow(2, 1, "2C", ALICE, 5.0),
        MoveRow(3, 1, "take", ALICE, 5.0),
    ]


async def test_matches_of_somebody_come_newest_touched_first(store: Store) -> None:
    old = await store.new_match(replace(LOBBY, touched=1.0))
    new = await store.new_match(replace(TABLE, touched=9.0))
    await store.new_match(replace(LOBBY, members=()))
    assert await store.matches_of(BOB, LIVE) == [new, old]
    assert await store.matches_of(BOB, [Status.PLAYING]) == [new]
    assert await store.matches_of(CAROL, LIVE) == []
    assert await store.matches_of(BOB, ()) == []


async def test_matches_of_somebody_follow_the_members(store: Store) -> None:
    row = await store.new_match(LOBBY)
    joined = after(row, members=(Member(str(CAROL), "Carol"), *row.members[1:]))
    assert await store.commit(Commit(joined, members_changed=True))
    assert await store.matches_of(CAROL, LIVE) == [joined]
    assert await store.matches_of(ALICE, LIVE) == []


async def test_matches_in_a_channel_come_newest_touched_first(store: Store) -> None:
    old = await store.new_match(replace(LOBBY, touched=1.0))
    new = await store.new_match(replace(LOBBY, touched=9.0))
    await store.new_match(replace(LOBBY, channel_id=CHANNEL + 1))
    assert await store.matches_in(CHANNEL, LIVE) == [new, old]
    assert await store.matches_in(CHANNEL, [Status.OVER]) == []


async def test_matches_of_a_guild_are_found_in_all_its_channels(store: Store) -> None:
    old = await store.new_match(replace(LOBBY, touched=1.0, channel_id=1))
    new = await store.new_match(replace(LOBBY, touched=2.0, channel_id=2))
    await store.new_match(replace(LOBBY, guild_id=GUILD + 1))
    await store.new_match(replace(LOBBY, status=Status.OVER))
    assert await store.matches_of_guild(GUILD, LIVE) == [new, old]
    assert await store.matches_of_guild(GUILD + 2, LIVE) == []


async def test_due_are_live_matches_whose_deadline_has_come(store: Store) -> None:
    late = await store.new_match(replace(LOBBY, deadline=10.0))
    later = await store.new_match(replace(TABLE, deadline=5.0))
    await store.new_match(replace(TABLE, deadline=10.5))
    await store.new_match(replace(TABLE, status=Status.OVER, deadline=1.0))
    await store.new_match(TABLE)
    assert await store.due(10.0) == [(later.id, 1), (late.id, 1)]
    assert await store.due(10.0, limit=1) == [(later.id, 1)]


async def test_the_deadlines_up_to_a_moment_are_those_of_live_matches(store: Store) -> None:
    assert await store.deadlines(9.0) == {}
    await store.new_match(replace(TABLE, status=Status.CLOSED, deadline=1.0))
    table = await store.new_match(replace(TABLE, deadline=7.0))
    lobby = await store.new_match(replace(LOBBY, deadline=6.0))
    assert await store.deadlines(6.0) == {lobby.id: 6.0}
    assert await store.deadlines(9.0) == {lobby.id: 6.0, table.id: 7.0}


async def test_matches_are_left_out_by_few_statements(store: Store) -> None:
    """A server plans each statement anew that it has not seen."""
    rows = [await store.new_match(replace(TABLE, deadline=float(n))) for n in range(9)]
    seen: set[str] = set()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.add(statement)

    event.listen(store.database._readers.engine, "before_cursor_execute", note)
    for many in range(1, 9):
        without = {row.id for row in rows[:many]}
        left = {row.id: row.deadline for row in rows[many:]}
        assert await store.deadlines(8.0, without=without) == left
        assert await store.due(8.0, without=without) == [(row.id, 1) for row in rows[many:]]
    assert len(seen) == 2 * len({1, 2, 4, 8})


async def test_unpublished_are_all_matches_ahead_of_what_was_shown(store: Store) -> None:
    shown, waiting, closed = [await store.new_match(LOBBY) for _ in range(3)]
    await store.commit(Commit(after(closed, status=Status.CLOSED)))
    await store.set_publication(Publication(shown.id, published=1))
    await store.set_publication(Publication(closed.id, published=1))
    assert await store.unpublished() == [waiting.id, closed.id]


async def test_live_are_lobbies_and_tables(store: Store) -> None:
    rows = [await store.new_match(replace(LOBBY, status=status)) for status in Status]
    assert await store.live() == [row.id for row in rows if row.status in LIVE]


async def test_a_guild_that_goes_closes_its_live_matches(store: Store) -> None:
    table = await store.new_match(replace(TABLE, deadline=9.0))
    over = await store.new_match(replace(TABLE, status=Status.OVER))
    elsewhere = await store.new_match(replace(TABLE, guild_id=None))
    assert await store.guild_gone(GUILD) == [table.id]
    assert await store.match(table.id) == after(
        table, status=Status.CLOSED, deadline=None, closed_for="server"
    )
    assert await store.match(over.id) == over
    assert await store.match(elsewhere.id) == elsewhere
    assert await store.guild_gone(GUILD) == []
