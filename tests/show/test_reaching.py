"""Hands by direct message: refused once or for good, closed, and opened again in mid-game."""

from __future__ import annotations

import pytest

from bot.errors import Barred, Gone, Shut, StageError
from bot.show.hand_message import INSIST
from bot.show.lanes import RETRIES
from bot.store.rows import MatchId, Status
from tests.play.finished import ADA, BEN, opened, play_out, start
from tests.play.stand import House


async def begun(house: House) -> MatchId:
    """Start a game of which nothing is shown yet, and have every change published."""
    lobby = await opened(house.lobbies)
    await house.show(lobby.id)
    row = await start(house.lobbies, lobby)
    house.stage.taken()
    house.tables.listeners.append(house.publisher.on_change)
    return row.id


async def unreached(house: House, match_id: MatchId) -> list[str]:
    """Name those whom direct messages do not reach, as it is stored."""
    row = (await house.tables.load(match_id)).row
    return [member.name for member in row.members if not member.dm]


async def closed_to(house: House, name: str, times: int = 1) -> MatchId:
    """Start a game in which one person takes no direct messages for a while."""
    match_id = await begun(house)
    house.stage.faults[f"post_hand {name}"] = [Shut() for _ in range(times)]
    await house.show(match_id)
    assert await unreached(house, match_id) == [name]
    house.stage.taken()
    return match_id


async def idler(house: House, match_id: MatchId) -> str:
    """Name somebody whose turn it is not, nor the next."""
    table = await house.tables.load(match_id)
    first = table.to_act()[0]
    return table.row.members[first - 2].name


@pytest.mark.parametrize("error", [Barred, Gone])
@pytest.mark.parametrize("refusals", [1, 2, 4])
async def test_a_hand_refused_a_few_times_comes_all_the_same(
    house: House, refusals: int, error: type[StageError]
) -> None:
    match_id = await begun(house)
    house.stage.faults["post_hand Ben"] = [error() for _ in range(refusals)]
    await house.show(match_id)
    assert await unreached(house, match_id) == []
    assert house.stage.taken("post_hand").count("post_hand Ben") == refusals + 1
    assert house.clock.slept == list(RETRIES[:refusals])
    assert await house.store.unpublished() == []


async def test_a_hand_that_goes_on_being_refused_is_given_up_and_its_person_told(
    house: House,
) -> None:
    match_id = await begun(house)
    house.stage.faults["post_hand Ben"] = [Barred() for _ in range(9)]
    await house.show(match_id)
    assert await unreached(house, match_id) == ["Ben"]
    assert house.stage.refreshed.count("Ben") == 2  # once at the start, once to be told
    assert sum(house.clock.slept) >= INSIST
    assert await house.store.unpublished() == []


async def test_who_takes_no_direct_messages_is_sent_none_while_others_move(house: House) -> None:
    match_id = await begun(house)
    name = await idler(house, match_id)
    house.stage.faults[f"post_hand {name}"] = [Shut()]
    await house.show(match_id)
    assert await unreached(house, match_id) == [name]
    house.stage.taken()
    await house.move(match_id)
    await house.publisher.idle()
    assert house.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_move(house: House) -> None:
    match_id = await begun(house)
    name = await house.mover(match_id)
    house.stage.faults[f"post_hand {name}"] = [Shut()]
    await house.show(match_id)
    house.clock.time += 1
    house.stage.taken()
    assert await house.move(match_id) == name
    await house.publisher.idle()
    assert house.stage.taken("post_hand") == [f"post_hand {name}"]
    assert await unreached(house, match_id) == []


async def test_direct_messages_still_closed_stay_off_after_a_move(house: House) -> None:
    match_id = await begun(house)
    name = await house.mover(match_id)
    house.stage.faults[f"post_hand {name}"] = [Shut(), Shut()]
    await house.show(match_id)
    house.clock.time += 1
    await house.move(match_id)
    await house.publisher.idle()
    assert await unreached(house, match_id) == [name]
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_press(house: House) -> None:
    match_id = await closed_to(house, "Ben", times=2)
    for reached in (False, True):
        await house.publisher.reach(match_id, BEN)
        await house.publisher.idle()
        assert house.stage.taken("post_hand") == ["post_hand Ben"]
        assert (await unreached(house, match_id) == []) == reached
    await house.publisher.reach(match_id, BEN)
    await house.publisher.idle()
    assert house.stage.taken("post_hand", "edit_hand") == []


async def test_a_press_where_nobody_plays_sends_no_hand(house: House) -> None:
    match_id = await closed_to(house, "Ben")
    for match, user in ((match_id, 12345), (MatchId(99), BEN)):
        await house.publisher.reach(match, user)
    await house.tables.close(match_id)
    await house.publisher.idle()
    house.stage.taken()
    await house.publisher.reach(match_id, BEN)
    await house.publisher.idle()
    assert house.stage.taken() == []


async def test_who_was_never_reached_is_sent_no_result(house: House) -> None:
    match_id = await begun(house)
    house.stage.faults["post_hand Ben"] = [Shut() for _ in range(99)]
    await house.show(match_id)
    house.stage.taken()
    house.tables.listeners.clear()
    await play_out(house.tables, match_id)
    assert (await house.tables.load(match_id)).row.status is Status.OVER
    await house.show(match_id)
    assert house.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_deal_at_the_latest(
    house: House,
) -> None:
    lobby = await opened(house.lobbies)
    await house.lobbies.set_options(lobby.id, ADA, {"deals": "2"}, moderator=False)
    await house.show(lobby.id)
    await start(house.lobbies, lobby)
    await house.tables.leave(lobby.id, BEN)
    house.stage.faults["post_hand Ben"] = [Shut()]
    await house.show(lobby.id)
    house.tables.listeners.append(house.publisher.on_change)
    house.stage.taken()
    while (await house.tables.load(lobby.id)).view(None).deal_scores == ():
        assert house.stage.taken("post_hand") == []
        if not await house.tables.play_house(lobby.id):
            await house.move(lobby.id)
        await house.publisher.idle()
    assert "post_hand Ben" in house.stage.taken("post_hand")
    assert await unreached(house, lobby.id) == []
