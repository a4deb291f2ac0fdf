"""Every start that cannot succeed ends with one sentence and a status of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from bot.__main__ import Exit


def start(data: Path, **more: str) -> tuple[int, str]:
    """Start the bot, which must end by itself; gives its status and its last words."""
    names = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL")
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        env={**inherited, "NIMBUS_DATA": str(data), **more},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.splitlines()[-1]


def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(b"\xff\xfe")
    for name, value in {
        "DISCORD_TOKEN_FILE": str(tmp_path / "token"),
        "DISCORD_TOKEN": "two\nlines",
        "NIMBUS_GATEWAY": "ws://[::1",
    }.items():
        status, words = start(tmp_path, **{name: value})
        assert status == Exit.SETTINGS
        assert name in words


def test_a_port_somebody_has_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, words = start(tmp_path, NIMBUS_SANDBOX_PORT=port)
    assert status == Exit.SETTINGS
    assert port in words


def test_a_database_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    # The sandbox is there, so that only the database stands in the way.
    (tmp_path / "file").touch()
    for address, expected in {
        f"sqlite+aiosqlite:///{tmp_path}/file/nimbus.sqlite3": Exit.DATABASE,
        "mysql://localhost/nimbus": Exit.SETTINGS,
    }.items():
        status, words = start(tmp_path, DATABASE_URL=address)
        assert status == expected
        assert words


def test_a_database_is_judged_before_discord_is_reached(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and never listens
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10"
        for address, expected in {
            f"sqlite+aiosqlite:///{tmp_path}/file/nimbus.sqlite3": Exit.DATABASE,
            "mysql://localhost/nimbus": Exit.SETTINGS,
        }.items():
            status, words = start(
                tmp_path, DISCORD_TOKEN="a-token", NIMBUS_API=away, DATABASE_URL=address
            )
            assert status == expected
            assert "Discord" not in words
