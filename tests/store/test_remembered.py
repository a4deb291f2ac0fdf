"""Settings are read once, and anew when somebody has changed them."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.remembered import REMEMBERED_SCOPES, Remembered

READ = {"called": "dm"}


class Shelf:
    """Counts how often it is read; a `gate` holds a read back."""

    def __init__(self) -> None:
        self.content = dict(READ)
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self) -> dict[str, str]:
        self.reads += 1
        found = dict(self.content)
        await self.gate.wait()
        return found


async def test_what_was_read_is_not_read_again() -> None:
    remembered, shelf = Remembered(), Shelf()
    assert await remembered.read("person 1", shelf.read) == READ
    assert await remembered.read("person 1", shelf.read) == READ
    assert shelf.reads == 1


async def test_who_changes_what_they_were_given_changes_nothing_here() -> None:
    remembered, shelf = Remembered(), Shelf()
    (await remembered.read("person 1", shelf.read)).clear()
    assert await remembered.read("person 1", shelf.read) == READ


@pytest.mark.parametrize("scope", ["person 1", None])
async def test_a_change_is_read(scope: str | None) -> None:
    remembered, shelf = Remembered(), Shelf()
    await remembered.read("person 1", shelf.read)
    async with remembered.changing(scope):
        shelf.content["called"] = "never"
    assert await remembered.read("person 1", shelf.read) == {"called": "never"}


async def test_a_failed_change_is_read_too_as_it_may_have_been_made() -> None:
    remembered, shelf = Remembered(), Shelf()
    await remembered.read("person 1", shelf.read)
    with pytest.raises(RuntimeError):
        async with remembered.changing("person 1"):
            raise RuntimeError
    await remembered.read("person 1", shelf.read)
    assert shelf.reads == 2


async def test_what_was_read_before_a_change_is_not_remembered_after_it() -> None:
    remembered, shelf = Remembered(), Shelf()
    shelf.gate.clear()
    reading = asyncio.create_task(remembered.read("person 1", shelf.read))
    while not shelf.reads:  # noqa: ASYNC110 - it starts at once
        await asyncio.sleep(0)
    async with remembered.changing("person 1"):
        shelf.content["called"] = "never"
    shelf.gate.set()
    assert await reading == READ
    assert await remembered.read("person 1", shelf.read) == {"called": "never"}


async def test_only_so_many_are_remembered() -> None:
    remembered, shelf = Remembered(), Shelf()
    for number in range(REMEMBERED_SCOPES + 1):
        await remembered.read(f"person {number}", shelf.read)
    await remembered.read("person 0", shelf.read)
    assert shelf.reads == REMEMBERED_SCOPES + 2
