"""A test that hangs for good fails, and all others still run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HANGING = """
import asyncio, threading

async def test_hangs():
    await asyncio.to_thread(threading.Event().wait)

def test_runs():
    pass
"""


@pytest.mark.whole
def test_a_test_whose_thread_never_ends_is_ended_with_its_worker(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    plugins = ("-p", "tests.last_resort", "-p", "no:cacheprovider")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "--timeout=1", "-n1", "-v", tmp_path],
        check=False, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    assert "crashed while running 'test_hanging.py::test_hangs'" in ran.stdout
    assert "1 passed" in ran.stdout
