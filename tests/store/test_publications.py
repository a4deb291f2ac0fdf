from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.store import HandMessage, MatchId, Publication, Status, Store, UnknownMatch
from tests.store.samples import ALICE, BOB, CHANNEL, GUILD, LOBBY

NOWHERE = MatchId(404)


async def test_a_publication_comes_back_as_it_went(store: Store) -> None:
    row = await store.new_match(LOBBY)
    shown = Publication(row.id, 1, CHANNEL, 10**18, 12.5, 10**18 + 1, ALICE)
    await store.set_publication(shown)
    assert await store.publication(row.id) == shown
    await store.set_publication(replace(shown, ping_message=None, ping_user=None))
    assert (await store.publication(row.id)).ping_user is None


async def test_published_never_goes_down(store: Store) -> None:
    row = await store.new_match(LOBBY)
    await store.set_publication(Publication(row.id, published=5))
    await store.set_publication(Publication(row.id, published=3, board_message=8))
    assert await store.publication(row.id) == Publication(row.id, 5, board_message=8)


async def test_a_publication_leaves_the_match_alone(store: Store) -> None:
    row = await store.new_match(LOBBY)
    await store.set_publication(Publication(row.id, published=1))
    assert await store.match(row.id) == row


async def test_an_unknown_match_is_shown_nowhere_and_cannot_be(store: Store) -> None:
    assert await store.publication(NOWHERE) == Publication(NOWHERE)
    with pytest.raises(UnknownMatch):
        await store.set_publication(Publication(NOWHERE))
    with pytest.raises(UnknownMatch):
        await store.set_hand(HandMessage(NOWHERE, ALICE, 1, 2, 1, 1))


async def test_a_person_has_one_hand_message_a_match(store: Store) -> None:
    row = await store.new_match(LOBBY)
    first, second = (HandMessage(row.id, ALICE, 1, message, 1, 1) for message in (2, 3))
    other = HandMessage(row.id, BOB, 4, 5, 1, 1)
    for hand in (other, first, second):
        await store.set_hand(hand)
    assert await store.hands(row.id) == [second, other]
    assert await store.messages(row.id) == (await store.publication(row.id), [second, other])


async def test_two_who_note_something_at_once_lose_nothing(store: Store) -> None:
    row = await store.new_match(LOBBY)
    await asyncio.gather(
        store.note(row.id, board_message=8, board_at=2.5),
        store.note(row.id, ping_message=9, ping_user=ALICE),
        store.note(row.id, published=1),
    )
    assert await store.publication(row.id) == Publication(
        row.id, 1, board_message=8, board_at=2.5, ping_message=9, ping_user=ALICE
    )
    with pytest.raises(UnknownMatch):
        await store.note(NOWHERE, board_message=1)


async def test_the_matches_of_a_channel_that_is_gone_are_closed(store: Store) -> None:
    row, other = await store.new_match(LOBBY), await store.new_match(replace(LOBBY, channel_id=1))
    assert sorted(await store.locations()) == [(GUILD, 1), (GUILD, CHANNEL)]
    assert await store.channel_gone(CHANNEL) == [row.id]
    closed, open_ = await store.match(row.id), await store.match(other.id)
    assert closed is not None
    assert open_ is not None
    assert (closed.status, closed.deadline, closed.version) == (Status.CLOSED, None, 2)
    assert open_.status is Status.LOBBY
    assert await store.locations() == [(GUILD, 1)]
