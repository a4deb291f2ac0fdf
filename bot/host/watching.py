"""`/metrics` for Prometheus: a server in a thread of its own, and what is looked at at times."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import cast
from wsgiref.simple_server import WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from bot import VERSION, meters
from bot.discord.app import App
from bot.discord.connection import Connection
from bot.errors import SettingsError, wants
from bot.host.backups import Backups
from bot.host.health import Health
from bot.match.house.forks import Forks
from bot.match.house.hints import Hints
from bot.match.house.workshop import Workshop
from bot.match.show.publisher import Publisher
from bot.store.errors import StoreError
from bot.store.rows import LIVE
from engine.games import GAMES

log = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds between two looks at tables and queues."""

EVERY_MEMORY = 15.0
"""Seconds between two looks at memory, which the system takes some milliseconds to add up."""

_ROLLUP = "/proc/{}/smaps_rollup"

TICK = 0.5
"""Seconds between two looks at how late the event loop is."""


def serve(host: str, port: int) -> tuple[WSGIServer, threading.Thread]:
    """Tell numbers at an address until `stop`. Raises SettingsError where it cannot be used."""
    try:
        from prometheus_client import start_http_server  # noqa: PLC0415 - an extra

        server, thread = start_http_server(port, host, meters.METERS)
    except ModuleNotFoundError as error:
        raise SettingsError(wants("NIMBUS_METRICS", "metrics")) from error
    except (OSError, UnicodeError) as error:
        # A UnicodeError is what Python makes of a name with two dots in a row.
        why = getattr(error, "strerror", None) or "it is not the name of a machine"
        raise SettingsError(f"NIMBUS_METRICS: {host}:{port} cannot be used: {why}") from error
    tell = cast("WSGIApplication", server.get_app())

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if is_meant(str(environ.get("HTTP_HOST", "")), host):
            return tell(environ, start)
        start("421 Misdirected Request", [("Content-Type", "text/plain")])
        return [b"NIMBUS_METRICS does not name this host\n"]

    server.set_app(answer)
    return server, thread


def is_meant(asked: str, host: str) -> bool:
    """Return whether numbers of this host may be told to whoever asks for a Host.

    A page on the web can have its own name lead to this machine (DNS rebinding), but it asks for
    that name, which has a dot. Containers have names without.

    >>> [is_meant(asked, "nimbus.example") for asked in ("nimbus.example:9464", "evil.example")]
    [True, False]
    >>> [is_meant(asked, "127.0.0.1") for asked in ("[::1]:9464", "10.0.0.7:9464", "nimbus")]
    [True, True, True]
    """
    name = re.sub(r":\d*$", "", asked).strip("[]").rstrip(".").lower()
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name == host.lower()
    return True


def stop(server: WSGIServer, thread: threading.Thread) -> None:
    """Tell nothing any more at an address; blocks."""
    server.shutdown()
    server.server_close()
    thread.join()


def is_taken(error: SettingsError) -> bool:
    """Return whether an address cannot be used only because somebody else uses it."""
    return getattr(error.__cause__, "errno", None) == errno.EADDRINUSE


class Watching:
    """Tells numbers to whoever asks at the address of NIMBUS_METRICS, if there is one."""

    def __init__(self, app: App, connection: Connection, health: Health, backups: Backups) -> None:
        self._app = app
        self._connection = connection
        self._health = health
        self._backups = backups
        self._serving: tuple[WSGIServer, threading.Thread] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, *, shares: bool = False) -> None:
        """Begin. Raises SettingsError where the address cannot be used.

        One that `shares` its bot with other processes waits for the address, as the process that
        it takes over from may still have it.
        """
        address = self._app.settings.metrics
        if address is None:
            return
        if not self._open(*address, shares=shares):
            log.warning("NIMBUS_METRICS: %s:%s is used by another process: waiting", *address)
        meters.INFO.labels(VERSION).set(1)
        meters.BACKUP_AGE.set_function(self._backup_age)
        self._tasks = [
            asyncio.create_task(self._look_around(*address), name="watching"),
            asyncio.create_task(_watch_loop(), name="watching the event loop"),
            asyncio.create_task(self._watch_memory(), name="watching memory"),
        ]

    def _open(self, host: str, port: int, *, shares: bool) -> bool:
        try:
            self._serving = serve(host, port)
        except SettingsError as error:
            if shares and is_taken(error):
                return False
            raise
        return True

    async def close(self) -> None:
        """Tell nothing any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._serving is not None:
            await asyncio.to_thread(stop, *self._serving)
            self._serving = None

    async def _look_around(self, host: str, port: int) -> None:
        while True:
            if self._serving is None:
                self._open(host, port, shares=True)
            with suppress(StoreError):
                await self._count_tables()
            self._look()
            await asyncio.sleep(EVERY)

    async def _count_tables(self) -> None:
        counts = await self._app.store.counts()
        for game in GAMES:
            for status in LIVE:
                meters.TABLES.labels(game, status.value).set(counts.get((game, status), 0))

    def _look(self) -> None:
        app = self._app
        meters.HEALTHY.set(self._health.is_well)
        meters.SHARDS.set(self._connection.alive())
        meters.GATEWAY_LATENCY.set(self._connection.latency() or 0.0)
        for name, length in {
            "store": app.store.waiting,
            "painting": app.painter.under_way,
            "showing": app.get(Publisher).under_way,
        }.items():
            meters.QUEUES.labels(name).set(length)

    async def _watch_memory(self) -> None:
        while True:
            app = self._app
            roles = {
                "bot": [os.getpid()],
                "fork server": [*app.get(Forks).pids],
                "thinking": [*app.get(Hints).thinker.pids],
                "workshop": [pid for pid in [app.get(Workshop).pid] if pid is not None],
            }
            # Never in the event loop: for a large process this takes a while.
            for role, held in (await asyncio.to_thread(memory, roles)).items():
                meters.MEMORY.labels(role).set(held)
            await asyncio.sleep(EVERY_MEMORY)

    def _backup_age(self) -> float:
        newest = self._backups.newest
        return float("nan") if newest is None else time.time() - newest


def memory(roles: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the bytes of the processes of each role together; empty where no system tells.

    What several processes share counts as its part for each of them (PSS).
    """
    if not _share_of(os.getpid()):
        return {}
    return {role: sum(map(_share_of, pids)) for role, pids in roles.items()}


def _share_of(pid: int) -> int:
    """Return the bytes of a process, 0 if it has just ended or the system does not tell."""
    with suppress(OSError):
        for line in Path(_ROLLUP.format(pid)).read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


async def _watch_loop() -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        meters.LAG.observe(max(0.0, time.perf_counter() - began - TICK))
