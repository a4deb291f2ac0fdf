from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import chain

from bot.store import MatchId, Store
from bot.store.rows import Publication
from tests.store.samples import TABLE, OnServer, after, ask, move_on, tamper
from tests.store.test_leases import two
from tests.store.test_processes import run_out

__all__ = ["two"]

DUE = replace(TABLE, deadline=5.0)


async def orphans(at: OnServer, store: Store, count: int) -> list[MatchId]:
    """Store live matches that nobody looks after."""
    rows = [await store.new_match(DUE) for _ in range(count)]
    tamper(at, "UPDATE match SET home = NULL")
    store.homes.clear()
    return [row.id for row in rows]


async def test_who_opens_a_match_looks_after_it_and_nobody_else(two: tuple[Store, Store]) -> None:
    one, other = two
    row = await one.new_match(DUE)
    assert one.homes.has(row.id)
    assert not other.homes.has(row.id)
    assert not await other.homes.take(row.id)
    for store, found in ((one, [row.id]), (other, [])):
        assert [match_id for match_id, _ in await store.due(9.0)] == found
        assert await store.live() == found
        assert await store.unpublished() == found
    assert await one.deadlines(9.0) == {row.id: 5.0}
    assert await other.deadlines(9.0) == {}


async def test_any_process_may_move_and_one_of_two_at_once_is_stored(
    two: tuple[Store, Store],
) -> None:
    one, other = two
    row = await one.new_match(TABLE)
    stored = await asyncio.gather(one.commit(move_on(row)), other.commit(move_on(row, "QH")))
    assert sorted(stored) == [False, True]
    assert one.homes.has(row.id)
    found = await other.match(row.id)
    assert found is not None
    assert await other.commit(move_on(found))


async def test_what_is_due_is_never_given_twice(
    two: tuple[Store, Store], emptied: OnServer
) -> None:
    one, other = two
    ids = await orphans(emptied, one, 60)
    found = await asyncio.gather(*(store.due(9.0, limit=60) for store in (one, other) * 3))
    mine, theirs = set(chain(*found[::2])), set(chain(*found[1::2]))
    assert not mine & theirs
    left = [match_id for match_id, _ in mine | theirs]
    for store in two:
        left += await store.homes.adopt()
    assert set(left) == set(ids)
    homes = ask(emptied, "SELECT DISTINCT home FROM match")
    assert {name for (name,) in homes} <= {store.processes.name for store in two}


async def test_orphans_are_adopted_once(two: tuple[Store, Store], emptied: OnServer) -> None:
    one, other = two
    ids = await orphans(emptied, one, 30)
    found = await asyncio.gather(*(store.homes.adopt() for store in (one, other) * 2))
    taken = sorted(chain(*found))
    assert len(taken) == len(set(taken))
    for store in two:
        taken += await store.homes.adopt()
    assert sorted(taken) == ids


async def test_what_another_transaction_holds_is_not_waited_for(
    two: tuple[Store, Store], emptied: OnServer
) -> None:
    import psycopg  # noqa: PLC0415 - where there is no libpq this cannot be imported

    one, _ = two
    first, second = await orphans(emptied, one, 2)
    at = f"host={emptied.server.directory} dbname={emptied.name} user=nimbus"
    with psycopg.connect(at) as holding:
        holding.execute("SELECT 1 FROM match WHERE id = %s FOR UPDATE", [first])
        assert await one.homes.adopt() == [second]
        assert await one.due(9.0) == [(second, 1)]
    assert await one.homes.adopt() == [first]


async def test_the_tables_of_a_dead_process_go_on_in_another(
    two: tuple[Store, Store], emptied: OnServer
) -> None:
    one, other = two
    row = await one.new_match(DUE)
    assert await other.homes.adopt() == []
    run_out(emptied, one)
    assert await other.homes.adopt() == [row.id]
    assert await other.due(9.0) == [(row.id, 1)]
    # The one that was dead finds out, and begins anew without it.
    assert not await one.processes.renew()
    assert not one.homes.has(row.id)
    one.homes.clear()
    await one.processes.join()
    assert not await one.homes.take(row.id)
    assert await one.due(9.0) == []


async def test_a_dead_process_takes_nothing(two: tuple[Store, Store], emptied: OnServer) -> None:
    one, _ = two
    await orphans(emptied, one, 2)
    run_out(emptied, one)
    assert await one.homes.adopt() == []
    assert await one.due(9.0) == []
    assert await one.unpublished() == []


async def test_what_was_over_and_not_shown_is_shown_by_another(
    two: tuple[Store, Store],
) -> None:
    one, other = two
    row = await one.new_match(TABLE)
    await one.set_publication(Publication(row.id, published=1))
    assert await one.commit(move_on(row))
    await one.processes.leave()
    assert await other.unpublished() == [row.id]


async def test_a_match_shown_by_presses_goes_where_somebody_presses(
    two: tuple[Store, Store],
) -> None:
    one, other = two
    row = await one.new_match(TABLE)
    assert await other.homes.seize(row.id)
    one.homes.drop(row.id)
    assert not await one.homes.take(row.id)
    assert await one.commit(move_on(row))
    assert other.homes.has(row.id)


async def test_alone_on_its_database_everything_is_at_home(store: Store) -> None:
    row = await store.new_match(DUE)
    assert store.homes.has(row.id)
    assert store.homes.has(MatchId(99))
    assert await store.due(9.0) == [(row.id, 1)]
    assert await store.homes.adopt() == []
    assert store.processes.leads


async def test_a_lease_is_held_for_a_moment_by_one_after_the_other(
    two: tuple[Store, Store],
) -> None:
    inside: list[str] = []

    async def work(store: Store) -> None:
        async with store.leases.held("after 7"):
            inside.append(store.processes.name)
            assert len(inside) == 1
            await asyncio.sleep(0.02)
            inside.pop()

    await asyncio.gather(*map(work, two))
    assert await two[0].leases.holder("after 7") is None


async def test_a_row_says_nothing_of_who_looks_after_it(two: tuple[Store, Store]) -> None:
    one, _ = two
    row = await one.new_match(TABLE)
    assert await one.match(row.id) == row == replace(after(row), version=1)
