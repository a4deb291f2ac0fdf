"""`python -m bot check`: whether all is there that the bot needs, and how to mend what is not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

from bot.errors import SettingsError
from bot.host import on_discord, on_machine
from bot.host.findings import Finding, ok, report, wrong
from bot.settings import Settings


async def check(environment: Mapping[str, str]) -> tuple[str, bool]:
    """Look at everything; return what to tell, a line each, and whether nothing is wrong.

    It only reads: no session of the gateway is begun and the database is not written, so a bot
    that runs here is not disturbed.
    """
    try:
        settings = Settings.read(environment)
    except SettingsError as error:
        return report([wrong("settings", str(error))])
    here = await asyncio.to_thread(lambda: list(on_machine.look(settings)))
    there = [found async for found in on_discord.look(settings)]
    return report([_program(), *there, *here])


def _program() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return ok("settings", f"all can be used; Python {version} on {sys.platform}")
