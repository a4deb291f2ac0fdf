"""Hands by direct message: refused once or for good, closed, and opened again in mid-game."""

from __future__ import annotations

import pytest

from bot.discord.outbox import RETRIES
from bot.errors import Barred, Gone, Shut, StageError
from bot.match.calls.notices import SPAN, TRIES
from bot.match.show.messages import INSIST
from bot.store.rows import MatchId, Status
from tests.match.finished import ADA, BEN, opened, play_out, start
from tests.match.stand import Parts


async def begun(parts: Parts) -> MatchId:
    """Start a game of which nothing is shown yet, and have every change published."""
    lobby = await opened(parts.lobbies)
    await parts.show(lobby.id)
    row = await start(parts.lobbies, lobby)
    parts.stage.taken()
    parts.tables.listeners.append(parts.publisher.on_change)
    return row.id


async def unreached(parts: Parts, match_id: MatchId) -> list[str]:
    """Name those whom direct messages do not reach, as it is stored."""
    row = (await parts.tables.load(match_id)).row
    return [member.name for member in row.members if not member.dm]


async def closed_to(parts: Parts, name: str, times: int = 1) -> MatchId:
    """Start a game in which one person takes no direct messages for a while."""
    match_id = await begun(parts)
    parts.stage.faults[f"post_hand {name}"] = [Shut() for _ in range(times)]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == [name]
    parts.stage.taken()
    return match_id


async def idler(parts: Parts, match_id: MatchId) -> str:
    """Name somebody whose turn it is not, nor the next."""
    table = await parts.tables.load(match_id)
    first = table.to_act()[0]
    return table.row.members[first - 2].name


@pytest.mark.parametrize("error", [Barred, Gone])
@pytest.mark.parametrize("refusals", [1, 2, 4])
async def test_a_hand_refused_a_few_times_comes_all_the_same(
    parts: Parts, refusals: int, error: type[StageError]
) -> None:
    match_id = await begun(parts)
    parts.stage.faults["post_hand Ben"] = [error() for _ in range(refusals)]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == []
    assert parts.stage.taken("post_hand").count("post_hand Ben") == refusals + 1
    assert parts.clock.slept == list(RETRIES[:refusals])
    assert await parts.store.unpublished() == []


async def test_a_hand_that_goes_on_being_refused_is_given_up_and_its_person_told(
    parts: Parts,
) -> None:
    match_id = await begun(parts)
    parts.stage.faults["post_hand Ben"] = [Barred() for _ in range(9)]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == ["Ben"]
    assert parts.stage.refreshed.count("Ben") == 2  # once at the start, once to be told
    assert sum(parts.clock.slept) >= INSIST
    assert await parts.store.unpublished() == []


async def test_who_takes_no_direct_messages_is_sent_none_while_others_move(parts: Parts) -> None:
    match_id = await begun(parts)
    name = await idler(parts, match_id)
    parts.stage.faults[f"post_hand {name}"] = [Shut()]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == [name]
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_press(parts: Parts) -> None:
    match_id = await closed_to(parts, "Ben", times=2)
    for reached in (False, True):
        parts.publisher.pressed(BEN)
        await parts.publisher.idle()
        assert parts.stage.taken("post_hand") == ["post_hand Ben"]
        assert (await unreached(parts, match_id) == []) == reached
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand", "edit_hand") == []


async def test_a_quick_player_has_closed_messages_tried_now_and_then(parts: Parts) -> None:
    match_id = await closed_to(parts, "Ben", times=99)
    for _ in range(60):
        parts.clock.time += SPAN / 30
        parts.publisher.pressed(BEN)
        await parts.publisher.idle()
    assert len(parts.stage.taken("post_hand")) == 2 * TRIES
    parts.stage.faults.clear()
    parts.clock.time += SPAN
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert await unreached(parts, match_id) == []


async def test_a_hand_that_cannot_be_edited_any_more_comes_anew_with_a_press(parts: Parts) -> None:
    match_id = await begun(parts)
    await parts.show(match_id)
    parts.stage.faults["edit_hand Ben"] = [Shut()]
    old = (await parts.store.hands(match_id))[1].message_id
    await parts.move(match_id)
    await parts.publisher.idle()
    assert await unreached(parts, match_id) == ["Ben"]
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand", "edit_hand") == ["edit_hand Ada", "edit_hand Cleo"]
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    calls = parts.stage.taken("post_hand", "remove")
    assert calls == ["post_hand Ben", f"remove {old}"]
    assert await unreached(parts, match_id) == []


async def test_who_is_known_not_to_be_reached_has_their_old_hand_kept_up_to_date(
    parts: Parts,
) -> None:
    match_id = await begun(parts)
    await parts.show(match_id)
    await parts.tables.mark_dm(match_id, BEN, dm=False)
    await parts.publisher.idle()
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert "edit_hand Ben" in parts.stage.taken("edit_hand", "post_hand")
    assert await unreached(parts, match_id) == ["Ben"]


async def test_a_press_brings_the_hands_of_every_table_after_a_restart_too(parts: Parts) -> None:
    tables = [await closed_to(parts, "Ben") for _ in range(2)]
    await parts.restart()
    parts.tables.listeners[:] = [parts.publisher.on_change]
    await parts.publisher.look_around()
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand") == []
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand") == ["post_hand Ben"] * 2
    for match_id in tables:
        assert await unreached(parts, match_id) == []


async def test_the_press_of_somebody_else_or_after_the_end_sends_no_hand(parts: Parts) -> None:
    match_id = await closed_to(parts, "Ben")
    parts.publisher.pressed(12345)
    parts.publisher.pressed(ADA)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand", "edit_hand") == []
    await parts.tables.close(match_id)
    await parts.publisher.idle()
    parts.stage.taken()
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert parts.stage.taken() == []


async def test_who_was_never_reached_is_sent_no_result(parts: Parts) -> None:
    match_id = await begun(parts)
    parts.stage.faults["post_hand Ben"] = [Shut() for _ in range(99)]
    await parts.show(match_id)
    parts.stage.taken()
    parts.tables.listeners.clear()
    await play_out(parts.tables, match_id)
    assert (await parts.tables.load(match_id)).row.status is Status.OVER
    await parts.show(match_id)
    assert parts.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_deal_at_the_latest(
    parts: Parts,
) -> None:
    lobby = await opened(parts.lobbies)
    await parts.lobbies.set_options(lobby.id, ADA, {"deals": "2"}, moderator=False)
    await parts.show(lobby.id)
    await start(parts.lobbies, lobby)
    await parts.tables.leave(lobby.id, BEN)
    parts.stage.faults["post_hand Ben"] = [Shut()]
    await parts.show(lobby.id)
    parts.tables.listeners.append(parts.publisher.on_change)
    parts.stage.taken()
    while (await parts.tables.load(lobby.id)).view(None).deal_scores == ():
        assert parts.stage.taken("post_hand") == []
        if not await parts.tables.play_house(lobby.id):
            await parts.move(lobby.id)
        await parts.publisher.idle()
    assert "post_hand Ben" in parts.stage.taken("post_hand")
    assert await unreached(parts, lobby.id) == []
