"""Who was taken out of a game by a moderator: a house player plays on, nothing brings them back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.house.hints import Hints
from bot.match.house.thinking import InlineThinker
from bot.match.table.change import changed
from bot.match.table.state import is_waiting, seat_of
from bot.store.rows import MatchRow, Member, Presence, Status
from tests.match.finished import ADA, BEN, CLEO, DORA, opened, play_out, start
from tests.match.stand import Parts
from tests.refusals import refuses


async def playing(parts: Parts, clock: int = 0) -> MatchRow:
    return await start(parts.lobbies, await opened(parts.lobbies, clock=clock))


def member(row: MatchRow, user: int) -> Member:
    return next(member for member in row.members if member.user_id == user)


async def test_a_house_player_plays_on_to_the_end_and_they_are_sent_no_later_deal(
    parts: Parts,
) -> None:
    row = await playing(parts)
    await parts.show(row.id)
    parts.tables.listeners.append(parts.publisher.on_change)
    parts.stage.taken()
    row = await parts.tables.kick(row.id, BEN)
    assert (member(row, BEN).away, member(row, BEN).presence is Presence.REMOVED) == (True, True)
    await parts.publisher.idle()
    assert parts.stage.taken("edit_hand") == ["edit_hand Ben"]
    while (table := await parts.tables.load(row.id)).row.status is Status.PLAYING:
        shown = parts.stage.taken("post_hand", "edit_hand", "retire_hand")
        assert [call for call in shown if call.endswith(" Ben")] == []
        parts.clock.time += 60
        seat = table.to_act()[0]
        if (user := table.member(seat).user_id) in (ADA, CLEO) and user is not None:
            await parts.tables.play(row.id, user, None, table.legal(seat)[0])
        else:
            assert await parts.tables.play_house(row.id)
        await parts.publisher.idle()
    assert len(await parts.store.results(row.id)) == 3


async def test_nothing_they_press_brings_them_back(parts: Parts) -> None:
    row = await parts.tables.kick((await playing(parts)).id, BEN)
    tables, table = parts.tables, await parts.tables.load(row.id)
    seat = seat_of(row, BEN)
    assert seat is not None
    deeds: list[Callable[[], Awaitable[object]]] = [
        lambda: tables.come_back(row.id, BEN),
        lambda: tables.vote_end(row.id, BEN),
        lambda: Hints(tables, InlineThinker()).ask(row.id, BEN),
        lambda: tables.set_fast(row.id, BEN, fast=True),
    ]
    for deed in deeds:
        with refuses("refused.kicked"):
            await deed()
    await tables.wake(row.id, BEN)
    with pytest.raises(Refused):
        await tables.leave(row.id, BEN)
    with pytest.raises(Refused):
        await tables.play(row.id, BEN, None, (table.legal(seat) or ("play KH",))[0])
    assert member((await tables.load(row.id)).row, BEN).presence is Presence.REMOVED


async def test_the_late_are_taken_out_for_good_too_and_a_game_that_waits_for_them_ends(
    parts: Parts,
) -> None:
    row = await playing(parts, clock=60)
    table = await parts.tables.load(row.id)
    late = table.member(table.to_act()[0]).user_id
    assert late is not None
    for seconds in (46, 15):
        parts.clock.time += seconds
        await parts.tables.run_out(row.id)
    assert member((await parts.tables.load(row.id)).row, late).presence is Presence.LATE
    row = await parts.tables.kick(row.id, late)
    assert member(row, late).presence is not Presence.LATE
    with pytest.raises(Refused):
        await parts.tables.come_back(row.id, late)
    row = await playing(parts, clock=60)
    members = tuple(
        replace(one, presence=Presence.LATE, clock=replace(one.clock, due=None))
        for one in row.members
    )
    await parts.tables.store_present(changed(row, parts.clock.now(), members=members))
    for user in (ADA, BEN):
        row = await parts.tables.kick(row.id, user)
        assert is_waiting(row)
        assert row.deadline is None
    assert (await parts.tables.kick(row.id, CLEO)).status is Status.CLOSED
    assert row.id not in await parts.store.live()


async def test_their_vote_goes_with_them_and_those_of_the_others_are_enough_once_they_are_out(
    parts: Parts,
) -> None:
    row = await playing(parts)
    await parts.tables.vote_end(row.id, BEN)
    assert (await parts.tables.kick(row.id, BEN)).votes == ()
    row = await start(parts.lobbies, await opened(parts.lobbies, (ADA, BEN)))
    assert (await parts.tables.vote_end(row.id, ADA)).status is Status.PLAYING
    assert (await parts.tables.kick(row.id, BEN)).status is Status.CLOSED


async def test_only_who_plays_can_be_taken_out_and_the_last_one_ends_the_game(parts: Parts) -> None:
    row = await playing(parts)
    with pytest.raises(Refused):
        await parts.tables.kick(row.id, DORA)
    await play_out(parts.tables, row.id)
    with pytest.raises(Refused):
        await parts.tables.kick(row.id, BEN)
    row = await playing(parts)
    for user in (ADA, BEN, CLEO):
        row = await parts.tables.kick(row.id, user)
    assert row.status is Status.CLOSED
