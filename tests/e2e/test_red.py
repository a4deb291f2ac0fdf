"""Health is red while the database cannot be written, and says so once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.client import UNWRITTEN
from tests.e2e.running_bot import running_bot


async def test_a_database_that_cannot_be_written_makes_health_red_while_it_lasts(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, "tests.e2e.hasty") as held:
        await held.until(lambda: held.why_red() is None)
        with closing(sqlite3.connect(tmp_path / "nimbus.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await held.until(lambda: (held.why_red() or "").startswith(f"{UNWRITTEN}: "))
            other.execute("ROLLBACK")
        await held.until(lambda: held.why_red() is None)
        assert held.log().count(f"health is red: {UNWRITTEN}") == 1
        assert held.log().count(f"health is no longer red: {UNWRITTEN}") == 1
        assert held.log().count(UNWRITTEN) == 2
        assert "Traceback" not in held.log()
