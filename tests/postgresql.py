"""A PostgreSQL server of the tests' own: in a temporary directory, on a socket, without fsync."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

USERS = ("postgres", "nobody")
"""As whom the server runs where the tests run as root, which it refuses to do."""

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_writer_delay": "10s",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "lc_messages": "C",
}


OLDEST = 15
"""The oldest version that can keep text in the order of a language, as `make` asks."""


def programs() -> Path | None:
    """Return where initdb and a postgres that is new enough are; None where they are not."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(installed, key=lambda found: int(found.parts[-3]), reverse=True)
    for path in (*newest, shutil.which("initdb")):
        if path is None or not (there := Path(path).resolve().parent / "postgres").exists():
            continue
        said = subprocess.run([there, "--version"], check=True, capture_output=True, text=True)
        version = re.search(r"\d+", said.stdout)
        if version is not None and int(version[0]) >= OLDEST:
            return there.parent
    return None


class Server:
    """A server that ends with this process at the latest."""

    def __init__(self, directory: Path, binaries: Path) -> None:
        self.directory = directory
        self._binaries = binaries
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._as: list[str] = []
        if os.geteuid() == 0:
            user = next(name for name in USERS if _is_there(name))
            account = pwd.getpwnam(user)
            os.chown(directory, account.pw_uid, account.pw_gid)
            self._as = [
                "setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}",
                "--clear-groups",
            ]  # fmt: skip
        elif shutil.which("setpriv"):
            self._as = ["setpriv"]

    def make(self) -> None:
        """Make the files of a server, with a role `nimbus` that may all.

        Its order of texts is that of a language, not of bytes: nothing may go by it.
        """
        subprocess.run(
            [
                *self._as, self._binaries / "initdb", "--no-sync", "--auth=trust",
                "--username=nimbus", "--encoding=UTF8", "--locale=C",
                "--locale-provider=icu", "--icu-locale=en-US", "--pgdata", self._data,
            ],
            check=True, stdout=subprocess.DEVNULL, cwd=self.directory,
        )  # fmt: skip
        with self._data.joinpath("postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in _SETTINGS.items())
        access = self._data / "pg_hba.conf"
        access.write_text("local all locked scram-sha-256\nlocal all all trust\n")

    def start(self) -> None:
        with self.directory.joinpath("log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *self._as, *(["--pdeathsig=QUIT"] if self._as else []),
                    self._binaries / "postgres", "-D", self._data, "-k", self.directory,
                ],
                stdout=subprocess.DEVNULL, stderr=log, cwd=self.directory,
            )  # fmt: skip
        until = time.monotonic() + 60
        while not self._answers():
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError(self.directory.joinpath("log").read_text())
            time.sleep(0.02)

    def _answers(self) -> bool:
        import psycopg  # noqa: PLC0415 - see `run`

        try:
            self.run("postgres", "SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stop at once, cutting every connection; what was committed stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
            self._process = None

    def crash(self) -> None:
        """Kill whoever is in a transaction: the server begins again from what reached the disk."""
        busy = "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'"
        log, ready = self.directory / "log", "database system is ready"
        before = log.read_text().count(ready)
        for (pid,) in self.run("postgres", busy):
            os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + 60
        while log.read_text().count(ready) == before or not self._answers():
            if time.monotonic() > until:
                raise RuntimeError(log.read_text())
            time.sleep(0.02)

    def url(self, database: str, patience: int = 60) -> str:
        """Return the address of a database; on a busy machine the server is slow to take one in.

        `patience` is how many seconds it has for that.
        """
        at = f"host={self.directory}&connect_timeout={patience}"
        return f"postgresql+psycopg://nimbus@/{database}?{at}"

    def run(self, database: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a statement of our own, and give what it answers."""
        # Where there is no libpq this cannot be imported, and all other tests run.
        import psycopg  # noqa: PLC0415 - see above

        at = f"host={self.directory} dbname={database} user=nimbus"
        with psycopg.connect(at, autocommit=True) as connection:
            answer = connection.execute(sql.encode(), values or None)
            return answer.fetchall() if answer.description else []

    @contextmanager
    def database(self) -> Iterator[str]:
        """Make an empty database and give its name; it goes afterwards, whoever still uses it."""
        name = f"test_{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name} STRATEGY file_copy")
        try:
            yield name
        finally:
            self.run("postgres", f"DROP DATABASE {name} WITH (FORCE)")

    @property
    def _data(self) -> Path:
        return self.directory / "data"


@contextmanager
def serving(binaries: Path) -> Iterator[Server]:
    """Start a server of our own, and take it away afterwards."""
    # The path of a socket is at most 107 bytes long, so this is no directory of pytest's.
    with tempfile.TemporaryDirectory(prefix="nimbus-", dir=_open_directory()) as made:
        server = Server(Path(made), binaries)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _open_directory() -> Path:
    """Return a directory for temporary files in which the server's user can reach its own."""
    usual = Path(tempfile.gettempdir()).resolve()
    is_open = all(path.stat().st_mode & 0o001 for path in (usual, *usual.parents))
    return usual if is_open or os.geteuid() != 0 else Path("/tmp")  # noqa: S108 - a new directory there


def _is_there(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
