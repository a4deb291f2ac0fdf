from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import chain

from bot.store.rows import MatchId, Publication
from bot.store.signals import Signal
from tests.cluster.joined import Joined
from tests.store.conftest import emptied, shared
from tests.store.samples import TABLE, OnServer, after, ask, move_on, tamper
from tests.store.test_leases import two
from tests.store.test_processes import run_out
from tests.waits import rounds, until

__all__ = ["emptied", "shared", "two"]

DUE = replace(TABLE, deadline=5.0)


async def orphans(at: OnServer, process: Joined, count: int) -> list[MatchId]:
    """Store live matches that nobody looks after."""
    rows = [await process.store.new_match(DUE) for _ in range(count)]
    tamper(at, "UPDATE match SET home = NULL")
    process.ownership.clear()
    return [row.id for row in rows]


async def test_who_opens_a_match_looks_after_it_and_nobody_else(two: tuple[Joined, Joined]) -> None:
    one, other = two
    row = await one.store.new_match(DUE)
    assert one.ownership.has(row.id)
    assert not other.ownership.has(row.id)
    assert not await other.ownership.take(row.id)
    for process, found in ((one, [row.id]), (other, [])):
        assert [match_id for match_id, _ in await process.store.due(9.0)] == found
        assert await process.store.live() == found
        assert await process.store.unpublished() == found
    assert await one.store.deadlines(9.0) == {row.id: 5.0}
    assert await other.store.deadlines(9.0) == {}


async def test_any_process_may_move_and_one_of_two_at_once_is_stored(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(TABLE)
    stored = await asyncio.gather(
        one.store.commit(move_on(row)), other.store.commit(move_on(row, "QH"))
    )
    assert sorted(stored) == [False, True]
    assert one.ownership.has(row.id)
    found = await other.store.match(row.id)
    assert found is not None
    assert await other.store.commit(move_on(found))


async def test_what_is_due_is_never_given_twice(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    ids = await orphans(emptied, one, 60)
    found = await asyncio.gather(
        *(process.store.due(9.0, limit=60) for process in (one, other) * 3)
    )
    mine, theirs = set(chain(*found[::2])), set(chain(*found[1::2]))
    assert not mine & theirs
    left = [match_id for match_id, _ in mine | theirs]
    for process in two:
        left += await process.ownership.adopt()
    assert set(left) == set(ids)
    homes = ask(emptied, "SELECT DISTINCT home FROM match")
    assert {name for (name,) in homes} <= {process.processes.name for process in two}


async def test_orphans_are_adopted_once(two: tuple[Joined, Joined], emptied: OnServer) -> None:
    one, other = two
    ids = await orphans(emptied, one, 30)
    found = await asyncio.gather(*(process.ownership.adopt() for process in (one, other) * 2))
    taken = sorted(chain(*found))
    assert len(taken) == len(set(taken))
    for process in two:
        taken += await process.ownership.adopt()
    assert sorted(taken) == ids


async def test_what_another_transaction_holds_is_not_waited_for(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    import psycopg  # noqa: PLC0415 - where there is no libpq this cannot be imported

    one, _ = two
    first, second = await orphans(emptied, one, 2)
    at = f"host={emptied.server.directory} dbname={emptied.name} user=nimbus"
    with psycopg.connect(at) as holding:
        holding.execute("SELECT 1 FROM match WHERE id = %s FOR UPDATE", [first])
        assert await one.ownership.adopt() == [second]
        assert await one.store.due(9.0) == [(second, 1)]
    assert await one.ownership.adopt() == [first]


async def test_the_tables_of_a_dead_process_go_on_in_another(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    row = await one.store.new_match(DUE)
    assert await other.ownership.adopt() == []
    run_out(emptied, one)
    assert await other.ownership.adopt() == [row.id]
    assert await other.store.due(9.0) == [(row.id, 1)]
    # The one that was dead finds out, and begins anew without it.
    assert not await one.processes.renew()
    assert not one.ownership.has(row.id)
    one.ownership.clear()
    await one.processes.join()
    assert not await one.ownership.take(row.id)
    assert await one.store.due(9.0) == []


async def test_a_dead_process_takes_nothing(two: tuple[Joined, Joined], emptied: OnServer) -> None:
    one, _ = two
    await orphans(emptied, one, 2)
    run_out(emptied, one)
    assert await one.ownership.adopt() == []
    assert await one.store.due(9.0) == []
    assert await one.store.unpublished() == []


async def test_what_was_over_and_not_shown_is_shown_by_another(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(TABLE)
    await one.store.set_publication(Publication(row.id, published=1))
    assert await one.store.commit(move_on(row))
    await one.processes.leave()
    assert await other.store.unpublished() == [row.id]


async def test_a_match_shown_by_presses_goes_where_somebody_presses(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(TABLE)
    assert await other.ownership.acquire(row.id)
    one.ownership.release(row.id)
    assert not await one.ownership.take(row.id)
    assert await one.store.commit(move_on(row))
    assert other.ownership.has(row.id)


async def test_what_was_acquired_under_another_token_counts_for_nothing(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    """A process that was late is nobody's home any more, from the instant in which it rejoins."""
    one, other = two
    row = await one.store.new_match(DUE)
    one.ownership.lead(one.ownership.token)
    assert one.ownership.leads
    run_out(emptied, one)
    assert await other.ownership.adopt() == [row.id]
    await one.processes.join()
    assert not one.ownership.has(row.id)
    assert not one.ownership.leads
    await one.ownership.look_after(row.id)
    assert not one.ownership.has(row.id)


async def test_who_neither_owns_nor_leads_tells_the_process_that_does(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(DUE)
    one.ownership.lead(one.ownership.token)
    heard, listens = list[Signal](), asyncio.Event()
    one.peers.listen(heard.append, listens.set)
    await listens.wait()
    assert one.ownership.has_or_tells(row.id, "show")
    assert one.ownership.leads_or_tells("league")
    assert not other.ownership.has_or_tells(row.id, "show", ("hand", 7))
    assert not other.ownership.leads_or_tells("digest", 7)
    await until(lambda: len(heard) == 2)
    assert heard == [Signal("show", [row.id, ["hand", 7]]), Signal("digest", [7])]


async def test_a_lease_is_held_for_a_moment_by_one_after_the_other(
    two: tuple[Joined, Joined],
) -> None:
    inside: list[str] = []

    async def work(process: Joined) -> None:
        async with process.ownership.held("after 7"):
            inside.append(process.processes.name)
            assert len(inside) == 1
            await rounds()
            inside.pop()

    await asyncio.gather(*map(work, two))
    assert await two[0].leases.holder("after 7") is None


async def test_a_row_says_nothing_of_who_looks_after_it(two: tuple[Joined, Joined]) -> None:
    one, _ = two
    row = await one.store.new_match(TABLE)
    assert await one.store.match(row.id) == row == replace(after(row), version=1)
