"""The judge reads what the unmodified bot process has sent over the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.running_bot import opened, running_bot
from tests.wire.bodies import BodyChecker


@pytest.mark.whole
async def test_a_log_of_requests_is_judged_as_well(checker: BodyChecker, tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        await opened(held, ("Ada",))
        checker.note_all(held.sandbox.requests)
        assert checker.faults == []
        assert "PUT /applications/{application_id}/commands" in checker.templates()
        assert any(sent.files for sent in checker.seen)
