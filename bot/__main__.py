"""`python -m bot`: connects to Discord, or plays in a sandbox when there is no token.

`python -m bot check` says whether all is there that the bot needs, and how to mend what is not.
`python -m bot rehearse SERVER CHANNEL` plays a game on Discord and says how each part of it went.
`python -m bot backup` and `restore` copy the database, and put a copy in its place.
`python -m bot move-database FROM TO` carries the database at one address over to another.
`python -m bot recompute-ratings` works the ratings out anew and says whether they are equal.
"""

from __future__ import annotations

import gc

if __name__ == "__main__":
    gc.disable()  # until all is imported, which is there to stay: it takes a third of that time

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from enum import IntEnum
from pathlib import Path

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Nimbus
from bot.discord.watchdog import Limits
from bot.errors import Deaf, SettingsError, Stop
from bot.host import reporting
from bot.host.backups import make, moved, put_back
from bot.host.check import check
from bot.host.logs import set_up
from bot.ratings.recomputing import run
from bot.rehearsal.rehearsal import rehearse
from bot.settings import Settings
from bot.store.errors import (
    InUse,
    NewerDatabase,
    OlderDatabase,
    StoreError,
    StoreLost,
    Unsupported,
)
from bot.texts import Texts


class Exit(IntEnum):
    """The codes for a supervisor (docs/hosting.md); the numbers are those of sysexits."""

    STOPPED = 0
    DIFFERENT = 1
    USAGE = 64
    DATABASE = 74
    LATER = 75
    REFUSED = 77
    SETTINGS = 78


SWITCH = 0.0005
"""The most seconds that a thread keeps the interpreter while another one waits for it."""


def main(limits: Limits | None = None) -> int:
    """Run the bot until it is told to stop; return the exit status."""
    # What is here by now stays: the collector need not look at it again and again.
    gc.freeze()
    # A painting thread hands the interpreter over this soon, so that a press is acknowledged at
    # once however many pictures wait: the usual 5 ms add up with every step of the event loop.
    sys.setswitchinterval(SWITCH)
    try:
        settings = Settings.read(os.environ)
        with _telling(settings):
            asyncio.run(_serve(settings, limits))
    except StoreLost:
        return Exit.DATABASE  # the log says why
    except (SettingsError, StoreError, Stop) as error:
        sys.stderr.write(f"{_sentence(error)}\n")
        return _status(error)
    return Exit.STOPPED


def command(arguments: Sequence[str]) -> int:
    """Do what the command line asks for; return the exit status."""
    if not {"-h", "--help"}.isdisjoint(arguments):
        sys.stdout.write(_usage())
        return Exit.STOPPED
    # No file is meant by what looks like an option.
    has_options = any(argument.startswith("-") for argument in arguments)
    if has_options and arguments[0] != "recompute-ratings":
        return _misused()
    return _do_command(arguments)


def _do_command(arguments: Sequence[str]) -> int:
    match [*arguments]:
        case []:
            return main()
        case ["recompute-ratings", *rest] if set(rest) <= {"--write"}:
            return _recompute(write=bool(rest))
        case ["check"]:
            return _check()
        case ["rehearse", server, channel] if server.isdecimal() and channel.isdecimal():
            return _rehearse(int(server), int(channel))
        case ["backup", *rest] if len(rest) <= 1:
            return _do(lambda settings: make(settings, rest[0] if rest else None))
        case ["restore", source]:
            return _do(lambda settings: put_back(settings, Path(source)))
        case ["move-database", source, target]:
            return _do(lambda _: moved(source, target))
        case _:
            return _misused()


def _misused() -> int:
    sys.stderr.write(_usage())
    return Exit.USAGE


def _usage() -> str:
    return Texts.load().words(None)("start.usage") + "\n"


def _check() -> int:
    told, is_well = asyncio.run(check(os.environ))
    sys.stdout.write(told)
    return Exit.STOPPED if is_well else Exit.DIFFERENT


def _rehearse(server: int, channel: int) -> int:
    try:
        settings = Settings.read(os.environ)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return Exit.SETTINGS
    # What goes wrong is told in its place; only what nobody foresaw is logged beside.
    set_up("ERROR", as_json=False)
    point_at(settings)
    is_well = asyncio.run(rehearse(settings, server, channel, _tell))
    return Exit.STOPPED if is_well else Exit.DIFFERENT


def _tell(line: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it: all is cleaned up nevertheless
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _do(job: Callable[[Settings], str]) -> int:
    """Do a job for the host and say what it says."""
    try:
        said = job(Settings.read(os.environ))
    except (SettingsError, StoreError) as error:
        sys.stderr.write(f"{_sentence(error)}\n")
        return _status(error)
    sys.stdout.write(f"{said}\n")
    return Exit.STOPPED


def _recompute(*, write: bool) -> int:
    try:
        told, is_equal = asyncio.run(run(Settings.read(os.environ), write=write))
    except (SettingsError, StoreError) as error:
        sys.stderr.write(f"{_sentence(error)}\n")
        return _status(error)
    sys.stdout.write(f"{told}\n")
    return Exit.STOPPED if is_equal else Exit.DIFFERENT


def _sentence(error: SettingsError | StoreError | Stop) -> str:
    if isinstance(error, Stop):
        return Texts.load().words(None)(error.key, code=str(error))
    return str(error)


def _status(error: SettingsError | StoreError | Stop) -> Exit:
    match error:
        case SettingsError() | NewerDatabase() | OlderDatabase() | Unsupported():
            return Exit.SETTINGS
        case InUse() | Deaf():
            return Exit.LATER
        case Stop():
            return Exit.REFUSED
        case _:
            return Exit.DATABASE


@contextmanager
def _telling(settings: Settings) -> Iterator[None]:
    """Log, and send errors where the host wants them. Raises SettingsError."""
    set_up(settings.log, as_json=settings.log_json)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if not settings.dsn:
        yield
        return
    reporting.begin(settings.dsn)
    try:
        yield
    finally:
        reporting.end()


async def _serve(settings: Settings, limits: Limits | None) -> None:
    """Run the bot until a signal. Raises Stop or a StoreError where it cannot go on."""
    told_to_stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_stop.set)
    async with _discord_or_sandbox(settings) as ready, Nimbus(ready, limits=limits) as bot:
        point_at(ready)
        running = asyncio.create_task(bot.start(ready.token))
        stopping = asyncio.create_task(told_to_stop.wait())
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        # Wherever it is: logging in, waiting to connect again, or hearing what happens.
        running.cancel()
        await asyncio.wait((running,))
        await bot.close()
        with suppress(asyncio.CancelledError):
            await running


@asynccontextmanager
async def _discord_or_sandbox(settings: Settings) -> AsyncIterator[Settings]:
    if settings.token:
        yield settings
        return
    # A bot with a token needs no stand-in, and starts faster without it.
    from sandbox import Sandbox  # noqa: PLC0415 - see above

    sandbox = Sandbox(port=settings.port)
    sandbox.gateway.joins = True  # so that its server is greeted
    try:
        await sandbox.start()
    except OSError as error:
        message = f"NIMBUS_SANDBOX_PORT: the sandbox cannot use port {settings.port}: {error}"
        raise SettingsError(message) from error

    def tell(_: object) -> None:
        # The bot asks for nothing before the database is its own.
        sandbox.on_request = None
        sys.stdout.write(Texts.load().words(None)("start.sandbox", address=sandbox.page_url) + "\n")
        sys.stdout.flush()

    sandbox.on_request = tell
    try:
        yield replace(
            settings, token=sandbox.token, api=sandbox.api_base, gateway=sandbox.gateway_url
        )
    finally:
        await sandbox.stop()


def point_at(settings: Settings) -> None:
    """Let discord.py speak to a stand-in, if one is named."""
    if settings.api:
        Route.BASE = settings.api
    if settings.gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


if __name__ == "__main__":
    gc.freeze()
    gc.enable()
    sys.exit(command(sys.argv[1:]))
