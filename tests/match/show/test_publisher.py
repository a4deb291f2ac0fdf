"""Publishing: the newest version wins, what fails is tried again, nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.discord.outbox import RETRIES, SLOW
from bot.errors import Barred, Busy, Mute, Unauthorized
from bot.match.calls.notices import QUIET
from bot.match.table.state import Table
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId
from tests.match.finished import ADA, NAMES, opened, start
from tests.match.stand import Parts
from tests.match.test_clocks import sweep
from tests.store.samples import tamper
from tests.waits import until

GUILD, OTHER_GUILD = 5, 6


async def started(parts: Parts) -> MatchId:
    parts.tables.listeners.append(parts.publisher.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    parts.stage.taken()
    return row.id


async def test_every_change_is_published_those_that_come_together_once_and_an_old_hand_again(
    parts: Parts,
) -> None:
    match_id = await started(parts)
    await parts.move(match_id)
    await parts.publisher.idle()
    assert len(parts.stage.taken("edit_board")) == 1
    assert await parts.store.unpublished() == []
    for _ in range(9):
        parts.publisher.request(match_id)
    await parts.publisher.idle()
    assert len(parts.stage.taken("edit_board")) == 1
    parts.publisher.renew(match_id, 102)
    await parts.publisher.idle()
    assert parts.stage.taken("edit_hand") == ["edit_hand Ben"]


async def test_a_private_hand_opened_while_another_is_refreshed_is_refreshed_as_well(
    parts: Parts,
) -> None:
    match_id = await started(parts)
    parts.stage.refreshed.clear()
    parts.publisher.request(match_id, ("private", 102))
    await parts.publisher.idle()
    assert parts.stage.refreshed == []  # it shows that hand already
    parts.stage.during["refresh"] = lambda: parts.publisher.renew_private(match_id, 102)
    parts.publisher.renew_private(match_id, 102)
    await parts.publisher.idle()
    assert parts.stage.refreshed == ["Ben", "Ben"]
    parts.publisher.request(match_id, ("private", 102))
    await parts.publisher.idle()
    assert parts.stage.refreshed == ["Ben", "Ben"]


async def test_at_the_start_people_are_called_and_no_game_is_replayed(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await started(parts)
    asked: list[MatchId] = []
    replayed = parts.tables.replayed

    async def noted(match: MatchId) -> Table:
        asked.append(match)
        return await replayed(match)

    monkeypatch.setattr(parts.tables, "replayed", noted)
    await parts.publisher.look_around()
    await parts.publisher.idle()
    assert asked == []
    parts.publisher.renew(match_id, 102)
    await parts.publisher.idle()
    assert asked == [match_id]


async def test_what_changes_during_a_showing_is_shown_too(parts: Parts) -> None:
    match_id = await started(parts)
    moves: list[asyncio.Task[str]] = []
    parts.stage.during["edit_board"] = lambda: moves.append(
        asyncio.get_running_loop().create_task(parts.move(match_id))
    )
    await parts.move(match_id)
    await parts.publisher.idle()
    await asyncio.gather(*moves)
    await parts.publisher.idle()
    assert await parts.store.unpublished() == []
    assert (await parts.tables.load(match_id)).row.moves == 2


async def test_what_discord_does_not_take_is_tried_again_ever_more_slowly(parts: Parts) -> None:
    match_id = await started(parts)
    parts.stage.faults["edit_board"] = [Busy() for _ in range(8)]
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.clock.slept == [*RETRIES, RETRIES[-1], RETRIES[-1]]
    assert await parts.store.unpublished() == []
    parts.clock.slept.clear()
    parts.stage.faults["edit_board"] = [Barred() for _ in range(4)]
    parts.stage.faults["post_board"] = [Barred() for _ in range(9)]
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.clock.slept == list(SLOW[:4])
    assert await parts.store.unpublished() == []


async def test_a_new_change_does_not_wait_for_an_old_failure(parts: Parts) -> None:
    match_id = await started(parts)
    parts.clock.endless = True
    parts.stage.faults["edit_hand"] = [Busy()]
    await parts.move(match_id)
    await parts.clock.asleep.wait()
    assert await parts.store.unpublished() == [match_id]
    await parts.move(match_id)
    await parts.publisher.idle()
    assert await parts.store.unpublished() == []


async def test_what_was_stored_but_not_shown_is_published_at_the_start(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.catch_up()
    await parts.publisher.idle()
    assert "post_board" in parts.stage.taken()
    assert await parts.store.unpublished() == []
    await parts.publisher.catch_up()
    await parts.publisher.idle()
    assert parts.stage.taken() == []
    assert (await parts.store.publication(row.id)).published == row.version


async def test_a_lobby_shown_by_the_answer_to_a_command_needs_no_message(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    await parts.publisher.note_shown(row, 55)
    publication = await parts.store.publication(row.id)
    assert (publication.board_message, publication.published) == (55, row.version)
    await parts.publisher.note_shown(row, 56)
    assert (await parts.store.publication(row.id)).board_message == 55


async def test_nothing_is_published_after_the_end(parts: Parts) -> None:
    match_id = await started(parts)
    parts.clock.endless = True
    parts.stage.faults["edit_board"] = [Busy()]
    await parts.move(match_id)
    await parts.clock.asleep.wait()
    await parts.publisher.close()
    parts.stage.taken()
    parts.publisher.request(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken() == []


async def test_nobody_waits_for_one_person(parts: Parts) -> None:
    match_id = await started(parts)
    slow = parts.stage.gates["edit_hand Ben"] = asyncio.Event()
    for moves in (1, 2, 3):
        await parts.move(match_id)
        await called(parts, "edit_board", moves)
        await called(parts, "edit_hand Ada", moves)
        await called(parts, "edit_hand Cleo", moves)
    assert "edit_hand Ben" not in parts.stage.calls
    assert await parts.store.unpublished() == [match_id]
    slow.set()
    await parts.publisher.idle()
    # What came meanwhile is shown at once, in its newest version only.
    assert parts.stage.calls.count("edit_hand Ben") == 2
    assert await parts.store.unpublished() == []


async def test_hands_do_not_wait_for_a_slow_board(parts: Parts) -> None:
    match_id = await started(parts)
    board = (await parts.store.publication(match_id)).board_message
    slow = parts.stage.gates[f"edit_board {board}"] = asyncio.Event()
    parts.clock.time += QUIET
    await parts.move(match_id)
    for name in ("Ada", "Ben", "Cleo"):
        await called(parts, f"edit_hand {name}", 1)
    slow.set()
    await parts.publisher.idle()


async def test_whose_turn_it_is_gets_called_while_hands_and_board_are_slow(parts: Parts) -> None:
    match_id = await started(parts)
    board = (await parts.store.publication(match_id)).board_message
    names = ("edit_hand Ada", "edit_hand Ben", "edit_hand Cleo", f"edit_board {board}")
    parts.stage.gates |= {name: asyncio.Event() for name in names}
    parts.clock.time += QUIET
    await parts.move(match_id)
    await called(parts, f"ping {await parts.mover(match_id)}", 1)
    for gate in parts.stage.gates.values():
        gate.set()
    await parts.publisher.idle()


async def test_what_is_barred_is_shown_when_its_server_has_changed(parts: Parts) -> None:
    match_id = await barred(parts)
    parts.publisher.hurry(OTHER_GUILD)
    await parts.publisher.catch_up()
    await asyncio.sleep(0)
    assert await parts.store.unpublished() == [match_id]
    parts.clock.endless = False
    parts.publisher.hurry(GUILD)
    await parts.publisher.idle()
    assert parts.clock.slept == [SLOW[0]]
    assert await parts.store.unpublished() == []


async def test_a_refused_token_leaves_the_match_unshown_and_is_not_tried_again(
    parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await started(parts)
    for name in ("edit_board", "edit_hand"):
        parts.stage.faults[name] = [Unauthorized() for _ in range(9)]
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.clock.slept == []
    assert await parts.store.unpublished() == [match_id]
    assert all(member.dm for member in (await parts.tables.load(match_id)).row.members)
    assert match_id not in parts.tables.aside
    parts.stage.faults.clear()
    await parts.restart()
    await parts.publisher.catch_up()
    await parts.publisher.idle()
    assert await parts.store.unpublished() == []
    assert "Traceback" not in caplog.text


async def test_a_match_set_aside_for_a_bug_is_left_alone_until_it_changes(
    parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await started(parts)
    for _ in range(2):
        parts.stage.during["edit_board"] = lambda: 1 // 0  # the bug
        await parts.move(match_id)
        await parts.publisher.idle()
        assert await parts.store.unpublished() == [match_id]
        parts.stage.taken()
        await parts.publisher.catch_up()
        await parts.publisher.idle()
        assert parts.stage.taken() == []
    assert caplog.text.count("set aside") == 1
    await parts.move(match_id)
    await parts.publisher.idle()
    assert await parts.store.unpublished() == []


async def test_a_match_that_cannot_be_read_is_named_once_and_keeps_nobody_waiting(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await started(parts)
    await started(parts)
    spoil = (
        "UPDATE match SET version = version + 1, published = 0, deadline = 0, "
        "game = iif(id = {}, 'whist', game)"
    )
    tamper(tmp_path / "nimbus.sqlite3", spoil.format(broken))
    parts.store.rewrites.note()
    for _ in range(2):
        await sweep(parts.clocks)
        await parts.publisher.catch_up()
        await parts.publisher.idle()
    await parts.clocks.wind_up()
    assert await parts.store.unpublished() == []
    assert (await parts.store.publication(broken)).published == 0
    assert caplog.text.count("set aside") == 1
    assert f"match {broken} cannot be read" in caplog.text
    assert "Traceback" not in caplog.text
    with pytest.raises(UnreadableMatch):
        await parts.tables.play(broken, 101, None, "play KH")


async def called(parts: Parts, call: str, times: int) -> None:
    """Wait until the stage was asked for something so often; whom a board is for does not count."""
    while sum(asked.startswith(call) for asked in parts.stage.calls) < times:  # noqa: ASYNC110 - by other tasks
        await asyncio.sleep(0)


async def barred(parts: Parts) -> MatchId:
    """Return a match whose board Discord refuses; it waits to be tried again."""
    match_id = await started(parts)
    parts.clock.endless = True
    parts.stage.faults["edit_board"] = [Barred()]
    await parts.move(match_id)
    await parts.clock.asleep.wait()
    return match_id


async def test_a_hand_that_is_on_its_way_when_the_bot_is_stopped_is_noted(parts: Parts) -> None:
    """Else whoever goes on knows nothing of it, and it keeps its controls forever."""
    parts.tables.listeners.append(parts.publisher.on_change)
    arrived = parts.stage.gates["post_hand Ada"] = asyncio.Event()
    row = await start(parts.lobbies, await opened(parts.lobbies))
    async with asyncio.timeout(60):
        while sum(nonce.startswith("h") for nonce in parts.stage.nonces) < len(NAMES):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
        closing = asyncio.create_task(parts.publisher.close())
        await asyncio.sleep(0)
        arrived.set()
        await closing
    _, hands = await parts.store.messages(row.id)
    assert ADA in {hand.user_id for hand in hands}


async def test_a_match_is_forgotten_when_its_end_was_shown_and_not_before(parts: Parts) -> None:
    match_id = await started(parts)
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.stage.forgotten == []
    await parts.tables.close(match_id)
    await parts.publisher.idle()
    assert parts.stage.forgotten == [match_id]


async def test_what_only_a_press_can_show_waits_for_one_and_costs_nothing(parts: Parts) -> None:
    match_id = (await opened(parts.lobbies)).id
    parts.stage.faults["post_board"] = [Mute()]
    await parts.show(match_id)
    assert parts.clock.slept == []
    assert await parts.store.unpublished() == []
    parts.stage.taken()
    assert not await parts.publisher.show_waiting(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken() == ["post_board"]
    assert not await parts.publisher.show_waiting(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken() == []


async def test_who_plays_alone_sees_each_move_in_their_hand_and_the_board_follows(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts.tables.listeners.append(parts.publisher.on_change)
    row = await opened(parts.lobbies, (ADA,))
    for _ in range(2):
        await parts.lobbies.add_house(row.id, ADA, "easy")
    await start(parts.lobbies, row)
    parts.stage.open = [(row.id, ADA)]
    await parts.publisher.idle()
    while (await parts.mover(row.id)) != "Ada":
        await parts.tables.play_house(row.id)
        await parts.publisher.idle()
    monkeypatch.setattr(parts.clock, "sleep", lambda _: asyncio.Event().wait())
    parts.stage.refreshed.clear()
    parts.stage.taken()
    await parts.move(row.id)
    moves = 1
    while (await parts.mover(row.id)) != "Ada":
        await until(lambda: len(parts.stage.refreshed) == moves)  # noqa: B023 - waited for here
        assert parts.stage.taken("edit_board") == []
        await parts.tables.play_house(row.id)
        moves += 1
    await parts.publisher.idle()
    assert len(parts.stage.refreshed) == moves > 1
    assert len(parts.stage.taken("edit_board")) == 1
