"""One rehearsal from beginning to end: the steps in order, each told as it ends, then the block."""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from bot.errors import StageError, Stop, TokenRefused
from bot.host.findings import Finding, Mark, ok, report, warn, wrong
from bot.host.on_discord import REFUSED, UNSET
from bot.host.on_machine import runs
from bot.rehearsal.cleaning import Cleaning
from bot.rehearsal.client import Rehearsing
from bot.rehearsal.mending import mended, slow
from bot.rehearsal.report import StepOutcome, block
from bot.rehearsal.stages import Amiss, Stages
from bot.rehearsal.traffic import ANSWERS, EMOJI, Request, Traffic
from bot.settings import Settings
from bot.texts import Texts

RUNS = (
    "a bot runs here on the same data. Stop it first: Discord gives each press to both, and only "
    "one can answer it."
)
STOPPED = "stopped before its end"

LAST_CALL = 5.0
"""Seconds that a call under way may take when the rehearsal is stopped."""

PACE = 0.4
"""The most that house players pause, beside their usual."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a step, the press, the game, the emoji and the deletion may take."""

    step: float = 20.0
    press: float = 60.0
    game: float = 60.0
    emoji: float = 60.0
    cleaning: float = 45.0


class Rehearsal:
    """The outcomes so far, each told as it comes."""

    def __init__(self, stages: Stages, patience: Patience, tell: Tell) -> None:
        self.findings: list[Finding] = []
        self.outcomes: list[StepOutcome] = []
        self._stages = stages
        self._patience = patience
        self._tell = tell
        self._traffic = stages.bot.traffic

    async def run(self) -> None:
        """Take every step, as far as those before let it."""
        stages, patience = self._stages, self._patience
        first = (
            ("sign-in", stages.sign_in), ("gateway", stages.connect), ("place", stages.place),
            ("commands", stages.commands), ("lobby", stages.lobby),
        )  # fmt: skip
        for what, job in first:
            if not await self._step(what, job, patience.step) and what != "commands":
                return
        await self._step("edits", stages.edits, patience.step)
        reached = await self._step(MESSAGE, stages.greeting, patience.step)
        await self._step("thread", stages.thread, patience.step)
        if not await self._step("board", stages.board, patience.step):
            return
        if reached:
            await self._step(HAND, stages.hand, patience.step)
        await self._step(
            "press", lambda: stages.press(patience.press, self._tell), patience.press + 1
        )
        await self._step("game", stages.game, patience.game)
        await self._step("emoji", stages.emoji, patience.emoji)

    async def clean(self, server: int, channel: int) -> None:
        """Delete what there is to delete."""
        if not hasattr(self._stages.bot, "app"):
            return
        since, began, error = len(self._traffic.calls), time.perf_counter(), ""
        cleaning = Cleaning(self._stages.bot, server, channel)
        try:
            async with asyncio.timeout(self._patience.cleaning):
                await cleaning.clean()
        except Exception as raised:  # noqa: BLE001 - what is left is named, whatever it was
            error = type(raised).__name__
        found = cleaning.told()
        mend = mended(self._traffic.calls[since:])
        if found.mark is Mark.WRONG and mend:
            found = found._replace(text=f"{found.text}. {mend}")
        self.note(found, time.perf_counter() - began, since, error)

    def summary(self) -> list[str]:
        """Say what went wrong, and what was not tried for that reason, in a line each."""
        bad = [found.what for found in self.findings if found.mark is Mark.WRONG]
        taken = [found.what for found in self.findings if found.what in STEPS]
        untried = [what for what in STEPS if what not in taken]
        # A step ends all that follow, but for a greeting that does not arrive.
        why = MESSAGE if untried == [HAND] else taken[-1]
        return [
            *([f"went wrong: {', '.join(bad)}"] if bad else []),
            *([f"not tried: {', '.join(untried)}, because {why} went wrong"] if untried else []),
        ]

    def note(
        self, found: Finding, seconds: float, since: int | None = None, error: str = ""
    ) -> None:
        """Note how a step went, which made the calls since that many, and tell it."""
        calls = [] if since is None else self._calls(found.what, since)
        self.findings.append(found)
        self.outcomes.append(StepOutcome(found.what, found.mark, seconds, calls, error))
        self._tell(f"{found.line()} ({seconds:.1f} s)")

    async def _step(self, what: str, job: Callable[[], Awaitable[str]], seconds: float) -> bool:
        """Take a step; tell whether it was taken."""
        since, began, error = len(self._traffic.calls), time.perf_counter(), ""
        try:
            async with asyncio.timeout(seconds):
                found = ok(what, await job())
        except asyncio.CancelledError:
            self.note(wrong(what, f"{STOPPED}."), time.perf_counter() - began, since)
            raise
        except Exception as raised:  # noqa: BLE001 - the host is told, and the rest goes on
            found, error = wrong(what, _why(raised, seconds)), type(raised).__name__
        calls = self._calls(what, since)
        if amiss := " ".join(filter(None, (mended(calls), slow(calls)))):
            made = warn if found.mark is Mark.OK else wrong
            found = made(what, f"{found.text.rstrip('.')}. {amiss}")
        self.note(found, time.perf_counter() - began, since, error)
        return not error

    def _calls(self, what: str, since: int) -> list[Request]:
        """Return the calls of a step, which began after the first `since` ones.

        Emoji are uploaded beside all others, and the host may press before they are asked to.
        """
        calls = self._traffic.calls
        if what == "emoji":
            return [call for call in calls if call.route.startswith(EMOJI)]
        now = [call for call in calls[since:] if not call.route.startswith(EMOJI)]
        if what == "press":
            return [call for call in calls[:since] if call.route.startswith(ANSWERS)] + now
        if any(one.step == "press" for one in self.outcomes):
            return now
        return [call for call in now if not call.route.startswith(ANSWERS)]


MESSAGE, HAND = "message", "hand"

STEPS = (
    "sign-in", "gateway", "place", "commands", "lobby", "edits", MESSAGE, "thread", "board",
    HAND, "press", "game", "emoji",
)  # fmt: skip
"""The steps before the deletion."""


async def rehearse(
    settings: Settings, server: int, channel: int, tell: Tell, patience: Patience = Patience()
) -> bool:
    """Rehearse in a channel of a server, telling each line; return whether nothing is wrong.

    Until SIGINT or SIGTERM: then what was made is deleted all the same.
    """
    if not settings.token or runs(settings):
        told, _ = report([wrong("bot", RUNS) if settings.token else wrong("token", UNSET)])
        tell(told.rstrip())
        return False
    told_to_stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told_to_stop.set)
    with tempfile.TemporaryDirectory(prefix="nimbus-rehearsal-") as directory:
        bot = Rehearsing(_apart(settings, Path(directory)))
        stages = Stages(bot, server, channel)
        rehearsal = Rehearsal(stages, patience, tell)
        try:
            await _until(rehearsal.run(), told_to_stop, bot.traffic)
        finally:
            await rehearsal.clean(server, channel)
            await bot.close()
            if stages.running is not None:
                await asyncio.gather(stages.running, return_exceptions=True)
    told, is_well = report(rehearsal.findings)
    summary = rehearsal.summary()
    tell("\n".join((told.splitlines()[-1], *summary)))
    tell(block(rehearsal.outcomes, summary))
    return is_well


async def _until(job: Awaitable[None], told_to_stop: asyncio.Event, traffic: Traffic) -> None:
    """Do something until it is done or to be stopped.

    It is stopped between two calls: of a message whose answer is lost nobody knows.
    """
    doing, stopping = asyncio.ensure_future(job), asyncio.create_task(told_to_stop.wait())
    try:
        await asyncio.wait((doing, stopping), return_when=asyncio.FIRST_COMPLETED)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_CALL):
                while traffic.under_way and not doing.done():  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)
    finally:
        doing.cancel()
        stopping.cancel()
        with suppress(asyncio.CancelledError):
            await doing


def _apart(settings: Settings, directory: Path) -> Settings:
    """Return the settings over a database of its own, with nothing told or copied elsewhere."""
    return replace(
        settings, data=directory, database_url=f"sqlite+aiosqlite:///{directory}/nimbus.sqlite3",
        backup=None, backups=directory, metrics=None, thinkers=0, shards=None,
        pace=min(PACE, settings.pace),
    )  # fmt: skip


def _why(error: Exception, seconds: float) -> str:
    match error:
        case Amiss():
            return str(error)
        case TokenRefused():
            return REFUSED
        case Stop():
            return Texts.load().words(None)(error.key, code=str(error))
        case TimeoutError():
            return f"it did not come within {seconds:.0f} s"
        case StageError():
            return f"Discord refused it ({type(error).__name__})"
        case _:
            return f"unforeseen: {type(error).__name__}. Please report it with the block below"
