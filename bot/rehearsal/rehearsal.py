"""One rehearsal from beginning to end: the steps in order, each told as it ends, then the block."""

from __future__ import annotations

import asyncio
import platform
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from bot import VERSION
from bot.errors import StageError, Stop, TokenRefused
from bot.host.check import REFUSED, UNSET, Finding, Mark, ok, report, runs, warn, wrong
from bot.rehearsal.client import ANSWERS, CALLBACK, EMOJI, Cleaning, Rehearsing, Request, Traffic
from bot.rehearsal.stages import Amiss, Stages
from bot.settings import Settings
from bot.texts import Texts

# A block for a bug report: routes, codes, times and limits; no name, no id, no token.


class StepOutcome(NamedTuple):
    """How a step went: `error` is the kind of the error that ended it, "" if none did."""

    step: str
    mark: Mark
    seconds: float
    calls: Sequence[Request] = ()
    error: str = ""


def block(outcomes: Iterable[StepOutcome], summary: Iterable[str] = ()) -> str:
    """Return the block, line by line; `summary` are its last ones."""
    python = f"Python {platform.python_version()} on {sys.platform}"
    others = ", ".join(f"{name} {version(name)}" for name in ("discord.py", "aiohttp"))
    lines = [
        "--- for a bug report: without names, ids and tokens ---",
        f"nimbus {VERSION}, {python}, {others}",
    ]
    for one in outcomes:
        error = f" {one.error}" if one.error else ""
        lines.append(f"{f'[{one.mark.value}]':8}{f'{one.step}:':13}{one.seconds:.2f} s{error}")
        lines += (f"        {line}" for line in _counted(one.calls))
    return "\n".join((*lines, *summary, "--- end ---"))


def _counted(calls: Sequence[Request]) -> Iterator[str]:
    """Give a line for each route: what came how often, how long it took, and its bucket."""
    routes = defaultdict[tuple[str, str], list[Request]](list)
    for call in calls:
        routes[call.method, call.route].append(call)
    for (method, route), of in routes.items():
        came = Counter((call.status, call.code) for call in of)
        statuses = ", ".join(
            f"{count} x {status or 'nothing'}{f' (code {code})' if code else ''}"
            for (status, code), count in came.items()
        )
        fast, slow = min(call.seconds for call in of), max(call.seconds for call in of)
        yield f"{method} {route}: {statuses}; {fast:.2f} to {slow:.2f} s{_limits(of)}"


def _limits(calls: Sequence[Request]) -> str:
    told = [call.limit for call in calls if call.limit is not None]
    wait = sum(call.wait for call in calls)
    waited = f"; asked to wait {wait:.1f} s" if wait else ""
    if not told:
        return waited
    most, least = max(limit.most for limit in told), min(limit.left for limit in told)
    seconds = max(limit.seconds for limit in told)
    return f"; limit {most:g} in {seconds:.1f} s, {least:g} left at the least{waited}"


# The help for a host about each failure that Discord tells.

SLOW = 2.0
"""Seconds from which on an answer of Discord's counts as slow; a press waits for three."""

_SEE = (
    "the bot, or the person whom it adds to the thread, does not see the channel: let both have "
    "View Channel there (Edit Channel, Permissions)"
)
_REPORT = "that is a mistake in the bot: please report it with the block below"

_CODES = {
    10003: "the channel or thread is gone: name another, or leave it be while this runs",
    10004: "the bot is not in the server: invite it by the address of the README",
    10008: "somebody deleted the message meanwhile: try again, and leave it be",
    10062: "a press was acknowledged later than three seconds after it: look at this machine's "
    "load and network",
    20016: "the channel is in slow mode: give the bot's role Manage Messages there",
    20028: "too much is posted in the channel: try again in a minute, or name another",
    30008: "the application has as many emoji as it may: delete some in the developer portal "
    "(Emojis); the bot plays without them meanwhile",
    30034: "the commands were made anew too often today: try again tomorrow",
    40003: "direct messages were opened too fast: try again in ten minutes",
    40005: "the pictures are too large for this server: please report it with the block below",
    40060: "another process answered the press first: stop every other one that runs by this token",
    50001: _SEE,
    50007: "you take no direct messages from the bot: allow them (Privacy Settings of the server, "
    "Direct Messages), and do not block the bot",
    50013: "a permission is missing: give the bot's role the permissions of the README (Server "
    "Settings, Roles), and look at what the channel takes away (Edit Channel, Permissions)",
    50024: "threads cannot begin in a channel of this kind: name a text channel",
    50035: _REPORT,
    50278: "you share no server with the bot: join one with the account that owns the application",
    160004: "the message has a thread already: name a channel in which no other bot makes threads",
    160005: "the thread is locked: unlock it, or name another channel",
    160006: "the server has as many active threads as it may: archive some",
    200000: "the server's AutoMod refuses what the bot writes: except the bot's role from the rule",
}
_STATUSES = {
    0: "no answer came: look at this machine's network, name service and firewall",
    401: REFUSED.rstrip("."),
    403: "Discord forbids it: look at the permissions of the bot's role in the server and channel",
    404: "what was asked for is gone: try again",
    413: _CODES[40005],
    429: "more was asked than Discord takes: the bot waited and went on. Where that comes often, "
    "stop whatever else runs by this token or from this address",
}


def mended(calls: Iterable[Request]) -> str:
    """Say of each kind of failure what came and how to mend it, once; "" where nothing failed."""
    return " ".join(
        dict.fromkeys(f"{_came(call)}: {_mend(call)}." for call in calls if call.failed)
    )


def slow(calls: Iterable[Request]) -> str:
    """Say which answer took too long; "" where none did."""
    slowest = max(calls, key=lambda call: call.seconds, default=None)
    if slowest is None or slowest.seconds < SLOW:
        return ""
    text = f"{slowest.method} {slowest.route} took {slowest.seconds:.1f} s"
    if slowest.route == CALLBACK:
        return f"{text}; a press must be acknowledged within 3 s. See to a shorter way to Discord."
    return f"{text}: look at this machine's network and load, and at discordstatus.com."


def _came(call: Request) -> str:
    code = f" (code {call.code})" if call.code else ""
    return f"{call.method} {call.route} -> {call.status or 'nothing'}{code}"


def _mend(call: Request) -> str:
    if call.code in _CODES:
        return _CODES[call.code]
    if call.status >= 500:
        return "Discord failed: try again later, and look at discordstatus.com"
    return _STATUSES.get(call.status, _REPORT)


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
        has_thread = await self._step(THREAD, stages.thread, patience.step)
        if not await self._step("board", stages.board, patience.step):
            return
        if reached:
            await self._step(HAND, stages.hand, patience.step)
        await self._step(
            "press", lambda: stages.press(patience.press, self._tell), patience.press + 1
        )
        await self._step("game", stages.game, patience.game)
        if await self._step(PICTURES, stages.pictures, patience.step) and has_thread:
            await self._step(MENTION, stages.mention, patience.step)
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
        found = cleaning.finding()
        mend = mended(self._traffic.calls[since:])
        if found.mark is Mark.WRONG and mend:
            found = found._replace(text=f"{found.text}. {mend}")
        self.note(found, time.perf_counter() - began, since, error)

    def summary(self) -> list[str]:
        """Say what went wrong, and what was not tried for that reason, in a line each."""
        bad = [found.what for found in self.findings if found.mark is Mark.WRONG]
        taken = [found.what for found in self.findings if found.what in STEPS]
        untried = defaultdict[str, list[str]](list)
        for what in STEPS:
            if what not in taken:
                # What nothing that it needs kept from being tried was ended by the last one.
                why = next((one for one in NEEDS.get(what, ()) if one in bad), taken[-1])
                untried[why].append(what)
        told = (f"{', '.join(some)}, because {why} went wrong" for why, some in untried.items())
        return [
            *([f"went wrong: {', '.join(bad)}"] if bad else []),
            *([f"not tried: {'; '.join(told)}"] if untried else []),
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


MESSAGE, HAND, PICTURES, THREAD, MENTION = "message", "hand", "pictures", "thread", "mention"

NEEDS = {HAND: (MESSAGE,), MENTION: (THREAD, PICTURES)}
"""What each step needs besides those that end all that follow."""

STEPS = (
    "sign-in", "gateway", "place", "commands", "lobby", "edits", MESSAGE, THREAD, "board", HAND,
    "press", "game", PICTURES, MENTION, "emoji",
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
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    with tempfile.TemporaryDirectory(prefix="nimbus-rehearsal-") as directory:
        bot = Rehearsing(_apart(settings, Path(directory)))
        stages = Stages(bot, server, channel)
        rehearsal = Rehearsal(stages, patience, tell)
        try:
            await _until(rehearsal.run(), stop, bot.traffic)
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


async def _until(job: Awaitable[None], stop: asyncio.Event, traffic: Traffic) -> None:
    """Do something until it is done or to be stopped.

    It is stopped between two calls: of a message whose answer is lost nobody knows.
    """
    doing, stopping = asyncio.ensure_future(job), asyncio.create_task(stop.wait())
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
