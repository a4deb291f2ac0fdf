"""The bot as a process: on Discord, or in a sandbox without a token, until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Nimbus
from bot.discord.connection import Limits
from bot.errors import SettingsError
from bot.host import telemetry
from bot.host.logs import Exit, set_up, status_of
from bot.settings import Settings
from bot.texts import Texts

SWITCH = 0.0005
"""The most seconds that a thread keeps the interpreter while another one waits for it."""


GARBAGE = 10_000
"""How many more objects there are each time that the collector looks for those of no use."""


def main(limits: Limits | None = None) -> Exit:
    """Run the bot until it is told to stop; return the exit status."""
    return status_of(lambda: run(Settings.read(os.environ), limits))


def run(settings: Settings, limits: Limits | None = None) -> bool:
    """Run the bot until it is told to stop. Raises SettingsError, StoreError or Stop."""
    # What is here by now stays: the collector need not look at it again and again. What a click
    # leaves behind is little: to look for it as often as usual took a twentieth of the time.
    gc.freeze()
    gc.set_threshold(GARBAGE)
    # A painting thread hands the interpreter over this soon, so that a press is acknowledged at
    # once however many pictures wait: the usual 5 ms add up with every step of the event loop.
    sys.setswitchinterval(SWITCH)
    with _telling(settings):
        asyncio.run(_serve(settings, limits))
    return True


@contextmanager
def _telling(settings: Settings) -> Iterator[None]:
    """Log, and send errors where the host wants them. Raises SettingsError."""
    set_up(settings.log, as_json=settings.log_json)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if not settings.dsn:
        yield
        return
    telemetry.begin(settings.dsn)
    try:
        yield
    finally:
        telemetry.end()


async def _serve(settings: Settings, limits: Limits | None) -> None:
    """Run the bot until a signal. Raises Stop or a StoreError where it cannot go on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with _discord_or_sandbox(settings) as ready, Nimbus(ready, limits=limits) as bot:
        point_at(ready)
        running = asyncio.create_task(bot.start(ready.token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        # Wherever it is: logging in, waiting to connect again, or hearing what happens.
        running.cancel()
        # Not awaited yet: all is closed before its error, if it has one, is raised.
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
