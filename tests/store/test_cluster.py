"""Processes on one database: how they join, identify, and share leases and interactions."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import Connection, insert

from bot.store.cluster import leases
from bot.store.cluster.process_rows import LIFE
from bot.store.schema import claim
from tests.store.samples import Joined, OnServer, ask, joined, opened, tamper
from tests.waits import until


def run_out(on_server: OnServer, process: Joined) -> None:
    """Let the row of a process run out, as if it had not been renewed for long."""
    tamper(
        on_server, "UPDATE process SET until = until - 100 WHERE name = ?", process.processes.name
    )


async def test_a_process_lives_from_when_it_joins_until_it_leaves(emptied: OnServer) -> None:
    async with joined(emptied) as one:
        processes = one.processes
        first = processes.name
        assert processes.is_alive
        assert first
        assert await processes.renew()
        await processes.leave()
        assert not processes.is_alive
        assert not await processes.renew()
        await processes.join()
        assert processes.name not in ("", first)


async def test_a_process_that_has_not_joined_is_not_alive_and_takes_nothing(
    emptied: OnServer,
) -> None:
    async with opened(emptied) as store:
        one = Joined(store)
        assert not one.processes.is_alive
        assert not await one.leases.take("leader")
        assert ask(emptied, "SELECT name FROM process UNION SELECT name FROM lease") == []


async def test_a_row_that_ran_out_is_never_renewed_and_goes_when_another_joins(
    emptied: OnServer,
) -> None:
    async with joined(emptied) as one, opened(emptied) as store:
        other = Joined(store)
        ((until, now),) = ask(emptied, "SELECT until, extract(epoch FROM now()) FROM process")
        assert until - float(now) == pytest.approx(LIFE, abs=LIFE / 2)
        run_out(emptied, one)
        assert not await one.processes.renew()
        assert not one.processes.is_alive
        assert not await one.processes.renew()
        await other.processes.join()
        assert ask(emptied, "SELECT name FROM process") == [(other.processes.name,)]
        await one.processes.join()
        assert await one.processes.renew()


async def test_a_process_that_has_not_renewed_for_its_life_takes_itself_for_dead(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.cluster.leases.LIFE", -1.0)
    async with joined(emptied) as one:
        assert not one.processes.is_alive


@pytest.fixture
async def two(emptied: OnServer) -> AsyncIterator[tuple[Joined, Joined]]:
    """Return two processes on one database."""
    async with joined(emptied) as one, joined(emptied) as other:
        yield one, other


async def test_a_lease_is_held_by_one_until_it_is_given_back(two: tuple[Joined, Joined]) -> None:
    one, other = two
    assert await one.leases.holder("leader") is None
    assert await one.leases.take("leader")
    assert await one.leases.take("leader")
    assert not await other.leases.take("leader")
    assert await other.leases.take("shard 1")
    assert await other.leases.holder("leader") == one.processes.name
    await other.leases.release("leader")
    assert not await other.leases.take("leader")
    await one.leases.release("leader")
    assert await other.leases.take("leader")


async def test_a_lease_is_never_given_twice(two: tuple[Joined, Joined]) -> None:
    names = [f"shard {number}" for number in range(20)]
    taken = await asyncio.gather(*(process.leases.take(name) for name in names for process in two))
    assert [one + other for one, other in zip(taken[::2], taken[1::2], strict=True)] == [1] * 20


async def test_what_a_dead_process_held_is_free(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    assert await one.leases.take("leader")
    assert await other.leases.take("shard 1")
    run_out(emptied, one)
    assert await other.leases.holder("leader") is None
    assert not await one.leases.take("leader")
    assert await other.leases.take("leader")
    await one.leases.release("leader")
    await one.processes.join()
    assert not await one.leases.take("leader")
    assert await one.leases.holder("leader") == other.processes.name


async def test_who_leaves_gives_back_everything_and_takes_nothing(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    assert await one.leases.take("leader")
    await one.processes.leave()
    assert not await one.leases.take("leader")
    assert await other.leases.take("leader")


async def test_leases_are_taken_together_or_not_at_all(two: tuple[Joined, Joined]) -> None:
    one, other = two
    assert await one.leases.take_all({"shard 0/2", "shard 1/2"}) == frozenset()
    assert await one.leases.take_all({"shard 0/2", "shard 1/2"}) == frozenset()
    in_the_way = frozenset({one.processes.name})
    assert await other.leases.take_all({"shard 1/2", "shard 2/2"}) == in_the_way
    assert await other.leases.holder("shard 2/2") is None
    assert (
        await other.leases.take_all({"shard 2/2"}, lambda name: name == "shard 0/2") == in_the_way
    )
    await one.processes.leave()
    assert await other.leases.take_all({"shard 1/2", "shard 2/2"}) == frozenset()
    assert await other.leases.holder("shard 1/2") == other.processes.name


async def hold_while_it_stops(process: Joined, at: OnServer) -> None:
    """Hold a lease for a moment, and be unable to give it back: the server stops meanwhile."""
    async with process.leases.held("after 7"):
        at.server.stop()
    at.server.start()


async def test_what_could_not_be_given_back_is_as_soon_as_it_can(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    await hold_while_it_stops(one, emptied)
    assert not await other.leases.take("after 7")
    await one.leases.give_back()
    assert await other.leases.take("after 7")


async def test_who_holds_it_again_is_not_disturbed(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    await hold_while_it_stops(one, emptied)
    async with one.leases.held("after 7"):
        await one.leases.give_back()
        assert not await other.leases.take("after 7")
    assert await other.leases.take("after 7")


async def test_what_is_held_again_while_others_are_given_back_is_kept(
    two: tuple[Joined, Joined], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Giving back takes a while for each: another task may come to hold what is owed still."""
    one, other = two
    leases, names, again = one.leases, {"after 7", "after 8"}, AsyncExitStack()
    for name in names:
        assert await leases.take(name)
    leases._owed |= names
    release, given = leases.release, list[str]()

    async def slow(name: str) -> None:
        given.append(name)
        await release(name)
        if len(given) == 1:
            (left,) = names - {name}
            await again.enter_async_context(leases.held(left))

    monkeypatch.setattr(leases, "release", slow)
    await leases.give_back()
    (left,) = names - {*given}
    assert not await other.leases.take(left)
    await again.aclose()
    assert await other.leases.take(left)


# Each interaction is answered by one process, or by another when that has died.


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


async def test_of_two_that_take_over_at_once_one_does(emptied: OnServer) -> None:
    gone = 999_999  # no session has this number

    def left(connection: Connection, number: int) -> None:
        connection.execute(insert(claim).values(interaction_id=number, session=gone, at=0.0))

    async with joined(emptied) as one, joined(emptied) as other:
        for number in range(200):
            await one.claims.database.write_apart(left, number)
            both = one.claims.claim_again(number), other.claims.claim_again(number)
            assert sorted(await asyncio.gather(*both)) == [False, True]


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


# Processes take turns to identify.


async def test_turns_of_a_bucket_lie_apart_whoever_takes_them(emptied: OnServer) -> None:
    async with joined(emptied) as one, joined(emptied) as other:
        stores = (one, other, one, other)
        waits = await asyncio.gather(*(store.identifies.reserve(0, 500.0) for store in stores))
        assert sorted(waits) == pytest.approx([0.0, 500.0, 1000.0, 1500.0], abs=60)
        assert await other.identifies.reserve(1, 500.0) == 0


async def test_a_turn_left_by_a_clock_that_was_wrong_keeps_nobody_waiting(
    emptied: OnServer,
) -> None:
    async with joined(emptied) as store:
        await store.identifies.reserve(0, 0.001)
        tamper(emptied, "UPDATE setting SET value = '9e12' WHERE key = 'identify 0'")
        assert await store.identifies.reserve(0, 0.001) <= 1
