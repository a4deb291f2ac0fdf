"""Where tables are: threads they move into, and places that went while the bot was off."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

import pytest

from bot.errors import Asleep, Barred, Busy, Gone, NoChannel
from bot.match.show.lanes import BOARD
from bot.match.show.locations import Locations
from bot.match.show.publisher import FAREWELL
from bot.match.table.tables import leave_thread
from bot.match.table.times import LOCKED
from bot.preferences.server import Threads
from bot.ratings.service import Rater
from bot.store.rows import Location, MatchId, MatchRow, Member, Pause, Status
from bot.store.settings import LEFT, server_scope
from tests.match.finished import ADA, CHANNEL, opened, play_out, start
from tests.match.stand import Parts

# Tables that move into a thread: what Discord refuses, crashes in between, and the end.

GUILD, LOBBY = 5, 55
"""The server, and the message of the lobby, and so the thread."""


async def lobby(parts: Parts) -> MatchRow:
    """Open a lobby that is shown; from here on all is published."""
    row = await opened(parts.lobbies)
    await parts.publisher.note_shown(row, LOBBY)
    parts.tables.listeners.append(parts.publisher.on_change)
    return row


async def start_in_thread(parts: Parts, row: MatchRow) -> MatchRow:
    await parts.store.set_setting(server_scope(GUILD), "threads", Threads.ALWAYS)
    return await parts.lobbies.start(row.id, ADA, 9999, moderator=False, threads=True)


async def started(parts: Parts) -> MatchId:
    row = await start_in_thread(parts, await lobby(parts))
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
    await start_in_thread(parts, row)
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
        await start_in_thread(parts, row)
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
    await start_in_thread(parts, row)
    await parts.publisher.idle()
    assert order(parts, "open_thread") == [f"open_thread {LOBBY}"]
    assert (await parts.store.publication(row.id)).board_channel == CHANNEL


async def test_discord_has_a_while_to_begin_a_thread_and_no_more(parts: Parts) -> None:
    row = await lobby(parts)
    parts.stage.faults["open_thread"] = [Busy()] * 3
    await start_in_thread(parts, row)
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.is_in_thread
    row = await opened(parts.lobbies)
    await parts.publisher.note_shown(row, LOBBY + 1)
    parts.stage.faults["open_thread"] = [Busy()] * 9
    await start_in_thread(parts, row)
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
    rater.listeners.append(parts.tables.handle_change)
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
    await start_in_thread(parts, row)
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
        assert (await start_in_thread(parts, row)).thread_id is None


# Servers, channels and threads that went while the bot was off.

SERVER = 5


@dataclass
class World:
    """A world in which only these channels are left, and something may be locked or withheld.

    Of servers `elsewhere` another process is told.
    """

    channels: set[int]
    locked: set[int] = field(default_factory=set)
    withheld: tuple[str, ...] = ()
    elsewhere: set[int] = field(default_factory=set)

    def serves(self, guild_id: int) -> bool:
        return guild_id not in self.elsewhere

    async def has_channel(self, channel_id: int) -> bool:
        return channel_id in self.channels

    unknown: bool = False

    async def is_shut(self, channel_id: int) -> tuple[bool, bool] | None:
        return None if self.unknown else (channel_id in self.locked, False)

    async def wake(self, channel_id: int) -> None:
        raise AssertionError(channel_id)

    def lacking(
        self, guild_id: int | None, place_id: int, parent_id: int
    ) -> tuple[str, ...] | None:
        assert (guild_id, place_id, parent_id) == (SERVER, CHANNEL, CHANNEL)
        return self.withheld


def locations(parts: Parts, channels: set[int], world: World | None = None) -> Locations:
    """Look at a world."""
    places = world or World(channels)
    return Locations(parts.store, parts.tables, parts.publisher, parts.clock, places)


async def reasons(parts: Parts, match_id: MatchId) -> list[tuple[str, tuple[str, ...]]]:
    """Return why a game is paused."""
    pauses = (await parts.tables.load(match_id)).row.pauses
    return [(pause.why, pause.missing) for pause in pauses]


async def test_games_of_a_server_that_the_bot_is_not_in_any_more_are_closed(parts: Parts) -> None:
    lobby, row = await opened(parts.lobbies), await opened(parts.lobbies)
    await start(parts.lobbies, row)
    parts.stage.faults["post_board"] = [NoChannel(), NoChannel()]
    await locations(parts, {CHANNEL}).arrived({SERVER + 1})
    await parts.publisher.idle()
    for match_id in (lobby.id, row.id):
        assert (await parts.tables.load(match_id)).row.status is Status.CLOSED
    assert await parts.store.unpublished() == []


async def test_games_of_a_server_that_another_process_hears_of_are_left_to_that(
    parts: Parts,
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    world = World(set(), elsewhere={SERVER})
    await parts.store.set_setting(server_scope(SERVER), "threads", "never")
    await locations(parts, set(), world).arrived({SERVER + 1})
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING
    assert await parts.store.setting(server_scope(SERVER), LEFT) is None


async def test_games_of_a_channel_that_is_gone_are_closed_and_others_are_not(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await locations(parts, {CHANNEL}).arrived({SERVER})
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING
    await locations(parts, set()).arrived({SERVER})
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_permissions_lost_pause_every_game_there_and_given_back_let_it_go_on(
    parts: Parts,
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    world = World({CHANNEL}, withheld=("attach_files",))
    looked = locations(parts, set(), world)
    await looked.guild_changed(SERVER)
    assert await reasons(parts, row.id) == [("permissions", ("attach_files",))]
    world.withheld = ("view_channel",)
    await looked.guild_changed(SERVER)
    assert await reasons(parts, row.id) == [("permissions", ("view_channel",))]
    world.withheld = ()
    await looked.guild_changed(SERVER)
    assert await reasons(parts, row.id) == []
    # So it is with those lost while the bot was off.
    await locations(parts, set(), World({CHANNEL}, withheld=("embed_links",))).arrived({SERVER})
    assert await reasons(parts, row.id) == [("permissions", ("embed_links",))]
    await locations(parts, set(), World({CHANNEL})).arrived({SERVER})
    assert await reasons(parts, row.id) == []


async def test_changes_that_come_together_are_looked_at_once(parts: Parts) -> None:
    await start(parts.lobbies, await opened(parts.lobbies))
    looked = locations(parts, {CHANNEL})
    await asyncio.gather(*(looked.guild_changed(SERVER) for _ in range(50)))
    assert len(parts.clock.slept) == 1


async def test_what_is_refused_for_a_lack_of_permissions_pauses_its_game(parts: Parts) -> None:
    parts.tables.listeners.append(parts.publisher.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    parts.clock.endless = True
    parts.stage.withheld = ("view_channel",)
    parts.stage.faults["edit_board"] = [Barred() for _ in range(9)]
    await parts.move(row.id)
    await parts.clock.asleep.wait()
    assert await reasons(parts, row.id) == [("permissions", ("view_channel",))]
    parts.clock.endless, parts.stage.withheld = False, ()
    parts.stage.faults.clear()
    parts.publisher.hurry(SERVER)
    await parts.publisher.idle()
    assert await reasons(parts, row.id) == []
    assert await parts.store.unpublished() == []


async def test_a_thread_that_is_locked_pauses_its_game_till_it_is_unlocked(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    looked = locations(parts, {CHANNEL})
    for locked in (True, True, False, False):
        await looked.thread_changed(CHANNEL, locked=locked, archived=False)
        expected = [("locked", ())] if locked else []
        assert await reasons(parts, row.id) == expected
    await locations(parts, set(), World({CHANNEL}, locked={CHANNEL})).arrived({SERVER})
    assert await reasons(parts, row.id) == [("locked", ())]
    await locations(parts, set(), World({CHANNEL}, unknown=True)).arrived({SERVER})
    assert await reasons(parts, row.id) == [("locked", ())]
