"""Who leaves a game or is taken out of it, and what they are asked and told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.acts.departures import (
    Ending,
    Leaving,
    ended_layout,
    leaving_layout,
    left_layout,
    voted_layout,
)
from bot.match.clock.proposals import voters_of
from bot.match.house.hints import Hints
from bot.match.house.thinkers import InlineThinker
from bot.match.table.change import changed
from bot.match.table.state import is_waiting, seat_of
from bot.store.rows import MatchId, MatchRow, Member, Presence, Status
from tests.match.finished import ADA, BEN, CLEO, DORA, opened, play_out, start
from tests.match.rows import SAY, faults, ids, lobby_row, said
from tests.match.stand import Parts, refuses

# What people are asked before they leave, and told after.


@pytest.mark.parametrize("what", Leaving)
def test_what_leaving_does_is_said_before_and_after(what: Leaving) -> None:
    asked = leaving_layout(MatchId(7), SAY, what)
    after = ended_layout(SAY) if what is Leaving.ENDS else left_layout(SAY, what)
    assert faults(asked) == faults(after) == []
    assert ids(asked) == (["q:7"] if what is Leaving.ENDS else ["q:7:on"])
    assert said(asked) != said(after)


def test_a_vote_says_how_many_there_are_and_who_would_end_the_game_by_leaving_whose() -> None:
    row = replace(lobby_row("Ada", "Ben"), votes=(101,))
    voted = voted_layout(row, SAY)
    assert "(1 of 2 votes)" in said(voted)
    assert ids(voted) == ["q:7:back"]
    asked = leaving_layout(row.id, SAY, Leaving.ENDS, voters=voters_of(row, SAY))
    assert "**Ada** wants to end it, too. If you leave, it ends at once" in said(asked)
    assert ids(asked) == ["t:7:end"]  # their vote ends it just as well, and names them


@pytest.mark.parametrize("what", Leaving)
def test_last_place_is_named_where_the_game_is_rated_and_goes_on(what: Leaving) -> None:
    text = said(leaving_layout(MatchId(7), SAY, what, rated=True))
    assert ("last place" in text) == (what in (Leaving.FINISHED, Leaving.GOES_ON))
    assert "last place" not in said(leaving_layout(MatchId(7), SAY, what))


@pytest.mark.parametrize(
    ("ending", "offered"),
    [
        (Ending(), ["q:7:on"]),
        (Ending(needed=2), ["q:7:on", "t:7:end"]),
        (Ending(needed=2, has_voted=True), ["q:7:on", "q:7:back"]),
        (Ending(at_once=True), ["q:7:on", "q:7:end"]),
    ],
)
def test_the_same_panel_ends_the_game_for_all_as_far_as_one_may(
    ending: Ending, offered: list[str]
) -> None:
    shown = leaving_layout(MatchId(7), SAY, Leaving.GOES_ON, ending=ending)
    assert ids(shown) == offered
    assert ("2 votes" in said(shown)) == (ending.needed == 2)
    assert faults(shown) == []


# Who was taken out of a game by a moderator: a house player plays on, nothing brings them back.


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
        lambda: Hints(parts.store, tables, InlineThinker()).ask(row.id, BEN),
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
