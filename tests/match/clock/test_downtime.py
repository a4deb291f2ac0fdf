"""Time in which the bot was off counts for nobody: everybody has what they had left."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.table.times import GRACE, LOBBY_MINUTES, REMIND
from bot.store.rows import MatchId, Presence, Status
from tests.match.clock.test_clocks import sweep
from tests.match.finished import opened
from tests.match.stand import Parts
from tests.match.table.test_times import CLOCK, member, pass_time, playing, who

HOUR = 3600.0


async def down(parts: Parts, seconds: float) -> None:
    """Let the bot be off for so long, and start."""
    await parts.store.note_alive(parts.clock.time)
    parts.clock.time += seconds
    await parts.clocks.wind_up(await parts.store.alive())


@pytest.mark.parametrize("seconds", [100.0, 8 * HOUR, 1000 * HOUR])
async def test_everybody_has_the_time_they_had_left(parts: Parts, seconds: float) -> None:
    table = await playing(parts)
    parts.clock.time += 100.0
    await down(parts, seconds)
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, who(table)).clock.due == parts.clock.time + CLOCK - 100.0
    assert row.deadline == parts.clock.time + CLOCK * REMIND - 100.0


async def test_a_short_absence_changes_nothing_and_a_note_from_the_future_gives_the_grace_at_most(
    parts: Parts,
) -> None:
    table = await playing(parts)
    parts.clock.time += 100.0
    before = (await parts.tables.load(table.row.id)).row
    await down(parts, 20.0)
    assert (await parts.tables.load(table.row.id)).row == before
    # The system's clock was set back while the bot was off.
    table = await playing(parts)
    parts.clock.time += CLOCK - 1.0
    await parts.store.note_alive(parts.clock.time + HOUR)
    await parts.clocks.wind_up(await parts.store.alive())
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, who(table)).clock.due == parts.clock.time + GRACE


async def test_who_was_reminded_has_what_was_left_then_but_no_less_than_the_grace(
    parts: Parts,
) -> None:
    table = await playing(parts)
    await pass_time(parts, table.row.id, CLOCK * REMIND)
    parts.clock.time += CLOCK * (1 - REMIND) - 5
    await down(parts, HOUR)
    row = (await parts.tables.load(table.row.id)).row
    assert member(row, who(table)).clock.due == parts.clock.time + GRACE
    await sweep(parts.clocks)
    assert (
        member((await parts.tables.load(table.row.id)).row, who(table)).presence
        is not Presence.LATE
    )
    parts.clock.time += GRACE
    await sweep(parts.clocks)
    assert member((await parts.tables.load(table.row.id)).row, who(table)).presence is Presence.LATE


async def test_a_start_that_failed_halfway_costs_nobody_any_time(parts: Parts) -> None:
    """The note is written when all clocks are wound; till then the old one holds."""
    table = await playing(parts)
    parts.clock.time += 100.0
    await down(parts, HOUR)
    parts.clock.time += 1.0
    await parts.clocks.wind_up(await parts.store.alive())
    due = member((await parts.tables.load(table.row.id)).row, who(table)).clock.due or 0.0
    assert parts.clock.time + CLOCK - 100.0 <= due <= parts.clock.time + CLOCK


async def test_a_lobby_has_the_rest_of_its_half_hour(parts: Parts) -> None:
    row = await opened(parts.lobbies)
    parts.clock.time += 600.0
    await down(parts, HOUR)
    await sweep(parts.clocks)
    parts.clock.time += LOBBY_MINUTES * 60 - 601.0
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.LOBBY
    parts.clock.time += 1.0
    await sweep(parts.clocks)
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_it_is_noted_over_a_restart_and_a_damaged_note_is_none(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    assert await first.store.alive() is None
    await first.store.note_alive(1234.5)
    await first.close()
    again = await Parts.open(tmp_path)
    assert await again.store.alive() == 1234.5
    assert await again.store.match(MatchId(1)) is None
    for damaged in ("", "x", "nan", "inf"):
        await again.store.set_setting("", "alive", damaged)
        assert await again.store.alive() is None
    await again.close()
