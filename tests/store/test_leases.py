from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.cluster.joined import Joined, joined
from tests.store.samples import OnServer
from tests.store.test_processes import run_out


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
