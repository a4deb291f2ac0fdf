"""A paused game stands still: no clock runs, nothing is played, and everybody keeps their time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.match.house.hints import seat_to_hint
from bot.match.table.times import GRACE, REMIND
from bot.store.rows import MatchRow, Pause, Presence, Status
from tests.match.clock.test_clocks import sweep
from tests.match.clock.test_turns import CLOCK, be_late, member, on, pass_time, playing, who
from tests.match.finished import ADA, BEN, CLEO, opened, start
from tests.match.stand import Parts
from tests.refusals import refuses

MODERATOR = Pause("moderator", by=55)
PERMISSIONS = Pause("permissions", missing=("attach_files",))
HOUR = 3600.0


async def paused(parts: Parts, after: float = 100.0) -> MatchRow:
    """Start a game with a turn clock and pause it after some seconds."""
    table = await playing(parts)
    parts.clock.time += after
    return await parts.tables.pause(table.row.id, MODERATOR)


async def test_nothing_is_due_however_long_it_lasts_and_everybody_keeps_their_time(
    parts: Parts,
) -> None:
    row = await paused(parts)
    assert row.deadline is None
    assert row.pauses == (replace(MODERATOR, since=parts.clock.time),)
    assert await pass_time(parts, row.id, 100 * HOUR) == row
    await sweep(parts.clocks)
    assert await parts.tables.pause(row.id, MODERATOR) == row
    assert await parts.tables.resume(row.id, "permissions") == row
    after = await parts.tables.resume(row.id, "moderator")
    assert after.pauses == ()
    user = who(await parts.tables.load(row.id))
    assert member(after, user).clock.due == parts.clock.time + CLOCK - 100.0
    assert after.deadline == parts.clock.time + CLOCK * REMIND - 100.0
    assert await parts.tables.resume(row.id, "moderator") == after


async def test_a_game_paused_for_two_reasons_goes_on_when_both_are_gone(parts: Parts) -> None:
    row = await paused(parts)
    stopped = parts.clock.time
    parts.clock.time += HOUR
    both = await parts.tables.pause(row.id, PERMISSIONS)
    assert [(pause.why, pause.since) for pause in both.pauses] == [
        ("moderator", stopped), ("permissions", stopped),
    ]  # fmt: skip
    more = replace(PERMISSIONS, missing=("attach_files", "embed_links"))
    assert (await parts.tables.pause(row.id, more)).pauses[1].missing == more.missing
    parts.clock.time += HOUR
    assert (await parts.tables.resume(row.id, "moderator")).deadline is None
    after = await parts.tables.resume(row.id, "permissions")
    assert after.deadline == parts.clock.time + CLOCK * REMIND - 100.0


async def test_who_had_almost_no_time_left_has_the_grace(parts: Parts) -> None:
    table = await playing(parts)
    await pass_time(parts, table.row.id, CLOCK * REMIND)
    parts.clock.time += CLOCK * (1 - REMIND) - 1
    await parts.tables.pause(table.row.id, MODERATOR)
    after = await parts.tables.resume(table.row.id, "moderator")
    assert member(after, who(table)).clock.due == parts.clock.time + GRACE


async def test_moves_and_hints_are_refused_and_change_nothing(parts: Parts) -> None:
    row = await paused(parts)
    table = await parts.tables.load(row.id)
    code = table.legal(table.to_act()[0])[0]
    for moves in (row.moves, row.moves - 1, None):
        with refuses("refused.paused"):
            await parts.tables.play(row.id, who(table), moves, code)
    with refuses("refused.paused"):
        seat_to_hint(table, who(table))
    assert (await parts.tables.load(row.id)).row == row


async def test_who_was_late_is_back_with_a_move_though_it_is_refused(parts: Parts) -> None:
    table = await playing(parts)
    await be_late(parts, table)
    row = await parts.tables.pause(table.row.id, MODERATOR)
    with refuses("refused.paused"):
        await parts.tables.play(row.id, who(table), row.moves, table.legal(table.to_act()[0])[0])
    after = (await parts.tables.load(row.id)).row
    assert (after.moves, after.deadline) == (row.moves, None)
    assert member(after, who(table)).presence is not Presence.LATE
    parts.clock.time += HOUR
    after = await parts.tables.resume(row.id, "moderator")
    assert member(after, who(table)).clock.due == parts.clock.time + CLOCK


async def test_no_house_player_moves_and_nobody_thinks(parts: Parts) -> None:
    table = await playing(parts)
    await parts.tables.pause(table.row.id, MODERATOR)
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await parts.tables.leave(table.row.id, who(table))
    assert row.deadline is None
    parts.clock.time += HOUR
    assert not await parts.tables.play_house(row.id)
    assert (await parts.tables.load(row.id)).row == row
    assert (await parts.tables.resume(row.id, "moderator")).deadline is not None
    await on(parts, row.id)
    assert (await parts.tables.load(row.id)).row.moves > row.moves


async def test_leaving_and_votes_to_end_work(parts: Parts) -> None:
    row = await paused(parts)
    await parts.tables.vote_end(row.id, ADA)
    closed = await parts.tables.vote_end(row.id, BEN)
    assert (closed.status, closed.pauses) == (Status.CLOSED, ())
    row = await paused(parts)
    for user in (ADA, BEN, CLEO):
        closed = await parts.tables.leave(row.id, user)
    assert closed.status is Status.CLOSED


async def test_only_a_game_that_is_played_can_be_paused(parts: Parts) -> None:
    lobby = await opened(parts.lobbies)
    with refuses("refused.not_started"):
        await parts.tables.pause(lobby.id, MODERATOR)
    assert await parts.tables.resume(lobby.id, "moderator") == lobby
    await start(parts.lobbies, lobby)
    await parts.tables.close(lobby.id)
    with refuses("refused.over"):
        await parts.tables.pause(lobby.id, MODERATOR)


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    row = await paused(first)
    now = first.clock.time
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time = now + HOUR
    await parts.clocks.wind_up()
    assert (await parts.tables.load(row.id)).row == row
    after = await parts.tables.resume(row.id, "moderator")
    assert after.deadline == parts.clock.time + CLOCK * REMIND - 100.0
    await parts.close()


async def test_nobody_is_called_while_it_is_paused_and_somebody_when_it_goes_on(
    parts: Parts,
) -> None:
    table = await playing(parts)
    parts.clock.time += CLOCK / 2
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping")) == 1
    await parts.tables.pause(table.row.id, MODERATOR)
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping", "remove")) == 1
    await parts.tables.resume(table.row.id, "moderator")
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping")) == 1
