"""`/metrics` for Prometheus, and errors to a service that takes them as Sentry does."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast
from wsgiref.simple_server import WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import aiohttp

from bot import VERSION, meters
from bot.discord.app import App
from bot.discord.connection import Connection
from bot.discord.inbound import arrival
from bot.errors import SettingsError, wants
from bot.host.backups import Backups
from bot.host.health import Health
from bot.match.house.forks import Forks
from bot.match.house.hints import Hints
from bot.match.house.workshop import Workshop
from bot.match.show.publisher import Publisher
from bot.store.errors import StoreError
from bot.store.rows import LIVE
from bot.turns import end_tasks
from engine.games import GAMES

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


# `/metrics` for Prometheus: a server in a thread of its own, and what is looked at at times.

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
        self._address, self._store, self._painter = app.settings.metrics, app.store, app.painter
        self._publisher, self._forks = app.get(Publisher), app.get(Forks)
        self._thinker, self._workshop = app.get(Hints).thinker, app.get(Workshop)
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
        address = self._address
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
        await end_tasks(self._tasks)
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
        counts = await self._store.counts()
        for game in GAMES:
            for status in LIVE:
                meters.TABLES.labels(game, status.value).set(counts.get((game, status), 0))

    def _look(self) -> None:
        meters.HEALTHY.set(self._health.is_well)
        meters.SHARDS.set(self._connection.alive())
        meters.GATEWAY_LATENCY.set(self._connection.latency() or 0.0)
        for name, length in {
            "store": self._store.waiting,
            "painting": self._painter.under_way,
            "showing": self._publisher.under_way,
        }.items():
            meters.QUEUES.labels(name).set(length)

    async def _watch_memory(self) -> None:
        while True:
            roles = {
                "bot": [os.getpid()],
                "fork server": [*self._forks.pids],
                "thinking": [*self._thinker.pids],
                "workshop": [pid for pid in [self._workshop.pid] if pid is not None],
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


# Errors to a service that takes them as Sentry does, where the host names one by its DSN.
#
# Only what stands in the code is sent: the kind of an error, where it was raised, and the pattern
# of the line in the log. No value goes along, so no name, no id, no text and no token.

FLUSH = 2.0
"""Seconds in which the last errors may be sent when the bot stops."""

_KEPT = ("event_id", "exception", "level", "logentry", "logger", "platform", "release", "timestamp")
_OF_FRAME = ("filename", "function", "in_app", "lineno", "module")


def begin(dsn: str) -> None:
    """Send errors from now on, in a thread of its own. Raises SettingsError for what is no DSN."""
    refuse_unfit(dsn)
    # An extra, for which hosts without such a service need not wait either.
    import sentry_sdk  # noqa: PLC0415 - see above
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415 - see above

    sentry_sdk.init(
        dsn=dsn,
        release=f"nimbus@{VERSION}",
        before_send=bare,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        send_client_reports=False,
        auto_session_tracking=False,
    )


def refuse_unfit(dsn: str) -> None:
    """Raise SettingsError for what is no DSN, and where the extra is not installed."""
    try:
        from sentry_sdk.utils import Dsn  # noqa: PLC0415 - see `begin`

        Dsn(dsn)
    except ModuleNotFoundError as error:
        raise SettingsError(wants("SENTRY_DSN", "sentry")) from error
    except ValueError:
        # It holds a key, so it is not repeated.
        message = "SENTRY_DSN takes the address of a project, as https://KEY@example.org/1"
        raise SettingsError(message) from None


def end() -> None:
    """Send what is left."""
    import sentry_sdk  # noqa: PLC0415 - see `begin`

    sentry_sdk.flush(FLUSH)


def bare(event: Event, _hint: Hint) -> Event:
    """Return an error without any value: what is not known to be harmless is left out."""
    found: dict[str, Any] = {key: value for key, value in event.items() if key in _KEPT}
    if "logentry" in found:
        # The pattern as it stands in the code, without what was filled in; others fill it in first.
        is_ours = found.get("logger", "").startswith("bot")
        found["logentry"] = {"message": found["logentry"].get("message", "") if is_ours else ""}
    for error in found.get("exception", {}).get("values", ()):
        error["value"] = ""
        for frame in (error.get("stacktrace") or {}).get("frames", ()):
            for key in set(frame) - set(_OF_FRAME):
                del frame[key]
    came = arrival.get()
    found["tags"] = {} if came is None else {"press": came.number}
    return found  # type: ignore[return-value] # a part of what it was


# Measures the calls of Discord: by route template, so that no id and no token is ever a label.

P = ParamSpec("P")
T = TypeVar("T")

_WORDS = frozenset({
    "@me", "@original", "applications", "archived", "bot", "callback", "channels", "commands",
    "emojis", "gateway", "guilds", "interactions", "members", "messages", "oauth2", "private",
    "public", "roles", "thread-members", "threads", "typing", "users", "webhooks",
})  # fmt: skip
"""The parts of addresses that are the same for everybody."""

_VERSION = 10

_at_discord: ContextVar[list[float] | None] = ContextVar("_at_discord", default=None)


def template(path: str) -> str | None:
    """Return the template of the address of a call; None if it is none of Discord's API.

    >>> template("/api/v10/channels/12/messages/34")
    '/channels/{id}/messages/{id}'
    >>> template("/api/v10/webhooks/12/c2VjcmV0/messages/@original")
    '/webhooks/{id}/{token}/messages/@original'
    """
    start, version, route = path.partition(f"/api/v{_VERSION}/")
    if start or not version:
        return None
    parts = route.split("/")
    return "".join(f"/{_part(parts, place)}" for place in range(len(parts)))


def _part(parts: list[str], place: int) -> str:
    part = parts[place]
    if place == 2 and parts[0] in {"interactions", "webhooks"}:
        return "{token}"
    if part in _WORDS:
        return part
    return "{id}" if part.isdecimal() else "{other}"


def watch(trace: aiohttp.TraceConfig) -> None:
    """Measure the calls of a session that is made with a trace."""
    trace.on_request_start.append(_began)
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_failed)


def measured(request: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Wrap what makes a call and tries it again: what it waits for beside Discord is measured."""

    async def timed(*args: P.args, **kwargs: P.kwargs) -> T:
        spent = [0.0]
        token, began = _at_discord.set(spent), time.perf_counter()
        try:
            return await request(*args, **kwargs)
        finally:
            _at_discord.reset(token)
            meters.WAITS.observe(max(0.0, time.perf_counter() - began - spent[0]))

    return timed


async def _began(_: object, context: SimpleNamespace, __: object) -> None:
    context.began = time.perf_counter()


async def _ended(
    _: object, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
) -> None:
    _note(context, answer.method, answer.url.path, str(answer.response.status))


async def _failed(
    _: object, context: SimpleNamespace, answer: aiohttp.TraceRequestExceptionParams
) -> None:
    _note(context, answer.method, answer.url.path, "none")


def _note(context: SimpleNamespace, method: str, path: str, status: str) -> None:
    route, spent = template(path), time.perf_counter() - context.began
    if route is None:
        return
    meters.REST.labels(method, route, status).inc()
    meters.REST_SECONDS.observe(spent)
    total = _at_discord.get()
    if total is not None:
        total[0] += spent
