"""Settings, blocks and the secret of codes as they are stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import Member
from bot.store.settings import REMEMBERED_SCOPES, Remembered, person_scope
from tests.store.samples import ALICE, BOB, CAROL, LOBBY, TABLE, url_of


async def test_a_setting_is_remembered_by_scope_and_key(store: Store) -> None:
    await store.set_setting("server 1", "locale", "fr")
    await store.set_setting("server 1", "locale", "en")
    assert await store.setting("server 1", "locale") == "en"
    assert await store.setting("server 2", "locale") is None
    assert await store.setting("server 1", "other") is None


async def test_none_unsets_a_setting(store: Store) -> None:
    await store.set_setting("", "commands", "hash")
    await store.set_setting("", "commands", None)
    await store.set_setting("", "commands", None)
    assert await store.setting("", "commands") is None


async def test_the_settings_of_a_scope_change_together(store: Store) -> None:
    await store.set_settings("person 1", {"called": "dm", "zone": "Europe/Paris", "after": "30"})
    await store.set_settings("person 1", {"called": "table", "zone": None})
    await store.set_setting("person 12", "called", "never")
    assert await store.settings("person 1") == {"called": "table", "after": "30"}
    assert await store.settings("person 2") == {}


async def test_scopes_are_found_by_what_is_set_in_them(store: Store) -> None:
    await store.set_setting("server 1", "welcome", "due")
    await store.set_setting("server 2", "welcome", "said")
    await store.set_setting("server 3", "other", "due")
    assert await store.scopes_with("welcome", "due") == ["server 1"]


async def test_so_they_are_for_those_who_sit_at_a_table(store: Store) -> None:
    for user_id in (ALICE, BOB, CAROL):
        await store.set_setting(person_scope(user_id), "place", "dm")
    await store.set_setting("server 1", "place", "dm")
    await store.new_match(replace(TABLE, members=(Member(str(ALICE), "Alice"), TABLE.members[2])))
    await store.new_match(replace(LOBBY, members=(Member(str(BOB), "Bob"),)))
    assert await store.scopes_with("place", "dm", seated=True) == [person_scope(ALICE)]


# Settings are read once, and again when somebody has changed them.

READ = {"called": "dm"}


class Shelf:
    """Counts how often it is read; a `gate` holds a read back."""

    def __init__(self) -> None:
        self.content = dict(READ)
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self, scopes: Sequence[str]) -> dict[str, dict[str, str]]:
        self.reads += 1
        found = {scope: dict(self.content) for scope in scopes}
        await self.gate.wait()
        return found


async def ask(remembered: Remembered, shelf: Shelf, scope: str = "person 1") -> dict[str, str]:
    (found,) = await remembered.read([scope], shelf.read)
    return found


async def test_what_was_read_is_not_read_again() -> None:
    remembered, shelf = Remembered(), Shelf()
    assert await ask(remembered, shelf) == READ
    assert await ask(remembered, shelf) == READ
    assert shelf.reads == 1


async def test_who_changes_what_they_were_given_changes_nothing_here() -> None:
    remembered, shelf = Remembered(), Shelf()
    (await ask(remembered, shelf)).clear()
    assert await ask(remembered, shelf) == READ


@pytest.mark.parametrize("scope", ["person 1", None])
async def test_a_change_is_read(scope: str | None) -> None:
    remembered, shelf = Remembered(), Shelf()
    await ask(remembered, shelf)
    async with remembered.changing(scope):
        shelf.content["called"] = "never"
    assert await ask(remembered, shelf) == {"called": "never"}


async def test_a_failed_change_is_read_too_as_it_may_have_been_made() -> None:
    remembered, shelf = Remembered(), Shelf()
    await ask(remembered, shelf)
    with pytest.raises(RuntimeError):
        async with remembered.changing("person 1"):
            raise RuntimeError
    await ask(remembered, shelf)
    assert shelf.reads == 2


async def test_what_was_read_before_a_change_is_not_remembered_after_it() -> None:
    remembered, shelf = Remembered(), Shelf()
    shelf.gate.clear()
    reading = asyncio.create_task(ask(remembered, shelf))
    while not shelf.reads:  # noqa: ASYNC110 - it starts at once
        await asyncio.sleep(0)
    async with remembered.changing("person 1"):
        shelf.content["called"] = "never"
    shelf.gate.set()
    assert await reading == READ
    assert await ask(remembered, shelf) == {"called": "never"}


async def test_only_so_many_are_remembered() -> None:
    remembered, shelf = Remembered(), Shelf()
    for number in range(REMEMBERED_SCOPES + 1):
        await ask(remembered, shelf, f"person {number}")
    await ask(remembered, shelf, "person 0")
    assert shelf.reads == REMEMBERED_SCOPES + 2


async def test_several_are_read_at_once_and_only_those_that_are_not_known() -> None:
    remembered, asked = Remembered(), list[Sequence[str]]()

    async def read(scopes: Sequence[str]) -> dict[str, dict[str, str]]:
        asked.append(scopes)
        return {scope: {"name": scope} for scope in scopes}

    await remembered.read(["person 1"], read)
    found = await remembered.read(["server 2", "person 1", "server 3"], read)
    assert [each["name"] for each in found] == ["server 2", "person 1", "server 3"]
    assert asked == [["person 1"], ["server 2", "server 3"]]


async def test_what_was_changed_here_alone_is_known_without_reading_it_anew() -> None:
    remembered, shelf = Remembered(), Shelf()
    await ask(remembered, shelf)
    async with remembered.changing("person 1", {"called": None, "place": "table"}):
        pass
    assert await ask(remembered, shelf) == {"place": "table"}
    assert shelf.reads == 1


async def test_what_is_changed_twice_at_the_same_time_stays_known() -> None:
    remembered, shelf = Remembered(), Shelf()
    await ask(remembered, shelf)
    change = remembered.changing
    async with change("person 1", {"place": "table"}), change("person 1", {"called": None}):
        pass
    assert await ask(remembered, shelf) == {"place": "table"}
    assert shelf.reads == 1


async def test_what_another_process_changed_meanwhile_is_read_anew() -> None:
    remembered, shelf = Remembered(), Shelf()
    await ask(remembered, shelf)
    async with remembered.changing("person 1", {"place": "table"}):
        remembered.forget("person 1")
        await ask(remembered, shelf)
    await ask(remembered, shelf)
    assert shelf.reads == 3


async def test_the_longest_unused_is_forgotten_first() -> None:
    remembered, shelf = Remembered(), Shelf()
    for number in range(REMEMBERED_SCOPES):
        await ask(remembered, shelf, f"person {number}")
    await ask(remembered, shelf, "person 0")
    await ask(remembered, shelf, "server 1")
    await ask(remembered, shelf, "person 0")
    assert shelf.reads == REMEMBERED_SCOPES + 1


# Blocks: one person's, about another, taken back at will.


async def test_a_block_goes_one_way_and_is_taken_back(store: Store) -> None:
    assert await Doors(store.database).block(ALICE, BOB, 1.0, most=9)
    assert await Doors(store.database).is_blocked(ALICE, BOB)
    assert not await Doors(store.database).is_blocked(BOB, ALICE)
    assert await Doors(store.database).unblock(ALICE, BOB)
    assert not await Doors(store.database).unblock(ALICE, BOB)
    assert not await Doors(store.database).is_blocked(ALICE, BOB)


async def test_blocks_are_listed_the_latest_first_and_each_once(store: Store) -> None:
    for at, whom in ((1.0, BOB), (2.0, CAROL), (3.0, BOB)):
        assert await Doors(store.database).block(ALICE, whom, at, most=9)
    assert await Doors(store.database).blocked_by(ALICE) == [BOB, CAROL]
    assert await Doors(store.database).blocked_by(BOB) == []


async def test_there_is_room_for_so_many(store: Store) -> None:
    assert await Doors(store.database).block(ALICE, BOB, 1.0, most=1)
    assert not await Doors(store.database).block(ALICE, CAROL, 2.0, most=1)
    assert await Doors(store.database).block(ALICE, BOB, 3.0, most=1)
    assert await Doors(store.database).blocked_by(ALICE) == [BOB]


# The secret of the bot that codes of moments follow from: made once, and kept.


async def test_it_is_made_once_and_outlives_the_bot(path: Path) -> None:
    path.parent.mkdir()
    stores = [await Store.open(url_of(path)) for _ in range(2)]
    found = await asyncio.gather(*(store.code_secret() for store in stores * 3))
    (secret,) = set(found)
    assert len(secret) == 32
    for store in stores:
        await store.close()
    again = await Store.open(url_of(path))
    assert await again.code_secret() == secret
    await again.close()


async def test_another_database_has_another(tmp_path: Path) -> None:
    found = set()
    for name in ("x", "y"):
        store = await Store.open(url_of(tmp_path / name))
        found.add(await store.code_secret())
        await store.close()
    assert len(found) == 2
