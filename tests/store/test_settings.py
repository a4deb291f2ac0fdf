from __future__ import annotations

from bot.store import Store


async def test_a_setting_is_remembered_by_scope_and_key(store: Store) -> None:
    await store.set_setting("guild 1", "locale", "fr")
    await store.set_setting("guild 1", "locale", "en")
    assert await store.setting("guild 1", "locale") == "en"
    assert await store.setting("guild 2", "locale") is None
    assert await store.setting("guild 1", "other") is None


async def test_none_unsets_a_setting(store: Store) -> None:
    await store.set_setting("", "commands", "hash")
    await store.set_setting("", "commands", None)
    await store.set_setting("", "commands", None)
    assert await store.setting("", "commands") is None
