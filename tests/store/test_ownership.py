"""Who is alone on a database, or only looks on, owns everything and leads."""

from __future__ import annotations

from dataclasses import replace

from bot.store import MatchId, Store
from tests.cluster.joined import joined
from tests.store.samples import TABLE, OnServer, opened


async def test_alone_on_its_database_everything_is_owned(store: Store) -> None:
    row = await store.new_match(replace(TABLE, deadline=5.0))
    ownership = store.ownership
    assert ownership.has(row.id)
    assert ownership.has(MatchId(99))
    assert ownership.has_or_tells(row.id, "show")
    assert ownership.leads
    assert ownership.leads_or_tells("league")
    assert ownership.is_sole_writer
    assert not await ownership.acquire(row.id)
    ownership.release(row.id)
    assert await store.due(9.0) == [(row.id, 1)]
    assert await store.live() == [row.id]
    async with ownership.held("after 7"), ownership.held("after 8"):
        pass


async def test_who_only_looks_on_sees_the_matches_of_every_process(emptied: OnServer) -> None:
    async with joined(emptied) as one, opened(emptied) as store:
        row = await one.store.new_match(replace(TABLE, deadline=5.0))
        assert await store.due(9.0) == [(row.id, 1)]
        assert one.ownership.has(row.id)
        assert not one.ownership.is_sole_writer
