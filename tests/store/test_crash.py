from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from bot.store import MatchId, Store
from tests.soak.amounts import amount
from tests.store.samples import TABLE, ask, opened
from tests.store.victim import TABLES

KILLS = pytest.param(3), pytest.param(amount(30), marks=[pytest.mark.soak, pytest.mark.timeout(0)])
"""Of each of two processes, which play at the same time in files of their own."""


@pytest.mark.parametrize("kills", KILLS)
async def test_a_killed_process_leaves_whole_moves_and_all_it_told_of(
    tmp_path: Path, kills: int
) -> None:
    await asyncio.gather(*(_play_and_kill(tmp_path / f"{n}.sqlite3", n, kills) for n in range(2)))


async def _play_and_kill(path: Path, seed: int, kills: int) -> None:
    async with opened(path) as store:
        for _ in range(TABLES):
            await store.new_match(TABLE)
    moments = random.Random(seed)
    told = dict.fromkeys(range(1, TABLES + 1), 0)
    for _ in range(kills):
        told |= await _kill_after(path, moments.randint(12, 90), moments.uniform(0.0, 0.003))
        assert ask(path, "PRAGMA integrity_check") == [("ok",)]
        async with opened(path) as store:
            for match_id, moves in told.items():
                await _check(store, MatchId(match_id), moves)
    assert min(told.values()) >= kills


async def _kill_after(path: Path, moves: int, seconds: float) -> dict[int, int]:
    """Let a process play, kill it soon after this many moves; the last it told of by match."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.victim", str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(moves)]
    await asyncio.sleep(seconds)
    process.kill()
    lines += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    whole = [line.split() for line in lines if line.endswith(b"\n")]
    return {int(match_id): int(number) for match_id, number in whole}


async def _check(store: Store, match_id: MatchId, told: int) -> None:
    row = await store.match(match_id)
    assert row is not None
    log = await store.moves(match_id)
    assert [move.number for move in log] == list(range(1, row.moves + 1))
    assert row.version == row.moves + 1
    assert row.state == ({"moves": row.moves} if row.moves else TABLE.state)
    assert row.moves >= told
