"""Invitations: stored with the change that makes them, told once, and forgotten."""

from __future__ import annotations

from dataclasses import replace

from bot.store import Commit, Door, MatchRow, Status, Store
from bot.store.doors import Doors
from bot.store.rows import InvitationCall, InvitationRow
from tests.store.samples import ALICE, BOB, CAROL, LOBBY, after

ROLE = 10**18 + 50


def to(
    row: MatchRow, target: int, at: float, call: InvitationCall = InvitationCall.TABLE
) -> InvitationRow:
    return InvitationRow(row.id, target, ALICE, at, call)


async def invited(store: Store, row: MatchRow, *invitations: InvitationRow) -> MatchRow:
    new = after(row, door=Door(invited=tuple(one.target_id for one in invitations)))
    assert await store.commit(Commit(new, invitations=invitations))
    return new


async def test_an_invitation_is_stored_with_the_door_or_not_at_all(store: Store) -> None:
    row = await store.new_match(LOBBY)
    new = await invited(
        store, row, to(row, BOB, 5.0), to(row, ROLE, 6.0, InvitationCall.QUIET_ROLE)
    )
    assert await Doors(store.database).untold() == [
        to(row, BOB, 5.0),
        to(row, ROLE, 6.0, InvitationCall.QUIET_ROLE),
    ]
    assert not await store.commit(Commit(replace(new), invitations=(to(row, CAROL, 7.0),)))
    assert [one.target_id for one in await Doors(store.database).untold()] == [BOB, ROLE]


async def test_who_invited_lately_and_whom(store: Store) -> None:
    one, other = await store.new_match(LOBBY), await store.new_match(LOBBY)
    await invited(store, one, to(one, BOB, 5.0), to(one, CAROL, 9.0))
    await invited(store, other, replace(to(other, BOB, 9.0), inviter_id=CAROL))
    assert [row.at for row in await Doors(store.database).invitations(one.id, ALICE, 6.0)] == [9.0]
    assert len(await Doors(store.database).invitations(other.id, ALICE, 0.0)) == 3
    assert len(await Doors(store.database).invitations(other.id, BOB, 0.0)) == 1


async def test_what_was_told_is_not_told_again_and_what_is_old_is_forgotten(store: Store) -> None:
    row = await store.new_match(LOBBY)
    row = await invited(store, row, to(row, BOB, 5.0), to(row, CAROL, 9.0))
    await Doors(store.database).note_told([to(row, BOB, 5.0)], forgotten=0.0)
    assert await Doors(store.database).untold() == [to(row, CAROL, 9.0)]
    # Invited once more: this one is to be told, whatever is noted of the one before.
    assert await Doors(store.database).has_old_invitations(10.0)
    row = await invited(store, row, to(row, BOB, 20.0))
    await Doors(store.database).note_told([to(row, BOB, 5.0)], forgotten=10.0)
    assert await Doors(store.database).untold() == [to(row, BOB, 20.0)]
    assert await Doors(store.database).invitations(row.id, ALICE, 0.0) == [to(row, BOB, 20.0)]
    assert not await Doors(store.database).has_old_invitations(10.0)


async def test_nobody_is_told_of_a_lobby_that_is_over(store: Store) -> None:
    row = await store.new_match(LOBBY)
    row = await invited(store, row, to(row, BOB, 5.0))
    assert await store.commit(Commit(after(row, status=Status.CLOSED)))
    assert await Doors(store.database).untold() == []
