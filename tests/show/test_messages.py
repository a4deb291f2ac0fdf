"""What is shown to whom, when, and what happens where Discord says no."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.errors import Asleep, Barred, Busy, Gone, NoChannel
from bot.play.turns import REMIND
from bot.show.board_message import OLD_BOARD, TOO_LATE
from bot.show.calls import QUIET
from bot.store.rows import Commit, MatchId, Status
from tests.play.finished import ADA, BEN, CLEO, opened, play_out, start
from tests.play.stand import House

NAMES = ("Ada", "Ben", "Cleo")
HANDS = ["post_hand Ada", "post_hand Ben", "post_hand Cleo"]


async def shown(house: House, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchId:
    """Show a lobby, start its game and show that."""
    lobby = await opened(house.lobbies, people)
    await house.show(lobby.id)
    await start(house.lobbies, lobby)
    await house.show(lobby.id)
    return lobby.id


async def hands_sent(house: House, match_id: MatchId) -> None:
    while len(await house.store.hands(match_id)) < len(NAMES):  # noqa: ASYNC110 - other tasks send
        await asyncio.sleep(0)


async def published(house: House, match_id: MatchId) -> bool:
    return match_id not in await house.store.unpublished()


async def test_a_start_shows_the_board_and_every_hand(house: House) -> None:
    match_id = await shown(house)
    assert house.stage.taken() == ["edit_board 101", "post_board", *HANDS]
    assert await published(house, match_id)
    assert len(await house.store.hands(match_id)) == 3


async def test_a_lobby_has_no_hands(house: House) -> None:
    row = await opened(house.lobbies)
    await house.show(row.id)
    assert house.stage.taken() == ["post_board"]


async def test_only_hands_whose_view_changed_are_edited(house: House) -> None:
    match_id = await shown(house)
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken() == ["edit_board 101"]
    await house.move(match_id)
    await house.show(match_id)
    assert house.stage.taken("edit_hand") == ["edit_hand Ada", "edit_hand Ben", "edit_hand Cleo"]


async def test_a_hand_forgotten_is_shown_again(house: House) -> None:
    match_id = await shown(house)
    house.stage.taken()
    house.publisher.hands.forget_shown(match_id, BEN)
    await house.show(match_id)
    assert house.stage.taken("edit_hand") == ["edit_hand Ben"]


async def test_a_hand_whose_time_has_moved_is_shown_again(house: House) -> None:
    match_id = await shown(house)
    table = await house.tables.replayed(match_id)
    seat = table.to_act()[0]
    members = [*table.row.members]
    members[seat - 1] = replace(members[seat - 1], due=house.clock.time + 600)
    after = replace(table.row, members=tuple(members), version=table.row.version + 1)
    await house.tables.store(Commit(after))
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("edit_hand") == [f"edit_hand {table.member(seat).name}"]


async def test_a_deal_over_retires_its_hands_and_sends_new_ones(house: House) -> None:
    match_id = await shown(house)
    hands = await house.store.hands(match_id)
    for hand in hands:
        await house.store.set_hand(replace(hand, deal=0))
        house.publisher.hands.forget_shown(match_id, hand.user_id)
    house.stage.taken()
    await house.show(match_id)
    expected = [f"{what} {name}" for what in ("post_hand", "retire_hand") for name in NAMES]
    assert house.stage.taken("post_hand", "retire_hand") == expected
    assert {hand.deal for hand in await house.store.hands(match_id)} == {1}


async def test_a_hand_that_is_gone_is_sent_anew_under_another_nonce(house: House) -> None:
    match_id = await shown(house)
    house.publisher.hands.forget_shown(match_id, ADA)
    house.stage.faults["edit_hand"] = [Gone()]
    await house.show(match_id)
    assert len(set(house.stage.nonces)) == len(house.stage.nonces) == 5
    assert all(len(nonce) <= 25 for nonce in house.stage.nonces)


async def test_a_board_that_is_gone_is_posted_anew(house: House) -> None:
    match_id = await shown(house)
    house.stage.faults["edit_board"] = [Gone()]
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("post_board") == ["post_board"]


async def test_busy_leaves_the_match_unpublished_but_shows_the_rest(house: House) -> None:
    row = await start(house.lobbies, await opened(house.lobbies))
    house.clock.endless = True
    house.stage.faults["post_board"] = [Busy()]
    house.publisher.request(row.id)
    async with asyncio.timeout(5):
        await hands_sent(house, row.id)
        await house.clock.asleep.wait()
    assert house.stage.taken("post_hand") == HANDS
    assert not await published(house, row.id)
    await house.show(row.id)
    assert house.stage.taken() == ["edit_hand Ada", "edit_hand Ben", "edit_hand Cleo", "post_board"]
    assert await published(house, row.id)


async def test_a_match_whose_channel_is_gone_is_closed(house: House) -> None:
    match_id = await shown(house)
    house.stage.faults["edit_board"] = [NoChannel()]
    await house.show(match_id)
    assert (await house.tables.load(match_id)).row.status is Status.CLOSED


async def test_a_board_that_may_not_be_shown_stops_nothing(house: House) -> None:
    row = await start(house.lobbies, await opened(house.lobbies))
    house.clock.endless = True
    house.stage.faults["post_board"] = [Barred()]
    house.publisher.request(row.id)
    async with asyncio.timeout(5):
        await hands_sent(house, row.id)
    assert house.stage.taken("post_hand") == HANDS
    assert not await published(house, row.id)


async def test_an_hour_later_there_is_a_fresh_board_and_hands_link_to_it(house: House) -> None:
    match_id = await shown(house)
    house.stage.taken()
    house.clock.time += OLD_BOARD + 1
    await house.show(match_id)
    assert house.stage.taken() == [
        "edit_hand Ada", "edit_hand Ben", "edit_hand Cleo", f"ping {await house.mover(match_id)}",
        "post_board", "remove 101",
    ]  # fmt: skip
    house.stage.is_buried = True
    await house.show(match_id)
    assert house.stage.taken("post_board", "remove") == []


async def test_a_board_far_up_is_posted_afresh_when_it_is_looked_for(house: House) -> None:
    match_id = await shown(house)
    house.stage.is_buried = True
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("post_board") == []
    house.clock.time += 61
    await house.show(match_id)
    assert house.stage.taken("post_board") == ["post_board"]


async def test_where_no_fresh_board_may_be_posted_the_old_one_goes_on(house: House) -> None:
    match_id = await shown(house)
    house.clock.time += OLD_BOARD + 1
    house.stage.faults["post_board"] = [Barred()]
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("edit_board", "remove") == ["edit_board 101"]


async def test_a_game_that_was_closed_stays_where_it_was(house: House) -> None:
    match_id = await shown(house)
    await house.tables.close(match_id)
    house.clock.time += OLD_BOARD + 1
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("post_board", "edit_board") == ["edit_board 101"]


async def test_the_result_comes_where_people_look(house: House) -> None:
    match_id = await shown(house)
    await play_out(house.tables, match_id)
    house.clock.time += OLD_BOARD + 1
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("post_board", "remove") == ["post_board", "remove 101"]


async def test_who_was_quiet_for_a_minute_is_called_once(house: House) -> None:
    match_id = await shown(house)
    assert house.stage.taken("ping") == []
    house.clock.time += QUIET + 1
    for _ in range(2):
        await house.show(match_id)
    assert house.stage.taken("ping") == [f"ping {await house.mover(match_id)}"]


async def test_a_call_goes_when_the_turn_passes(house: House) -> None:
    match_id = await shown(house)
    house.clock.time += QUIET + 1
    await house.show(match_id)
    first = (await house.store.publication(match_id)).ping_message
    await house.move(match_id)
    house.stage.taken()
    await house.show(match_id)
    calls = house.stage.taken("ping", "remove")
    assert calls == [f"ping {await house.mover(match_id)}", f"remove {first}"]


async def test_a_call_goes_when_they_moved_even_if_it_is_their_turn_again(house: House) -> None:
    match_id = await _about_to_move_twice(house)
    house.clock.time += QUIET + 1
    await house.show(match_id)
    house.stage.taken()
    name = await house.move(match_id)
    assert await house.mover(match_id) == name
    await house.show(match_id)
    assert (await house.store.publication(match_id)).ping_message is None
    assert house.stage.taken("ping") == []


async def _about_to_move_twice(house: House) -> MatchId:
    """Play till somebody is to move twice running; not every deal comes to that."""
    while True:
        match_id = await shown(house)
        while (await house.tables.load(match_id)).to_act():
            if await _moves_twice(house, match_id):
                return match_id
            await house.move(match_id)


async def _moves_twice(house: House, match_id: MatchId) -> bool:
    """Return whether the first legal move keeps the turn with whom it is."""
    table = await house.tables.load(match_id)
    seat = table.to_act()[0]
    return table.begun.then(seat, table.legal(seat)[0]).to_act() == (seat,)


async def test_house_players_are_not_called(house: House) -> None:
    match_id = await shown(house)
    by_name = {"Ada": ADA, "Ben": BEN, "Cleo": CLEO}
    await house.tables.leave(match_id, by_name[await house.mover(match_id)])
    house.clock.time += QUIET + 1
    await house.show(match_id)
    assert house.stage.taken("ping") == []


async def test_whose_time_runs_out_is_called_anew_whatever_they_did_a_moment_ago(
    house: House,
) -> None:
    lobby = await opened(house.lobbies, clock=60)
    await start(house.lobbies, lobby)
    house.clock.time += 1
    await house.show(lobby.id)
    house.stage.taken()
    name, table = await house.mover(lobby.id), await house.tables.load(lobby.id)
    await house.tables.come_back(lobby.id, table.member(table.to_act()[0]).user_id or 0)
    house.clock.time += 60 * REMIND - 1
    await house.clocks.expire(lobby.id)
    for _ in range(2):
        await house.show(lobby.id)
    assert house.stage.taken("ping") == [f"ping {name}"]
    publication = await house.store.publication(lobby.id)
    assert publication.ping_last
    await house.move(lobby.id)
    await house.show(lobby.id)
    assert house.stage.taken("remove") == [f"remove {publication.ping_message}"]
    assert not (await house.store.publication(lobby.id)).ping_last


async def test_a_call_to_whose_turn_it_is_gives_way_to_the_one_that_time_runs_out(
    house: House,
) -> None:
    lobby = await opened(house.lobbies, clock=600)
    house.clock.time += QUIET
    await start(house.lobbies, lobby)
    house.clock.time += QUIET
    await house.show(lobby.id)
    first = await house.store.publication(lobby.id)
    assert (first.ping_message is None, first.ping_last) == (False, False)
    house.clock.time += 600 * REMIND
    await house.clocks.expire(lobby.id)
    house.stage.taken()
    await house.show(lobby.id)
    name = await house.mover(lobby.id)
    assert house.stage.taken("remove", "ping") == [f"ping {name}", f"remove {first.ping_message}"]


async def test_who_is_late_and_a_game_that_waits_are_shown_in_the_hand(house: House) -> None:
    lobby = await opened(house.lobbies, (ADA, BEN), clock=60)
    await start(house.lobbies, lobby)
    while await house.tables.play_house(lobby.id):
        pass
    await house.show(lobby.id)
    first = await house.mover(lobby.id)
    for share in (REMIND, 1 - REMIND):
        house.clock.time += 60 * share
        await house.clocks.expire(lobby.id)
    house.stage.taken()
    await house.show(lobby.id)
    assert house.stage.taken("edit_hand") == [f"edit_hand {first}"]
    other = ADA if first == "Ben" else BEN
    await house.tables.leave(lobby.id, other)
    await house.show(lobby.id)
    assert house.stage.taken("edit_hand") == ["edit_hand Ada", "edit_hand Ben"]


async def test_who_moved_within_the_minute_is_called_when_it_is_over(house: House) -> None:
    match_id = await shown(house)
    house.stage.taken()
    house.clock.time += QUIET
    await house.strike()
    assert house.stage.taken() == [f"ping {await house.mover(match_id)}"]


async def test_nobody_is_called_after_the_minute_whose_turn_is_over(house: House) -> None:
    match_id = await shown(house)
    house.clock.time += QUIET - 1
    mover = await house.mover(match_id)
    await house.move(match_id)
    house.stage.taken()
    house.clock.time += 1
    await house.strike()
    assert f"ping {mover}" not in house.stage.taken()


async def test_the_quiet_minute_outlives_a_restart(house: House) -> None:
    match_id = await shown(house)
    await house.restart()
    await house.publisher.look_around()
    await house.publisher.idle()
    assert house.stage.taken("ping") == []
    house.clock.time += QUIET
    await house.strike()
    assert house.stage.taken() == [f"ping {await house.mover(match_id)}"]


async def test_a_clock_set_back_keeps_nobody_from_being_called(house: House) -> None:
    match_id = await shown(house)
    house.clock.time -= 3600
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("ping") == [f"ping {await house.mover(match_id)}"]


async def test_a_result_that_was_barred_is_shown_after_a_restart(house: House) -> None:
    match_id = await shown(house)
    await play_out(house.tables, match_id)
    house.clock.endless = True
    house.stage.faults["edit_board"] = [Barred()]
    house.publisher.request(match_id)
    async with asyncio.timeout(5):
        await house.clock.asleep.wait()
    assert not await published(house, match_id)
    await house.restart()
    house.stage.taken()
    await house.publisher.catch_up()
    await house.publisher.idle()
    assert house.stage.taken("edit_board") == ["edit_board 101"]
    assert await published(house, match_id)


async def test_a_result_that_nobody_looks_for_any_more_is_given_up(house: House) -> None:
    match_id = await shown(house)
    await play_out(house.tables, match_id)
    house.clock.time += TOO_LATE
    house.stage.faults["post_board"] = [Barred()]
    house.stage.faults["edit_board"] = [Barred()]
    await house.show(match_id)
    assert await published(house, match_id)


async def test_a_board_in_a_thread_that_cannot_be_woken_is_posted_anew(house: House) -> None:
    match_id = await shown(house)
    house.stage.faults["edit_board"] = [Asleep()]
    house.stage.taken()
    await house.show(match_id)
    assert house.stage.taken("post_board", "remove") == ["post_board", "remove 101"]
