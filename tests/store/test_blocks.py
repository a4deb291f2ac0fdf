"""Blocks: one person's, about another, taken back at will."""

from __future__ import annotations

from bot.store import Store
from bot.store.doors import Doors
from tests.store.samples import ALICE, BOB, CAROL


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
