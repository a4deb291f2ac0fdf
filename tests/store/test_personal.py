"""What is kept of a person is found."""

from __future__ import annotations

from bot.privacy.store import PrivacyStore
from bot.store import Commit, Store
from bot.store.rows import Pause
from tests.store.samples import ALICE, BOB, CAROL, TABLE, after, ending


async def test_what_is_kept_of_a_person_is_found(store: Store) -> None:
    first = await store.new_match(TABLE)
    await store.commit(ending(first, {ALICE: 5, BOB: 3}))
    second = await store.new_match(TABLE)
    found = await PrivacyStore(store).personal(BOB)
    assert found.matches == (second.id, first.id)
    assert found.name == f"name of {BOB}"
    assert found.opened == ()
    assert (await PrivacyStore(store).personal(ALICE)).opened == (second.id, first.id)
    assert (await PrivacyStore(store).personal(404)).matches == ()


async def test_a_pause_is_found_by_who_made_it(store: Store) -> None:
    row = await store.new_match(TABLE)
    pauses = (Pause("moderator", 5.0, CAROL),)
    await store.commit(Commit(after(row, pauses=pauses)))
    assert (await PrivacyStore(store).personal(CAROL)).paused == (row.id,)
    assert (await PrivacyStore(store).personal(CAROL // 10)).paused == ()
    assert (await PrivacyStore(store).personal(ALICE)).paused == ()
