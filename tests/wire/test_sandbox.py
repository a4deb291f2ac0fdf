"""The judge sees what the unmodified bot process sends over the wire."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.e2e.running_bot import opened, play_in_dm, running_bot
from tests.wire.bodies import BodyChecker, watch_sandbox

CALLS = 150
"""How many calls of a game are looked at."""


async def test_what_goes_over_the_wire_is_what_discord_takes(
    checker: BodyChecker, tmp_path: Path
) -> None:
    async with running_bot(tmp_path) as held:
        watch_sandbox(checker, held.sandbox)
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), stranger="Dmitri")
        enough = len(checker.seen) + CALLS
        await asyncio.gather(
            *(
                play_in_dm(tab, random.Random(n), lambda _: len(checker.seen) > enough)
                for n, tab in enumerate(tabs)
            )
        )
        for command in ("help", "stats"):
            assert (await tabs[0].command("tables", command)).ok
        for command in ("rules", "leaderboard"):
            assert (await tabs[0].command("tables", command, game="cloud_nine")).ok
        assert checker.faults == []
        assert any(sent.files for sent in checker.seen)


async def test_a_log_of_requests_is_judged_as_well(checker: BodyChecker, tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        await opened(held, ("Ada",))
        checker.note_all(held.sandbox.requests)
        assert checker.faults == []
        assert "PUT /applications/{application_id}/commands" in checker.templates()
