"""Tables that move into a thread: what Discord refuses, crashes in between, and the end."""

from __future__ import annotations

import logging

import pytest

from bot.errors import Asleep, Barred, Busy, Gone, NoChannel
from bot.match.show.lanes import BOARD
from bot.match.show.publisher import FAREWELL
from bot.match.table.threads import leave_thread
from bot.match.table.times import LOCKED
from bot.preferences.server import Threads
from bot.ratings.service import Rater
from bot.store.rows import Location, MatchId, MatchRow, Member, Pause, Status
from bot.store.settings import server_scope
from tests.match.finished import ADA, CHANNEL, opened, play_out
from tests.match.stand import Parts

GUILD, LOBBY = 5, 55
"""The server, and the message of the lobby, and so the thread."""


async def lobby(parts: Parts) -> MatchRow:
    """Open a lobby that is shown; from here on all is published."""
    row = await opened(parts.lobbies)
    await parts.publisher.note_shown(row, LOBBY)
    parts.tables.listeners.append(parts.publisher.on_change)
    return row


async def start(parts: Parts, row: MatchRow) -> MatchRow:
    await parts.store.set_setting(server_scope(GUILD), "threads", Threads.ALWAYS)
    return await parts.lobbies.start(row.id, ADA, 9999, moderator=False, threads=True)


async def started(parts: Parts) -> MatchId:
    row = await start(parts, await lobby(parts))
    await parts.publisher.idle()
    return row.id


def order(parts: Parts, *names: str) -> list[str]:
    return [call for call in parts.stage.calls if call.split(" ")[0] in names]


async def test_the_thread_the_line_and_the_board_come_in_this_order(parts: Parts) -> None:
    match_id = await started(parts)
    assert order(parts, "open_thread", "edit_line", "post_board", "edit_board") == [
        f"open_thread {LOBBY}", "edit_line playing", "post_board",
    ]  # fmt: skip
    shown = await parts.store.publication(match_id)
    assert (shown.board_channel, shown.line, shown.thread_open) == (LOBBY, "playing", True)
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert order(parts, "open_thread", "edit_line") == []
    assert await parts.store.unpublished() == []


@pytest.mark.parametrize("method", ["open_thread", "edit_line", "post_board"])
async def test_a_crash_between_two_steps_heals_by_itself(parts: Parts, method: str) -> None:
    """What was begun is begun again; Discord says that it is there already."""
    row = await lobby(parts)
    parts.clock.endless = True
    parts.stage.faults[method] = [Busy()]
    await start(parts, row)
    await parts.clock.asleep.wait()
    await parts.restart()
    await parts.publisher.catch_up()
    await parts.publisher.idle()
    shown = await parts.store.publication(row.id)
    assert (shown.board_channel, shown.line) == (LOBBY, "playing")
    assert order(parts, "post_board") == ["post_board"] * (2 if method == "post_board" else 1)
    assert await parts.store.unpublished() == []


@pytest.mark.parametrize("error", [Barred(), Gone()])
async def test_a_refused_thread_costs_one_line_of_the_log_and_no_time(
    parts: Parts, error: Barred, caplog: pytest.LogCaptureFixture
) -> None:
    row = await lobby(parts)
    parts.stage.faults["open_thread"] = [error]
    with caplog.at_level(logging.INFO):
        await start(parts, row)
        await parts.publisher.idle()
    assert parts.clock.slept == []
    assert caplog.text.count("without a thread") == 1
    assert order(parts, "open_thread", "edit_line", "post_board") == [f"open_thread {LOBBY}"]
    assert f"edit_board {LOBBY}" in parts.stage.calls
    after = (await parts.tables.load(row.id)).row
    assert (after.thread_id, after.home_id) == (None, CHANNEL)
    assert await parts.store.unpublished() == []


async def test_a_frame_from_before_the_refusal_begins_no_thread(parts: Parts) -> None:
    row = await lobby(parts)
    parts.stage.faults["open_thread"] = [Barred()]
    parts.stage.during["open_thread"] = lambda: parts.publisher.request(row.id, BOARD)
    await start(parts, row)
    await parts.publisher.idle()
    assert order(parts, "open_thread") == [f"open_thread {LOBBY}"]
    assert (await parts.store.publication(row.id)).board_channel == CHANNEL


async def test_discord_has_a_while_to_begin_a_thread_and_no_more(parts: Parts) -> None:
    row = await lobby(parts)
    parts.stage.faults["open_thread"] = [Busy()] * 3
    await start(parts, row)
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.is_in_thread
    row = await opened(parts.lobbies)
    await parts.publisher.note_shown(row, LOBBY + 1)
    parts.stage.faults["open_thread"] = [Busy()] * 9
    await start(parts, row)
    await parts.publisher.idle()
    assert not (await parts.tables.load(row.id)).row.is_in_thread
    assert await parts.store.unpublished() == []


async def test_the_line_tells_the_end_again_once_it_is_rated_and_the_thread_is_left_later(
    parts: Parts,
) -> None:
    match_id = await started(parts)
    await play_out(parts.tables, match_id)
    await parts.publisher.idle()
    assert order(parts, "edit_line") == ["edit_line playing", "edit_line over"]
    rater = Rater(parts.store, parts.clock)
    rater.listeners.append(parts.tables.heed)
    assert await rater.rate_waiting() == 1
    await parts.publisher.idle()
    assert order(parts, "edit_line")[1:] == ["edit_line over", "edit_line over"]
    parts.publisher.request(match_id)
    await parts.publisher.idle()
    assert len(order(parts, "edit_line")) == 3
    await parts.publisher.leave_threads()
    assert order(parts, "close_thread") == []
    parts.clock.time += FAREWELL + 1
    parts.stage.faults["close_thread"] = [Busy()]
    for _ in range(3):
        await parts.publisher.leave_threads()
    assert order(parts, "close_thread") == [f"close_thread {LOBBY}"] * 2


async def test_a_result_is_told_in_the_line_after_a_crash_too(parts: Parts) -> None:
    match_id = await started(parts)
    parts.clock.endless = True
    parts.stage.during["edit_line"] = lambda: None
    parts.stage.faults["edit_line"] = [Busy()]
    await play_out(parts.tables, match_id)
    await parts.clock.asleep.wait()
    await parts.restart()
    await parts.publisher.catch_up()
    await parts.publisher.idle()
    assert order(parts, "edit_line")[-1] == "edit_line over"
    assert (await parts.store.publication(match_id)).line == "over"


async def test_a_line_that_was_deleted_stays_so(parts: Parts) -> None:
    match_id = await started(parts)
    parts.stage.faults["edit_line"] = [Gone()]
    await play_out(parts.tables, match_id)
    await parts.publisher.idle()
    assert await parts.store.unpublished() == []
    assert order(parts, "post_board") == ["post_board"]


async def test_a_table_whose_thread_is_gone_is_shown_afresh_in_its_channel(parts: Parts) -> None:
    match_id = await started(parts)
    parts.stage.taken()
    await leave_thread(parts.tables, match_id, gone=True)
    await parts.publisher.idle()
    row = (await parts.tables.load(match_id)).row
    assert (row.home_id, row.thread_id, row.status) == (CHANNEL, LOBBY, Status.PLAYING)
    assert order(parts, "post_board", "remove") == ["post_board", f"remove {LOBBY}"]
    await leave_thread(parts.tables, match_id, gone=True)
    assert (await parts.tables.load(match_id)).row.version == row.version


async def test_a_thread_found_gone_by_an_edit_is_left_and_the_channel_too(parts: Parts) -> None:
    match_id = await started(parts)
    parts.stage.faults["edit_board"] = [NoChannel()]
    await parts.move(match_id)
    await parts.publisher.idle()
    assert (await parts.tables.load(match_id)).row.thread_gone
    parts.stage.faults["edit_board"] = [NoChannel()]
    await parts.move(match_id)
    await parts.publisher.idle()
    row = (await parts.tables.load(match_id)).row
    assert (row.status, row.closed_for) == (Status.CLOSED, "channel")


async def test_nobody_is_called_to_a_thread_before_it_is_there(parts: Parts) -> None:
    row = await lobby(parts)
    parts.clock.time += 100.0
    await start(parts, row)
    await parts.publisher.idle()
    # Who pressed Start may be the one to act, and has a minute.
    parts.clock.time += 100.0
    await parts.strike()
    names = order(parts, "open_thread", "post_board", "ping")
    assert [name.split(" ")[0] for name in names] == ["open_thread", "post_board", "ping"]


async def test_a_board_that_cannot_be_woken_is_posted_anew(parts: Parts) -> None:
    match_id = await started(parts)
    first = (await parts.store.publication(match_id)).board_message
    parts.stage.faults["edit_board"] = [Asleep()]
    await parts.move(match_id)
    await parts.publisher.idle()
    assert order(parts, "post_board", "remove") == ["post_board"] * 2 + [f"remove {first}"]


async def test_a_game_paused_for_its_locked_thread_goes_on_when_that_is_deleted(
    parts: Parts,
) -> None:
    match_id = await started(parts)
    await parts.tables.pause(match_id, Pause(LOCKED))
    await parts.publisher.idle()
    assert order(parts, "edit_line") == ["edit_line playing"] * 2
    assert (await parts.store.publication(match_id)).line == LOCKED
    await leave_thread(parts.tables, match_id, gone=True)
    assert (await parts.tables.load(match_id)).row.pauses == ()


async def test_where_the_bot_only_answers_presses_there_is_no_thread(parts: Parts) -> None:
    ada = Member(str(ADA), "Ada", joined="1")
    for at, by_token in ((Location(5, CHANNEL), True), (Location(None, CHANNEL), False)):
        row = await parts.lobbies.open("cloud_nine", ada, at, locale="en", by_token=by_token)
        await parts.publisher.note_shown(row, LOBBY)
        assert (await start(parts, row)).thread_id is None
