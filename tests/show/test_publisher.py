"""Publishing: the newest version wins, what fails is tried again, nothing is lost."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot.errors import Barred, Busy, Unauthorized
from bot.show.calls import QUIET
from bot.show.lanes import RETRIES, SLOW
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId
from tests.play.finished import opened, start
from tests.play.stand import House
from tests.store.samples import tamper

GUILD, OTHER_GUILD = 5, 6


async def started(house: House) -> MatchId:
    house.tables.listeners.append(house.publisher.on_change)
    row = await start(house.lobbies, await opened(house.lobbies))
    await house.publisher.idle()
    house.stage.taken()
    return row.id


async def test_every_change_is_published(house: House) -> None:
    match_id = await started(house)
    await house.move(match_id)
    await house.publisher.idle()
    assert len(house.stage.taken("edit_board")) == 1
    assert await house.store.unpublished() == []


async def test_changes_that_come_together_are_shown_together(house: House) -> None:
    match_id = await started(house)
    for _ in range(9):
        house.publisher.request(match_id)
    await house.publisher.idle()
    assert len(house.stage.taken("edit_board")) == 1


async def test_what_changes_during_a_showing_is_shown_too(house: House) -> None:
    match_id = await started(house)
    moves: list[asyncio.Task[str]] = []
    house.stage.during["edit_board"] = lambda: moves.append(
        asyncio.get_running_loop().create_task(house.move(match_id))
    )
    await house.move(match_id)
    await house.publisher.idle()
    await asyncio.gather(*moves)
    await house.publisher.idle()
    assert await house.store.unpublished() == []
    assert (await house.tables.load(match_id)).row.moves == 2


async def test_what_discord_would_not_take_is_tried_again_ever_more_slowly(house: House) -> None:
    match_id = await started(house)
    house.stage.faults["edit_board"] = [Busy() for _ in range(8)]
    await house.move(match_id)
    await house.publisher.idle()
    assert house.clock.slept == [*RETRIES, RETRIES[-1], RETRIES[-1]]
    assert await house.store.unpublished() == []


async def test_a_new_change_does_not_wait_for_an_old_failure(house: House) -> None:
    match_id = await started(house)
    house.clock.endless = True
    house.stage.faults["edit_hand"] = [Busy()]
    await house.move(match_id)
    async with asyncio.timeout(5):
        await house.clock.asleep.wait()
        assert await house.store.unpublished() == [match_id]
        await house.move(match_id)
        await house.publisher.idle()
    assert await house.store.unpublished() == []


async def test_what_was_stored_but_not_shown_is_published_at_the_start(house: House) -> None:
    row = await start(house.lobbies, await opened(house.lobbies))
    await house.publisher.catch_up()
    await house.publisher.idle()
    assert "post_board" in house.stage.taken()
    assert await house.store.unpublished() == []
    await house.publisher.catch_up()
    await house.publisher.idle()
    assert house.stage.taken() == []
    assert (await house.store.publication(row.id)).published == row.version


async def test_a_bug_in_one_showing_is_logged_and_the_match_stays_unpublished(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await started(house)
    house.stage.during["edit_board"] = lambda: 1 // 0  # the bug
    with caplog.at_level(logging.ERROR):
        await house.move(match_id)
        await house.publisher.idle()
    assert caplog.text.count("set aside") == 1
    assert await house.store.unpublished() == [match_id]


async def test_a_person_who_saw_an_old_hand_is_shown_it_again(house: House) -> None:
    match_id = await started(house)
    house.publisher.renew(match_id, 102)
    await house.publisher.idle()
    assert house.stage.taken("edit_hand") == ["edit_hand Ben"]


async def test_a_lobby_shown_by_the_answer_to_a_command_needs_no_message(house: House) -> None:
    row = await opened(house.lobbies)
    await house.publisher.note_shown(row, 55)
    publication = await house.store.publication(row.id)
    assert (publication.board_message, publication.published) == (55, row.version)
    await house.publisher.note_shown(row, 56)
    assert (await house.store.publication(row.id)).board_message == 55


async def test_nothing_is_published_after_the_end(house: House) -> None:
    match_id = await started(house)
    house.clock.endless = True
    house.stage.faults["edit_board"] = [Busy()]
    await house.move(match_id)
    async with asyncio.timeout(5):
        await house.clock.asleep.wait()
        await house.publisher.close()
    house.stage.taken()
    house.publisher.request(match_id)
    await house.publisher.idle()
    assert house.stage.taken() == []


async def test_nobody_waits_for_one_person(house: House) -> None:
    match_id = await started(house)
    slow = house.stage.gates["edit_hand Ben"] = asyncio.Event()
    for moves in (1, 2, 3):
        await house.move(match_id)
        async with asyncio.timeout(5):
            await called(house, "edit_board", moves)
            await called(house, "edit_hand Ada", moves)
            await called(house, "edit_hand Cleo", moves)
    assert "edit_hand Ben" not in house.stage.calls
    assert await house.store.unpublished() == [match_id]
    slow.set()
    await house.publisher.idle()
    # What came meanwhile is shown at once, in its newest version only.
    assert house.stage.calls.count("edit_hand Ben") == 2
    assert await house.store.unpublished() == []


async def test_hands_do_not_wait_for_a_slow_board(house: House) -> None:
    match_id = await started(house)
    board = (await house.store.publication(match_id)).board_message
    slow = house.stage.gates[f"edit_board {board}"] = asyncio.Event()
    house.clock.time += QUIET
    await house.move(match_id)
    async with asyncio.timeout(5):
        for name in ("Ada", "Ben", "Cleo"):
            await called(house, f"edit_hand {name}", 1)
    slow.set()
    await house.publisher.idle()


async def test_whose_turn_it_is_gets_called_while_hands_and_board_are_slow(house: House) -> None:
    match_id = await started(house)
    board = (await house.store.publication(match_id)).board_message
    names = ("edit_hand Ada", "edit_hand Ben", "edit_hand Cleo", f"edit_board {board}")
    house.stage.gates |= {name: asyncio.Event() for name in names}
    house.clock.time += QUIET
    await house.move(match_id)
    async with asyncio.timeout(5):
        await called(house, f"ping {await house.mover(match_id)}", 1)
    for gate in house.stage.gates.values():
        gate.set()
    await house.publisher.idle()


async def test_what_is_barred_is_shown_when_its_server_has_changed(house: House) -> None:
    match_id = await barred(house)
    house.publisher.hurry(OTHER_GUILD)
    await house.publisher.catch_up()
    await asyncio.sleep(0)
    assert await house.store.unpublished() == [match_id]
    house.clock.endless = False
    house.publisher.hurry(GUILD)
    await house.publisher.idle()
    assert house.clock.slept == [SLOW[0]]
    assert await house.store.unpublished() == []


async def test_what_is_barred_is_tried_again_ever_more_slowly(house: House) -> None:
    match_id = await started(house)
    house.stage.faults["edit_board"] = [Barred() for _ in range(4)]
    house.stage.faults["post_board"] = [Barred() for _ in range(9)]
    await house.move(match_id)
    await house.publisher.idle()
    assert house.clock.slept == list(SLOW[:4])
    assert await house.store.unpublished() == []


async def test_a_refused_token_leaves_the_match_unshown_and_is_not_tried_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await started(house)
    for name in ("edit_board", "edit_hand"):
        house.stage.faults[name] = [Unauthorized() for _ in range(9)]
    await house.move(match_id)
    await house.publisher.idle()
    assert house.clock.slept == []
    assert await house.store.unpublished() == [match_id]
    assert all(member.dm for member in (await house.tables.load(match_id)).row.members)
    assert match_id not in house.tables.aside
    house.stage.faults.clear()
    await house.restart()
    await house.publisher.catch_up()
    await house.publisher.idle()
    assert await house.store.unpublished() == []
    assert "Traceback" not in caplog.text


async def test_a_match_set_aside_is_left_alone_until_it_changes(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await started(house)
    for _ in range(2):
        house.stage.during["edit_board"] = lambda: 1 // 0  # the bug
        await house.move(match_id)
        await house.publisher.idle()
        house.stage.taken()
        await house.publisher.catch_up()
        await house.publisher.idle()
        assert house.stage.taken() == []
    assert caplog.text.count("set aside") == 1
    await house.move(match_id)
    await house.publisher.idle()
    assert await house.store.unpublished() == []


async def test_a_match_that_cannot_be_read_is_named_once_and_keeps_nobody_waiting(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await started(house)
    await started(house)
    spoil = "UPDATE match SET published = 0, deadline = 0, game = iif(id = {}, 'whist', game)"
    tamper(tmp_path / "nimbus.sqlite3", spoil.format(broken))
    for _ in range(2):
        await house.clocks.sweep()
        await house.publisher.catch_up()
        await house.publisher.idle()
    await house.clocks.wind_up()
    assert await house.store.unpublished() == []
    assert (await house.store.publication(broken)).published == 0
    assert caplog.text.count("set aside") == 1
    assert f"match {broken} cannot be read" in caplog.text
    assert "Traceback" not in caplog.text
    with pytest.raises(UnreadableMatch):
        await house.tables.play(broken, 101, None, "play KH")


async def called(house: House, call: str, times: int) -> None:
    """Wait until the stage was asked for something so often; whom a board is for does not count."""
    while sum(asked.startswith(call) for asked in house.stage.calls) < times:  # noqa: ASYNC110 - by other tasks
        await asyncio.sleep(0)


async def barred(house: House) -> MatchId:
    """Return a match whose board Discord refuses; it waits to be tried again."""
    match_id = await started(house)
    house.clock.endless = True
    house.stage.faults["edit_board"] = [Barred()]
    await house.move(match_id)
    async with asyncio.timeout(5):
        await house.clock.asleep.wait()
    return match_id


async def test_a_match_is_forgotten_when_its_end_was_shown_and_not_before(house: House) -> None:
    match_id = await started(house)
    await house.move(match_id)
    await house.publisher.idle()
    assert house.stage.forgotten == []
    await house.tables.close(match_id)
    await house.publisher.idle()
    assert house.stage.forgotten == [match_id]
