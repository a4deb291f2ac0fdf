from __future__ import annotations

from dataclasses import replace

from bot.store import Member, Store
from bot.store.settings import person_scope
from tests.store.samples import ALICE, BOB, CAROL, LOBBY, TABLE


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
