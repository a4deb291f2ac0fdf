"""Locks by key: the same one for the same key, and none left behind."""

from __future__ import annotations

import asyncio

from bot.match.table.cache import Locks


async def test_one_key_is_held_once_and_keeps_no_other_waiting() -> None:
    locks, order = Locks[int](), list[str]()

    async def hold(key: int, name: str) -> None:
        async with locks[key]:
            order.append(f"{name} in")
            for _ in range(3):
                await asyncio.sleep(0)
            order.append(f"{name} out")

    await asyncio.gather(hold(1, "a"), hold(1, "b"), hold(2, "c"))
    assert [step for step in order if step[0] != "c"] == ["a in", "a out", "b in", "b out"]
    assert order.index("c in") < order.index("a out")


async def test_who_waits_is_not_passed_by_who_comes_later() -> None:
    locks, order = Locks[str](), list[int]()

    async def hold(number: int) -> None:
        async with locks["key"]:
            await asyncio.sleep(0)
            order.append(number)

    tasks = [asyncio.create_task(hold(number)) for number in range(2)]
    await asyncio.wait({tasks[0]})
    tasks.append(asyncio.create_task(hold(2)))
    await asyncio.gather(*tasks)
    assert order == [0, 1, 2]


async def test_a_lock_that_nobody_has_is_gone() -> None:
    locks = Locks[int]()
    async with locks[1]:
        assert len(locks) == 1
        assert locks[1].locked()
    assert len(locks) == 0
