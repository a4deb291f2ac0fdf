"""Each interaction is answered by one process, or by another when that has died."""

from __future__ import annotations

import asyncio

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
