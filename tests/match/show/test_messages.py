"""What is shown to whom, when, and what happens where Discord says no."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import Barred, Busy, Gone, NoChannel, StageError
from bot.match.calls.notices import QUIET
from bot.match.show.messages import OLD_BOARD, RATION, RATION_WINDOW, TOO_LATE
from bot.match.table.times import REMIND
from bot.store.rows import Commit, MatchId, Status
from tests.match.finished import ADA, BEN, CLEO, opened, play_out, start
from tests.match.stand import Parts

NAMES = ("Ada", "Ben", "Cleo")
HANDS = ["post_hand Ada", "post_hand Ben", "post_hand Cleo"]


async def shown(parts: Parts, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchId:
    """Show a lobby, start its game and show that."""
    lobby = await opened(parts.lobbies, people)
    await parts.show(lobby.id)
    await start(parts.lobbies, lobby)
    await parts.show(lobby.id)
    return lobby.id


async def hands_sent(parts: Parts, match_id: MatchId) -> None:
    while len(await parts.store.hands(match_id)) < len(NAMES):  # noqa: ASYNC110 - other tasks send
        await asyncio.sleep(0)


async def published(parts: Parts, match_id: MatchId) -> bool:
    return match_id not in await parts.store.unpublished()


async def test_a_start_shows_the_board_and_every_hand(parts: Parts) -> None:
    match_id = await shown(parts)
    assert parts.stage.taken() == ["edit_board 101", "post_board", *HANDS]
    assert await published(parts, match_id)
    assert len(await parts.store.hands(match_id)) == 3


async def test_only_hands_that_changed_were_forgotten_or_have_another_time_are_edited(
    parts: Parts,
) -> None:
    match_id = await shown(parts)
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken() == ["edit_board 101"]
    parts.publisher.hands.forget_shown(match_id, BEN)
    await parts.show(match_id)
    assert parts.stage.taken("edit_hand") == ["edit_hand Ben"]
    table = await parts.tables.replayed(match_id)
    seat = table.to_act()[0]
    members = [*table.row.members]
    timed = replace(members[seat - 1].clock, due=parts.clock.time + 600)
    members[seat - 1] = replace(members[seat - 1], clock=timed)
    after = replace(table.row, members=tuple(members), version=table.row.version + 1)
    await parts.tables.store(Commit(after))
    await parts.show(match_id)
    assert parts.stage.taken("edit_hand") == [f"edit_hand {table.member(seat).name}"]
    await parts.move(match_id)
    await parts.show(match_id)
    assert parts.stage.taken("edit_hand") == ["edit_hand Ada", "edit_hand Ben", "edit_hand Cleo"]


async def test_a_deal_over_retires_its_hands_and_sends_new_ones(parts: Parts) -> None:
    match_id = await shown(parts)
    hands = await parts.store.hands(match_id)
    for hand in hands:
        await parts.store.set_hand(replace(hand, deal=0))
        parts.store.rewrites.note()  # or the publisher keeps what it noted itself
        parts.publisher.hands.forget_shown(match_id, hand.user_id)
    parts.stage.taken()
    await parts.show(match_id)
    expected = [f"{what} {name}" for what in ("post_hand", "retire_hand") for name in NAMES]
    assert parts.stage.taken("post_hand", "retire_hand") == expected
    assert {hand.deal for hand in await parts.store.hands(match_id)} == {1}


async def test_a_hand_or_a_board_that_is_gone_is_sent_anew_under_another_nonce(
    parts: Parts,
) -> None:
    match_id = await shown(parts)
    parts.publisher.hands.forget_shown(match_id, ADA)
    parts.stage.faults["edit_hand"] = [Gone()]
    await parts.show(match_id)
    assert len(parts.stage.nonces) == 5
    parts.stage.faults["edit_board"] = [Gone()]
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken("post_board") == ["post_board"]
    assert len(set(parts.stage.nonces)) == len(parts.stage.nonces) == 6
    assert all(len(nonce) <= 25 for nonce in parts.stage.nonces)


@pytest.mark.parametrize("error", [Busy, Barred])
async def test_what_keeps_a_board_from_being_shown_keeps_no_hand_and_the_match_unpublished(
    parts: Parts, error: type[StageError]
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    parts.clock.endless = True
    parts.stage.faults["post_board"] = [error()]
    parts.publisher.request(row.id)
    await hands_sent(parts, row.id)
    await parts.clock.asleep.wait()
    assert parts.stage.taken("post_hand") == HANDS
    assert not await published(parts, row.id)
    await parts.show(row.id)
    assert parts.stage.taken() == ["edit_hand Ada", "edit_hand Ben", "edit_hand Cleo", "post_board"]
    assert await published(parts, row.id)


async def test_a_match_whose_channel_is_gone_is_closed(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.stage.faults["edit_board"] = [NoChannel()]
    await parts.show(match_id)
    assert (await parts.tables.load(match_id)).row.status is Status.CLOSED


async def test_an_hour_later_a_board_is_edited_until_discord_takes_no_more(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.stage.taken()
    parts.clock.time += OLD_BOARD + 1
    for _ in range(RATION):
        await parts.show(match_id)
    assert parts.stage.taken("post_board", "edit_board") == ["edit_board 101"] * RATION
    parts.clock.time += RATION_WINDOW
    for _ in range(RATION):
        await parts.show(match_id)
    assert parts.stage.taken("post_board", "edit_board") == ["edit_board 101"] * RATION
    await parts.show(match_id)
    assert parts.stage.taken("post_board", "edit_board", "remove") == ["post_board", "remove 101"]


async def test_a_fresh_board_is_linked_to_by_hands(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.clock.time += OLD_BOARD + 1
    for _ in range(RATION):
        await parts.show(match_id)
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken() == [
        "edit_hand Ada", "edit_hand Ben", "edit_hand Cleo", "post_board", "remove 101",
    ]  # fmt: skip
    parts.stage.is_buried = True
    await parts.show(match_id)
    assert parts.stage.taken("post_board", "remove") == []


async def test_hands_link_to_a_fresh_board_though_the_old_one_cannot_be_removed_just_now(
    parts: Parts,
) -> None:
    match_id = await shown(parts)
    parts.stage.taken()
    parts.clock.time += OLD_BOARD + 1
    for _ in range(RATION):
        await parts.show(match_id)
    parts.stage.taken()
    parts.stage.faults["remove"] = [Busy()]
    await parts.show(match_id)
    assert parts.stage.taken("edit_hand") == ["edit_hand Ada", "edit_hand Ben", "edit_hand Cleo"]


async def test_a_board_far_up_is_posted_afresh_when_it_is_looked_for(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.stage.is_buried = True
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken("post_board") == []
    parts.clock.time += 61
    await parts.show(match_id)
    assert parts.stage.taken("post_board") == ["post_board"]


async def test_where_no_fresh_board_may_be_posted_the_old_one_goes_on(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.clock.time += 61
    parts.stage.is_buried = True
    parts.stage.faults["post_board"] = [Barred()]
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken("edit_board", "remove") == ["edit_board 101"]


@pytest.mark.parametrize(
    ("is_played", "calls"), [(True, ["post_board", "remove 101"]), (False, ["edit_board 101"])]
)
async def test_a_result_comes_where_people_look_and_a_game_that_was_closed_stays(
    parts: Parts, *, is_played: bool, calls: list[str]
) -> None:
    match_id = await shown(parts)
    await (play_out(parts.tables, match_id) if is_played else parts.tables.close(match_id))
    parts.clock.time += OLD_BOARD + 1
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken("post_board", "edit_board", "remove") == calls


async def test_who_was_quiet_for_a_minute_is_called_once_until_the_turn_passes(
    parts: Parts,
) -> None:
    match_id = await shown(parts)
    assert parts.stage.taken("ping") == []
    parts.clock.time += QUIET + 1
    for _ in range(2):
        await parts.show(match_id)
    assert parts.stage.taken("ping") == [f"ping {await parts.mover(match_id)}"]
    first = (await parts.store.publication(match_id)).ping_message
    await parts.move(match_id)
    await parts.show(match_id)
    calls = parts.stage.taken("ping", "remove")
    assert calls == [f"ping {await parts.mover(match_id)}", f"remove {first}"]


async def test_a_call_goes_when_they_moved_even_if_it_is_their_turn_again(parts: Parts) -> None:
    match_id = await _about_to_move_twice(parts)
    parts.clock.time += QUIET + 1
    await parts.show(match_id)
    parts.stage.taken()
    name = await parts.move(match_id)
    assert await parts.mover(match_id) == name
    await parts.show(match_id)
    assert (await parts.store.publication(match_id)).ping_message is None
    assert parts.stage.taken("ping") == []


async def _about_to_move_twice(parts: Parts) -> MatchId:
    """Play until somebody is to move twice running; not every deal comes to that."""
    while True:
        match_id = await shown(parts)
        while (await parts.tables.load(match_id)).to_act():
            if await _moves_twice(parts, match_id):
                return match_id
            await parts.move(match_id)


async def _moves_twice(parts: Parts, match_id: MatchId) -> bool:
    """Return whether the first legal move keeps the turn with whom it is."""
    table = await parts.tables.load(match_id)
    seat = table.to_act()[0]
    return table.begun.then(seat, table.legal(seat)[0]).to_act() == (seat,)


async def test_house_players_are_not_called(parts: Parts) -> None:
    match_id = await shown(parts)
    by_name = {"Ada": ADA, "Ben": BEN, "Cleo": CLEO}
    await parts.tables.leave(match_id, by_name[await parts.mover(match_id)])
    parts.clock.time += QUIET + 1
    await parts.show(match_id)
    assert parts.stage.taken("ping") == []


async def test_whose_time_runs_out_is_called_anew_whatever_they_did_a_moment_ago(
    parts: Parts,
) -> None:
    lobby = await opened(parts.lobbies, clock=60)
    await start(parts.lobbies, lobby)
    parts.clock.time += 1
    await parts.show(lobby.id)
    parts.stage.taken()
    name, table = await parts.mover(lobby.id), await parts.tables.load(lobby.id)
    await parts.tables.come_back(lobby.id, table.member(table.to_act()[0]).user_id or 0)
    parts.clock.time += 60 * REMIND - 1
    await parts.clocks.expire(lobby.id)
    for _ in range(2):
        await parts.show(lobby.id)
    assert parts.stage.taken("ping") == [f"ping {name}"]
    publication = await parts.store.publication(lobby.id)
    assert publication.ping_last
    await parts.move(lobby.id)
    await parts.show(lobby.id)
    assert parts.stage.taken("remove") == [f"remove {publication.ping_message}"]
    assert not (await parts.store.publication(lobby.id)).ping_last


async def test_a_call_to_whose_turn_it_is_gives_way_to_the_one_that_time_runs_out(
    parts: Parts,
) -> None:
    lobby = await opened(parts.lobbies, clock=600)
    parts.clock.time += QUIET
    await start(parts.lobbies, lobby)
    parts.clock.time += QUIET
    await parts.show(lobby.id)
    first = await parts.store.publication(lobby.id)
    assert (first.ping_message is None, first.ping_last) == (False, False)
    parts.clock.time += 600 * REMIND
    await parts.clocks.expire(lobby.id)
    parts.stage.taken()
    await parts.show(lobby.id)
    name = await parts.mover(lobby.id)
    assert parts.stage.taken("remove", "ping") == [f"ping {name}", f"remove {first.ping_message}"]


async def test_who_is_late_and_a_game_that_waits_are_shown_in_the_hand(parts: Parts) -> None:
    lobby = await opened(parts.lobbies, (ADA, BEN), clock=60)
    await start(parts.lobbies, lobby)
    while await parts.tables.play_house(lobby.id):
        pass
    await parts.show(lobby.id)
    first = await parts.mover(lobby.id)
    for share in (REMIND, 1 - REMIND):
        parts.clock.time += 60 * share
        await parts.clocks.expire(lobby.id)
    parts.stage.taken()
    await parts.show(lobby.id)
    assert parts.stage.taken("edit_hand") == [f"edit_hand {first}"]
    other = ADA if first == "Ben" else BEN
    await parts.tables.leave(lobby.id, other)
    await parts.show(lobby.id)
    assert parts.stage.taken("edit_hand") == ["edit_hand Ada", "edit_hand Ben"]


async def test_who_moved_within_the_minute_is_called_when_it_is_over(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.stage.taken()
    parts.clock.time += QUIET
    await parts.strike()
    assert parts.stage.taken() == [f"ping {await parts.mover(match_id)}"]


async def test_nobody_is_called_after_the_minute_whose_turn_is_over(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.clock.time += QUIET - 1
    mover = await parts.mover(match_id)
    await parts.move(match_id)
    parts.stage.taken()
    parts.clock.time += 1
    await parts.strike()
    assert f"ping {mover}" not in parts.stage.taken()


async def test_the_quiet_minute_outlives_a_restart(parts: Parts) -> None:
    match_id = await shown(parts)
    await parts.restart()
    await parts.publisher.look_around()
    await parts.publisher.idle()
    assert parts.stage.taken("ping") == []
    parts.clock.time += QUIET
    await parts.strike()
    assert parts.stage.taken() == [f"ping {await parts.mover(match_id)}"]


async def test_a_clock_set_back_keeps_nobody_from_being_called(parts: Parts) -> None:
    match_id = await shown(parts)
    parts.clock.time -= 3600
    parts.stage.taken()
    await parts.show(match_id)
    assert parts.stage.taken("ping") == [f"ping {await parts.mover(match_id)}"]


async def test_a_result_that_was_barred_is_shown_after_a_restart(parts: Parts) -> None:
    match_id = await shown(parts)
    await play_out(parts.tables, match_id)
    parts.clock.endless = True
    parts.stage.faults["edit_board"] = [Barred()]
    parts.publisher.request(match_id)
    await parts.clock.asleep.wait()
    assert not await published(parts, match_id)
    await parts.restart()
    parts.stage.taken()
    await parts.publisher.catch_up()
    await parts.publisher.idle()
    assert parts.stage.taken("edit_board") == ["edit_board 101"]
    assert await published(parts, match_id)


async def test_a_result_that_nobody_looks_for_any_more_is_given_up(parts: Parts) -> None:
    match_id = await shown(parts)
    await play_out(parts.tables, match_id)
    parts.clock.time += TOO_LATE
    parts.stage.faults["post_board"] = [Barred()]
    parts.stage.faults["edit_board"] = [Barred()]
    await parts.show(match_id)
    assert await published(parts, match_id)
