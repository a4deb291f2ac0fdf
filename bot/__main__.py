"""`python -m bot`: connects to Discord, or plays in a sandbox when there is no token."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import create_bot
from bot.errors import SettingsError
from bot.sandbox import Sandbox
from bot.settings import Settings
from bot.texts import Texts

log = logging.getLogger("bot")


def main() -> int:
    """Run the bot until it is told to stop; gives the exit status."""
    say = Texts.load().words(None)
    try:
        settings = Settings.read(os.environ)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    logging.basicConfig(
        level=settings.log, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    for name in ("alembic", "bot.sandbox"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(settings.log)))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    # At DEBUG, discord.py logs addresses that hold the tokens of interactions.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(settings.log)))
    try:
        asyncio.run(_serve(settings))
    except discord.LoginFailure:
        sys.stderr.write(say("start.bad_token") + "\n")
        return 2
    return 0


async def _serve(settings: Settings) -> None:
    told_to_stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_stop.set)
    async with _discord_or_sandbox(settings) as ready, create_bot(ready) as bot:
        point_at(ready)
        running = asyncio.create_task(bot.start(ready.token))
        stopping = asyncio.create_task(told_to_stop.wait())
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        await bot.close()
        stopping.cancel()
        if not running.done():
            # discord.py may be waiting to connect again, which closing does not end.
            running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@asynccontextmanager
async def _discord_or_sandbox(settings: Settings) -> AsyncIterator[Settings]:
    if settings.token:
        yield settings
        return
    sandbox = Sandbox(port=settings.port)
    await sandbox.start()
    try:
        sys.stdout.write(Texts.load().words(None)("start.sandbox", address=sandbox.page_url) + "\n")
        sys.stdout.flush()
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
    sys.exit(main())
