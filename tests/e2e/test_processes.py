"""Two processes share a database: presses come to either, and one goes on where the other died."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.store.rows import Status
from tests.e2e.running_bot import (
    RunningBot,
    another,
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.e2e.sharded import world_on
from tests.e2e.test_takeover import HASTY


@asynccontextmanager
async def two(
    path: Path, address: str, module: str = HASTY
) -> AsyncIterator[tuple[RunningBot, RunningBot]]:
    """Run two processes: the first hears of the server, the second of direct messages."""
    async with running_bot(
        path, module, memory=world_on(1, 2), DATABASE_URL=address, NIMBUS_LOG="INFO",
        NIMBUS_SHARDS="1/2",
    ) as held:  # fmt: skip
        await held.until(lambda: held.why_red() is None)
        other = await another(held, NIMBUS_SHARDS="0/2")
        try:
            await other.until(lambda: other.why_red() is None)
            yield held, other
            assert "Traceback" not in held.log() + other.log()
        except BaseException as error:
            error.add_note(f"The other process's log:\n{other.log()}")
            raise
        finally:
            await other.kill()


@pytest.mark.soak  # so do those of a table whose process is killed
async def test_moves_that_come_to_another_process_are_shown_by_the_tables_home(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address) as (held, _):
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        moves = await play_in_dm(tab, random.Random(3), is_over)
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        assert moves >= sum(seat is not None for seat in (table.seat_of(table.row.opener_id),))


async def test_a_table_of_two_whose_process_is_killed_goes_on_in_the_other(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address) as (held, other):
        # Of two, for their hands are in direct messages, whose shard lives on; who plays alone has
        # theirs in the server, and presses there go to the shard of the dead process.
        tabs = await opened(held, ("Ada", "Ben"), options={"deals": "1"})
        playing = asyncio.gather(*(play_in_dm(tab, random.Random(3), is_over) for tab in tabs))
        await held.until_stored(lambda row: row.moves > 4)
        await held.kill()
        await other.until(lambda: "go on here" in other.log())
        await asyncio.wait_for(playing, 120)
        assert (await state_equals_log(other)).row.status is Status.OVER


@pytest.mark.soak
async def test_a_process_that_stood_still_gives_way_and_begins_anew(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address, "bot") as (held, other):
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        await tab.wait_for(moves_in_dm)
        playing = asyncio.create_task(play_in_dm(tab, random.Random(3), is_over))
        await held.until_stored(lambda row: row.moves > 4)
        assert held.process is not None
        held.process.send_signal(signal.SIGSTOP)
        await other.until(lambda: "go on here" in other.log())
        held.process.send_signal(signal.SIGCONT)
        await held.until(lambda: "begins anew" in held.log())
        await asyncio.wait_for(playing, 120)
        assert (await state_equals_log(other)).row.status is Status.OVER
        boards = [found for found in tab.messages("tables") if not found["flags"] & 64]
        assert len(boards) == 1
