"""Publishing: the newest version wins, what fails is tried again, nothing is lost."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.play.publish import RETRIES
from bot.play.stage import Busy
from bot.store.rows import MatchId
from tests.play.finished import opened, start
from tests.play.stand import House


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
    assert "could not be shown" in caplog.text
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
