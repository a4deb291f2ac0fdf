"""`python -m bot check`: whether all is there that the bot needs, and how to mend what is not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Mapping

from bot.clock import Clock
from bot.errors import SettingsError
from bot.host import on_discord, on_machine, reporting, watching
from bot.host.backups import Backups
from bot.host.findings import Finding, ok, report, wrong
from bot.settings import Settings


async def check(environment: Mapping[str, str]) -> tuple[str, bool]:
    """Look at everything; return what to tell, a line each, and whether nothing is wrong.

    It changes nothing: no session of the gateway is begun and nothing is stored in the database, so
    a bot that runs here is not disturbed.
    """
    try:
        settings = Settings.read(environment)
    except SettingsError as error:
        return report([wrong("settings", str(error))])
    program = await asyncio.to_thread(_program, settings)
    here = await asyncio.to_thread(lambda: list(on_machine.look(settings)))
    there = [found async for found in on_discord.look(settings)]
    return report([*program, *there, *here])


def _program(settings: Settings) -> list[Finding]:
    """Say which settings a start refuses; blocks."""
    if sentences := list(_unusable(settings)):
        return [wrong("settings", sentence) for sentence in sentences]
    version = ".".join(map(str, sys.version_info[:3]))
    return [ok("settings", f"all can be used; Python {version} on {sys.platform}")]


def _unusable(settings: Settings) -> Iterator[str]:
    """Try what only a try tells, and give the sentences with which a start would end."""
    for use in (_send_errors, _make_backups, _tell_numbers):
        try:
            use(settings)
        except SettingsError as error:
            yield str(error)


def _send_errors(settings: Settings) -> None:
    if settings.dsn:
        reporting.refuse_unfit(settings.dsn)


def _make_backups(settings: Settings) -> None:
    Backups(settings, Clock())


def _tell_numbers(settings: Settings) -> None:
    if settings.metrics is None:
        return
    try:
        watching.stop(*watching.serve(*settings.metrics))
    except SettingsError as error:
        # It may be the bot itself that uses the address, or one that this one takes over from.
        may_be_ours = settings.database_url.startswith("postgres") or on_machine.runs(settings)
        if not (watching.is_taken(error) and may_be_ours):
            raise
