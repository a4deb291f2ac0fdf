"""Each interaction is answered by one process, or by another when that has died."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection

import pytest
from sqlalchemy import Connection

from bot.store.cluster import leases
from tests.cluster.joined import joined
from tests.store.samples import OnServer, tamper
from tests.waits import until


async def test_of_two_processes_one_answers(emptied: OnServer) -> None:
    async with joined(emptied) as one, joined(emptied) as other:
        claims = [process.claims.claim(number) for number in range(20) for process in (one, other)]
        won = await asyncio.gather(*claims)
        assert [a + b for a, b in zip(won[::2], won[1::2], strict=True)] == [1] * 20


async def test_the_claim_of_a_process_that_has_died_is_taken_over_once(emptied: OnServer) -> None:
    async with joined(emptied) as first, joined(emptied) as second, joined(emptied) as third:
        assert await first.claims.claim(1)
        assert not await second.claims.claim(1)
        assert not await second.claims.claim_again(1)
        await first.store.close()

        async def again() -> list[bool]:
            claims = second.claims, third.claims
            won = sorted(await asyncio.gather(*[each.claim_again(1) for each in claims]))
            return won if any(won) else []

        # The server sees in its own time that somebody has gone.
        assert await until(again) == [False, True]
        assert not await second.claims.claim_again(2)


async def test_what_a_process_has_answered_before_it_went_is_not_answered_again(
    emptied: OnServer,
) -> None:
    async with joined(emptied) as first, joined(emptied) as second:
        assert await first.claims.claim(1)
        await first.claims.settle()
        await first.store.close()
        assert not await second.claims.claim_again(1)


async def test_claims_of_long_ago_are_forgotten(emptied: OnServer) -> None:
    async with joined(emptied) as store:
        assert await store.claims.claim(1)
        tamper(emptied, "UPDATE claim SET at = at - 900")
        assert await store.claims.claim(2)
        await store.claims.forget()
        assert [await store.claims.claim(number) for number in (1, 2)] == [True, False]


async def test_a_claim_waits_for_nothing_else_that_its_process_writes(emptied: OnServer) -> None:
    async with joined(emptied) as one:
        written = threading.Event()
        writing = asyncio.create_task(one.store.database.write(lambda _: written.wait()))
        try:
            async with asyncio.timeout(60):
                assert await one.claims.claim(1)
                assert not await one.claims.claim_again(1)
                await one.claims.settle()
        finally:
            written.set()
        assert await writing


async def test_what_is_to_be_claimed_at_the_same_time_is_claimed_at_once(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, add = list[list[int]](), leases.add

    def noted(connection: Connection, interaction_ids: Collection[int]) -> set[int]:
        asked.append(sorted(interaction_ids))
        return add(connection, interaction_ids)

    monkeypatch.setattr(leases, "add", noted)
    async with joined(emptied) as one, joined(emptied) as other:
        assert await other.claims.claim(3)
        won = await asyncio.gather(*map(one.claims.claim, range(5)))
        assert won == [True, True, True, False, True]
    assert asked == [[3], [0, 1, 2, 3, 4]]


async def test_a_claim_is_made_over_a_new_connection_where_the_server_has_cut_the_old(
    emptied: OnServer,
) -> None:
    async with joined(emptied) as one:
        assert await one.claims.claim(1)
        tamper(emptied, "SELECT pg_terminate_backend(session) FROM claim")
        assert await one.claims.claim(2)
        assert not await one.claims.claim(1)
