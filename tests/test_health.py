"""The mark that the bot is alive."""

from __future__ import annotations

import time
from pathlib import Path

from bot.health import FRESH, beat, is_healthy


def test_a_fresh_mark_is_healthy_and_an_old_one_is_not(tmp_path: Path) -> None:
    beat(tmp_path, ready=True)
    now = time.time()
    assert is_healthy(tmp_path, now)
    assert not is_healthy(tmp_path, now + FRESH + 1)


def test_a_bot_that_is_not_connected_leaves_no_mark(tmp_path: Path) -> None:
    beat(tmp_path, ready=False)
    assert not is_healthy(tmp_path, time.time())


def test_a_garbled_mark_is_not_healthy(tmp_path: Path) -> None:
    (tmp_path / "health").write_text("soon")
    assert not is_healthy(tmp_path, time.time())
