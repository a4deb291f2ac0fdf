"""The mark that all is well, and what it says when it is not."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.host.health import FRESH, Health, why_red


def test_a_mark_is_healthy_while_it_is_fresh_and_a_reason_tells_why_it_is_not(
    tmp_path: Path,
) -> None:
    Health(tmp_path).update([])
    now = time.time()
    assert why_red(tmp_path, now) is None
    assert "hangs or is gone" in (why_red(tmp_path, now + FRESH + 1) or "")
    Health(tmp_path).update([])
    assert why_red(tmp_path, time.time() - 2 * FRESH)
    Health(tmp_path).update(["no ears"])
    now = time.time()
    assert why_red(tmp_path, now) == "no ears"
    assert "hangs or is gone" in (why_red(tmp_path, now + FRESH + 1) or "")


def test_a_reason_makes_health_red_at_once_its_end_green_and_a_stop_red(tmp_path: Path) -> None:
    health = Health(tmp_path)
    health.update([])
    health.update(["no ears", "no pen"])
    assert why_red(tmp_path, time.time()) == "no ears\nno pen"
    health.update([])
    assert why_red(tmp_path, time.time()) is None
    health.update([])
    health.stop()
    for later in (0, FRESH + 1):
        assert why_red(tmp_path, time.time() + later) == "the bot was stopped"


def test_a_reason_is_logged_once_when_it_begins_and_once_when_it_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    health = Health(tmp_path, "starting")
    for reasons in (["starting"], [], ["no ears"], ["no ears"], ["no ears", "no pen"], []):
        health.update(reasons)
    assert caplog.messages == [
        "health is red: no ears",
        "health is red: no pen",
        "health is no longer red: no ears",
        "health is no longer red: no pen",
    ]


def test_a_directory_that_takes_no_mark_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    health = Health(tmp_path / "file" / "data")
    health.update([])
    health.update([])
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("mark", ["soon", "", "nan"])
def test_a_garbled_mark_is_not_healthy(tmp_path: Path, mark: str) -> None:
    (tmp_path / "health").write_text(mark)
    assert why_red(tmp_path, time.time())


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    assert health(tmp_path) == (1, "there is no mark: the bot has not been started here\n")
    Health(tmp_path).update([])
    assert health(tmp_path) == (0, "")
    status, words = health(tmp_path, NIMBUS_PACE="fast")
    assert status == 1
    assert "NIMBUS_PACE" in words


def health(data: Path, **more: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "bot.host.health"],
        env={**os.environ, "NIMBUS_DATA": str(data), **more},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.stderr
    return done.returncode, done.stdout
