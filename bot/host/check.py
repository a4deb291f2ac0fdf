"""`python -m bot check`: whether all is there that the bot needs, and how to mend what is not."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiohttp
from discord import ApplicationFlags, Permissions

from bot import PROGRAM
from bot.clock import Clock
from bot.discord.names import clean_name
from bot.errors import SettingsError
from bot.host import telemetry
from bot.host.backups import Backups
from bot.host.health import why_red
from bot.match.house.thinkers import FILE
from bot.match.lobby.play_actions import NEEDED
from bot.settings import Settings, cores
from bot.store.backends.addresses import path_of, server_of
from bot.store.backends.sqlite_backend import Inspection, inspect, unwritten
from bot.store.errors import CannotOpen
from bot.texts import Texts
from engine.players import kernels
from render.glyphs import HAS_RAQM, missing_fonts
from render.lettering import prepare
from render.scenes import emoji

# The findings of a look at the bot: one line each, marked by a word.


class Mark(Enum):
    """How it stands with something; its word is what a host reads, without any colour."""

    OK = "ok"
    WARN = "warn"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """The thing looked at, its state, and in words the finding and how to mend it."""

    mark: Mark
    what: str
    text: str

    def line(self) -> str:
        """Return it as one line."""
        return f"{f'[{self.mark.value}]':8}{f'{self.what}:':13}{' '.join(self.text.split())}"


def ok(what: str, text: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(Mark.OK, what, text)


def warn(what: str, text: str) -> Finding:
    """Return that something could be better, though the bot can play."""
    return Finding(Mark.WARN, what, text)


def wrong(what: str, text: str) -> Finding:
    """Return that something keeps the bot from playing as it should."""
    return Finding(Mark.WRONG, what, text)


def report(findings: Iterable[Finding]) -> tuple[str, bool]:
    """Return the lines of all findings, with a last one that sums up, and whether none is wrong."""
    listed = list(findings)
    count = {mark: sum(found.mark is mark for found in listed) for mark in Mark}
    last = ", ".join(f"{count[mark]} {mark.value}" for mark in Mark)
    lines = "".join(f"{found.line()}\n" for found in listed)
    return f"{lines}{last}\n", not count[Mark.WRONG]


# Questions to Discord over REST, by the bot's token: a running bot is not disturbed by them.

DISCORD = "https://discord.com/api/v10"
AGENT = "DiscordBot (https://discord.com, 1) Nimbus check"

PATIENCE = 10.0
"""Seconds that one answer may take."""

LONGEST_WAIT = 5.0
"""Seconds that are waited, once, where Discord asks to come back later."""


class Answer(NamedTuple):
    """Discord's answer: the status, the JSON, its clock, and the time here halfway.

    Status 0 means that there was no answer; `body` then says why.
    """

    status: int
    body: Any
    date: datetime | None = None
    now: float = 0.0


class Discord:
    """Asks Discord, or the stand-in at `api`."""

    def __init__(self, token: str, api: str = "") -> None:
        self._base = api or DISCORD
        headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        self._session = aiohttp.ClientSession(headers=headers, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        await self._session.close()

    async def get(self, path: str) -> Answer:
        """Ask for something; where Discord wants it later, ask once more. Never raises."""
        answer = await self._once(path)
        if answer.status == 429 and isinstance(answer.body, dict):
            await asyncio.sleep(min(float(answer.body.get("retry_after", 1.0)), LONGEST_WAIT))
            answer = await self._once(path)
        return answer

    async def _once(self, path: str) -> Answer:
        began = time.time()
        try:
            async with self._session.get(f"{self._base}{path}") as response:
                now = (began + time.time()) / 2
                date = _date(response.headers.get("Date"))
                return Answer(response.status, await response.json(), date, now)
        except TimeoutError:
            return Answer(0, f"no answer within {PATIENCE:g} s")
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return Answer(0, getattr(error, "strerror", None) or type(error).__name__)


def _date(text: str | None) -> datetime | None:
    try:
        return parsedate_to_datetime(text or "")
    except ValueError:
        return None


# Checks of this machine: database and disk, fonts, kernels, thinking, and whether a bot runs.

SECONDS = 60.0
"""How long the look at the database may take."""

MEGABYTE = 10**6

_GONE = ("there is no mark", "the bot was stopped", "the mark is old")
"""How those reasons for red health begin that mean that no bot runs."""

LEAST, LITTLE = 50 * MEGABYTE, 500 * MEGABYTE
"""Bytes of free disk below which the bot may stop soon, and below which `check` warns."""

DAY = 86_400.0
"""Seconds after which it does not matter any more that house players were late."""


def look_at_machine(settings: Settings) -> Iterator[Finding]:
    """Give what was found here; blocks."""
    yield running(settings)
    yield from database(settings)
    yield from fonts()
    yield compiled(settings)
    yield thinking(settings)


def running(settings: Settings) -> Finding:
    """Say whether a bot runs here."""
    reason = why_red(settings.data, time.time())
    if reason is None:
        return ok("bot", f"one runs on {settings.data} and is well")
    if reason.startswith(_GONE):
        return ok("bot", f"none runs on {settings.data}: {reason}")
    return warn("bot", f"one runs on {settings.data}, and its health is red: {reason}")


def runs(settings: Settings) -> bool:
    """Return whether a bot runs here, well or not."""
    reason = why_red(settings.data, time.time())
    return reason is None or not reason.startswith(_GONE)


def database(settings: Settings) -> Iterator[Finding]:
    """Look at the database and at its disk."""
    try:
        server = server_of(settings.database_url)
        if server is not None:
            said, amiss = server.look()
            yield warn("database", f"{said}. {amiss}") if amiss else ok("database", said)
            return
        path = path_of(settings.database_url)
    except CannotOpen as error:
        yield wrong("database", str(error))
        return
    found = inspect(path, SECONDS)
    yield _contents(found)
    if found.unwritten:
        yield wrong(
            "writing",
            f"nothing can be written: {found.unwritten}. Let the bot's user write the directory "
            "and the files in it (user 10001 in the image), or make room.",
        )
    else:
        yield ok("writing", f"{found.path.parent} can be written")
    yield disk(found)
    yield backups(settings.backups)


def _contents(found: Inspection) -> Finding:
    if found.refused:
        return wrong("database", found.refused)
    if not found.exists:
        return ok("database", f"{found.path} will be made at the first start")
    if found.trouble:
        text = f"{found.path} cannot be read: {found.trouble}"
        return wrong("database", f'{text}. See "When the database is in trouble" in operations.md.')
    if found.damage:
        text = f"{found.path} is damaged ({found.damage}). Stop the bot and restore a backup:"
        return wrong("database", f"{text} {PROGRAM} restore FILE.")
    text = f"{found.path}, {found.size / MEGABYTE:.1f} MB, revision {found.revision}"
    if not found.whole:
        return warn("database", f"{text}: whole as far as could be seen in {SECONDS:.0f} s")
    next_ = ", which the next start brings up to date" if found.is_old else ""
    return ok("database", f"{text}{next_}: whole")


def disk(found: Inspection) -> Finding:
    """Say whether there is room for what the bot writes, and for a copy of its database."""
    text = f"{found.free / MEGABYTE:,.0f} MB are free"
    if found.free < LEAST:
        return wrong("disk", f"{text}. Make room: soon nothing can be saved any more.")
    if found.free < LITTLE + found.size:
        return warn("disk", f"{text}: little for the database and a backup of it. Make room.")
    return ok("disk", text)


def backups(directory: Path) -> Finding:
    """Say whether backups can be written."""
    if trouble := unwritten(directory):
        return wrong(
            "backups",
            f"none can be written: {trouble}. Let the bot's user write there, or name another "
            "directory in NIMBUS_BACKUP_DIR.",
        )
    return ok("backups", f"{directory} can be written")


def fonts() -> Iterator[Finding]:
    """Paint a picture, and say which scripts cannot be painted."""
    try:
        prepare()
        size = len(emoji("KH").data)
    except Exception as error:  # noqa: BLE001 - whatever it is, the host is told
        text = f"no picture can be painted: {type(error).__name__}: {error}"
        yield wrong("pictures", f"{text}. Install what requirements.lock names anew.")
        return
    yield ok("pictures", f"a card was painted ({size} bytes)")
    missing = missing_fonts()
    if missing:
        text = f"missing: {', '.join(missing)}. Names in some scripts become boxes."
        yield warn("fonts", f"{text} Install what requirements.lock names anew.")
    elif not HAS_RAQM:
        yield warn(
            "fonts",
            "all are there, but Pillow finds no fribidi: Arabic and Hebrew names are not shaped. "
            "Install it (apt-get install libfribidi0).",
        )
    else:
        yield ok("fonts", "all are there, and every script is shaped")


def compiled(settings: Settings) -> Finding:
    """Say whether what house players think with is compiled, and kept."""
    if not kernels.are_compiled():
        return warn(
            "kernels",
            "numba is not installed, so house players of Balloon, Clumond and Nimbly think slowly "
            "and play worse. There are wheels for Linux and for macOS on arm64, with Python 3.11 "
            "to 3.15.",
        )
    kept = kernels.kept(settings.data.absolute())
    if kept is None:
        return ok("kernels", f"numba is there; the bot compiles them, or {PROGRAM} compile")
    return ok("kernels", f"compiled, kept in {kept}")


def thinking(settings: Settings) -> Finding:
    """Say how many processes think, and whether house players could not keep up recently."""
    told = settings.data / FILE
    try:
        since, said = time.time() - told.stat().st_mtime, told.read_text(encoding="utf-8")
    except (OSError, ValueError):
        since, said = DAY, ""
    if since < DAY:
        return warn("thinking", f"{since / 3600:.1f} hours ago {said}")
    n = settings.thinkers
    where = f"in {n} processes, on {cores()} cores" if n else "in the bot's own process"
    return ok("thinking", f"house players think {where}; none was late for a day")


# Checks on Discord: the bot's token, its intents, its permissions in its servers, the time.

WISHED = NEEDED | Permissions(create_public_threads=True, send_messages_in_threads=True)
"""The permissions in the README's invite link."""

PRIVILEGED = {
    "Presence": ApplicationFlags(gateway_presence=True, gateway_presence_limited=True),
    "Server Members": ApplicationFlags(
        gateway_guild_members=True, gateway_guild_members_limited=True
    ),
    "Message Content": ApplicationFlags(
        gateway_message_content=True, gateway_message_content_limited=True
    ),
}
"""The privileged intents as the developer portal names them, each with its flags."""

CLOSE, FAR = 2.0, 60.0
"""Seconds that a clock may be off without a word, and with one."""

PAGE = 200
"""Servers that Discord lists at once."""

NAMED_SERVERS = 20
"""How many servers are named in which something is missing."""

UNSET = (
    "none is set: the bot would open its sandbox in place of Discord. Put the token of the "
    "developer portal (Bot, Reset Token) into DISCORD_TOKEN, or into a file that "
    "DISCORD_TOKEN_FILE names."
)
REFUSED = (
    "Discord refuses it. Make a new one in the developer portal (Bot, Reset Token) and put it into "
    "DISCORD_TOKEN or DISCORD_TOKEN_FILE."
)


async def look_at_discord(settings: Settings) -> AsyncIterator[Finding]:
    """Ask Discord, and give what was found. Nothing else is asked where the token is refused."""
    if not settings.token:
        yield wrong("token", UNSET)
        return
    async with Discord(settings.token, settings.api) as discord:
        me = await discord.get("/users/@me")
        yield token(me)
        if me.status == 200:
            for asked in (application, sessions, servers):
                async for found in asked(discord):
                    yield found
        if me.date is not None:
            yield clock(me.now, me.date)


def token(me: Answer) -> Finding:
    """Say whether Discord takes the token, and whose it is."""
    match me.status:
        case 200:
            return ok("token", f"it works: {_name(me.body, 'username')} ({me.body.get('id')})")
        case 401:
            return wrong("token", REFUSED)
        case 0:
            return wrong(
                "token",
                f"Discord cannot be reached: {me.body}. Look at this machine's network, name "
                "service and firewall: it must reach discord.com and gateway.discord.gg, port 443.",
            )
        case _:
            return wrong("token", f"Discord answers with status {me.status}. Try again later.")


async def application(discord: Discord) -> AsyncIterator[Finding]:
    """Look at what is set in the developer portal."""
    answer = await discord.get("/applications/@me")
    if answer.status != 200:
        yield _unanswered("intents", answer)
        return
    flags = int(answer.body.get("flags") or 0)
    on = [name for name, of in PRIVILEGED.items() if flags & of.value]
    if on:
        names = ", ".join(on)
        yield warn(
            "intents",
            f"{names}: switched on, though the bot needs no privileged intent. Switch it off in "
            "the developer portal (Bot, Privileged Gateway Intents).",
        )
    else:
        yield ok("intents", "the bot needs no privileged one, and none is switched on")
    if answer.body.get("interactions_endpoint_url"):
        yield wrong(
            "presses",
            "Discord sends presses and commands to an address on the web, so the bot hears of "
            "none. Empty Interactions Endpoint URL in the developer portal (General Information).",
        )


async def sessions(discord: Discord) -> AsyncIterator[Finding]:
    """Look how often the bot may still be started today."""
    answer = await discord.get("/gateway/bot")
    if answer.status != 200:
        yield _unanswered("starts", answer)
        return
    limit = answer.body["session_start_limit"]
    left, total, hours = limit["remaining"], limit["total"], limit["reset_after"] / 3_600_000
    text = f"{left} of {total} sessions are left for the next {hours:.0f} hours"
    if left <= 1:
        yield wrong("starts", f"{text}: the bot cannot connect before they are over.")
    elif left * 2 <= total:
        yield warn("starts", f"{text}: something starts the bot over and over.")
    else:
        yield ok("starts", text)


async def servers(discord: Discord) -> AsyncIterator[Finding]:
    """Look in every server at what the bot may do there, as far as channels say nothing else."""
    count, found, after = 0, list[Finding](), "0"
    while True:
        answer = await discord.get(f"/users/@me/guilds?limit={PAGE}&after={after}")
        if answer.status != 200:
            yield _unanswered("servers", answer)
            return
        count += len(answer.body)
        found += filter(None, map(in_server, answer.body))
        if len(answer.body) < PAGE:
            break
        after = answer.body[-1]["id"]
    for one in found[:NAMED_SERVERS]:
        yield one
    if not count:
        yield warn("servers", "the bot is in none. Invite it by the address of the README.")
    elif found:
        yield max(found, key=lambda one: one.mark is Mark.WRONG)._replace(
            what="servers", text=f"permissions are missing in {len(found)} of {count}"
        )
    else:
        yield ok("servers", f"{count}, and in each the bot has the permissions it needs")


def in_server(guild: Mapping[str, Any]) -> Finding | None:
    """Name what the bot lacks in a server, as Discord's settings name it; None if nothing."""
    has = Permissions(int(guild.get("permissions") or 0))
    if has.administrator or guild.get("owner"):
        return None
    say = Texts.load().words(None)
    names = [say(f"permission.{name}") for name, on in WISHED & ~has if on]
    if not names:
        return None
    text = (
        f"{_name(guild, 'name')} ({guild.get('id')}) withholds: {', '.join(names)}. Give the "
        "bot's role these (Server Settings, Roles), or invite the bot anew."
    )
    is_needed = any(on for _, on in NEEDED & ~has)
    return wrong("server", text) if is_needed else warn("server", text)


def clock(now: float, date: datetime) -> Finding:
    """Say how far the clock here is from Discord's, which tells whole seconds.

    `now` is the time here in seconds since 1970 when Discord wrote its date.
    """
    off = now - date.timestamp() - 0.5
    text = f"{abs(off):.1f} s {'ahead of' if off > 0 else 'behind'} Discord's (which tells seconds)"
    if abs(off) <= CLOSE:
        return ok("clock", text)
    mend = "Let the system keep its time by NTP (timedatectl set-ntp true)."
    return (warn if abs(off) <= FAR else wrong)("clock", f"{text}. {mend}")


def _unanswered(what: str, answer: Answer) -> Finding:
    return warn(what, f"Discord did not tell (status {answer.status}). Try again later.")


def _name(body: Mapping[str, Any], key: str) -> str:
    return clean_name(str(body.get(key) or "?"))


# `python -m bot check`: whether all is there that the bot needs, and how to mend what is not.


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
    here = await asyncio.to_thread(lambda: list(look_at_machine(settings)))
    there = [found async for found in look_at_discord(settings)]
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
        telemetry.refuse_unfit(settings.dsn)


def _make_backups(settings: Settings) -> None:
    Backups(settings, Clock())


def _tell_numbers(settings: Settings) -> None:
    if settings.metrics is None:
        return
    try:
        telemetry.stop(*telemetry.serve(*settings.metrics))
    except SettingsError as error:
        # It may be the bot itself that uses the address, or one that this one takes over from.
        may_be_ours = settings.database_url.startswith("postgres") or runs(settings)
        if not (telemetry.is_taken(error) and may_be_ours):
            raise
