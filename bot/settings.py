"""Settings that a host gives in the environment. docs/hosting.md lists them all."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from bot.errors import SettingsError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

MOST_PORTS = 65_535
MOST_THINKERS = 64

BITS_BELOW_SHARD = 22
"""By the bits of a server's id above these Discord leaves it to a shard."""

_QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""What of the machine's time a container may use on Linux, in each so many microseconds."""

_TEXTS = Path(__file__).parent / "texts"
"""A directory for each language."""

PERIODS = {"hourly": 3600.0, "daily": 86_400.0, "weekly": 604_800.0}
"""How often backups can be made, in seconds."""


IN_THE_SANDBOX = (
    "NIMBUS_LOCALE", "NIMBUS_LOG", "NIMBUS_PACE", "NIMBUS_SANDBOX_PORT", "NIMBUS_THINKERS",
)  # fmt: skip
"""The settings that `nimbus sandbox` heeds: none that leads to a real bot's token or data."""


class Schedule(NamedTuple):
    """A period by name and in seconds, and how many of the newest backups are kept."""

    name: str
    seconds: float
    keep: int


@dataclass(frozen=True, slots=True)
class Shards:
    """Which of Discord's shards a process serves, in order, and how many shards there are."""

    ids: tuple[int, ...]
    count: int

    def of(self, guild_id: int | None) -> int:
        """Return which shard hears of a server; None stands for direct messages."""
        return 0 if guild_id is None else (guild_id >> BITS_BELOW_SHARD) % self.count

    @property
    def is_all(self) -> bool:
        """Whether no shard is left for another process."""
        return len(self.ids) == self.count


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can set.

    `token` is empty when there is none: then the sandbox is started. `log` is the lowest level that
    is logged, `dsn` where errors are sent, "" for nowhere. `backup` is None where no backups are
    made by themselves; `backups` is the directory for all of them. `api` and `gateway` point the
    bot at a stand-in for Discord and must be loopback addresses. `pace` scales the pauses of house
    players; 0 answers at once. `thinkers` is how many processes think for them, as many as it may
    use cores if nobody says; with 0 the bot's own does. `shards` is None where this process serves
    as many as Discord recommends. `link` is an address that people are told, where to read more; ""
    tells none. `metrics` is the address at which numbers are told, None for nowhere. `port` is the
    sandbox's (0 = any free one).
    """

    token: str = field(default="", repr=False)
    database_url: str = ""
    data: Path = Path("data")
    backup: Schedule | None = None
    backups: Path = Path("data/backups")
    log: str = "INFO"
    log_json: bool = False
    dsn: str = field(default="", repr=False)
    locale: str = "en"
    pace: float = 1.0
    thinkers: int = 0
    shards: Shards | None = None
    link: str = ""
    metrics: tuple[str, int] | None = None
    port: int = 0
    api: str = ""
    gateway: str = ""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Settings:
        """Read the settings. Raises SettingsError naming the variable that is wrong."""
        data = Path(environment.get("NIMBUS_DATA") or "data")
        usual = f"sqlite+aiosqlite:///{data / 'nimbus.sqlite3'}"
        database_url = environment.get("DATABASE_URL") or usual
        return cls(
            token=_token(environment),
            database_url=database_url,
            data=data,
            backup=_schedule(environment),
            backups=Path(environment.get("NIMBUS_BACKUP_DIR") or data / "backups"),
            log=_level(environment),
            log_json="json" in _words(environment, "NIMBUS_LOG"),
            dsn=environment.get("SENTRY_DSN", ""),
            locale=_locale(environment),
            pace=_number(environment, "NIMBUS_PACE", 1.0, high=10.0),
            thinkers=_count(environment, "NIMBUS_THINKERS", cores(), high=MOST_THINKERS),
            shards=_shards(environment, database_url),
            link=_link(environment),
            metrics=_address(environment, "NIMBUS_METRICS"),
            port=_count(environment, "NIMBUS_SANDBOX_PORT", 0, high=MOST_PORTS),
            api=_loopback(environment, "NIMBUS_API").rstrip("/"),
            gateway=_loopback(environment, "NIMBUS_GATEWAY"),
        )


def cores() -> int:
    """Return how many cores this process may use, in a container too; 64 at most."""
    has_affinity = hasattr(os, "sched_getaffinity")
    found = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # no limit is "max"
        used, period = map(int, _QUOTA.read_text(encoding="ascii").split())
        found = min(found, max(1, round(used / period)))
    return min(found, MOST_THINKERS)


def _token(environment: Mapping[str, str]) -> str:
    name = "DISCORD_TOKEN_FILE"
    file = environment.get(name)
    if not file:
        name = "DISCORD_TOKEN"
    token = (_content(file) if file else environment.get(name, "")).strip()
    if file and not token:
        message = f"{name}: {file} is empty; it takes the bot's token"
        raise SettingsError(message)
    if not all("!" <= letter <= "~" for letter in token):
        # Never the token itself, nor a part of it.
        message = f"{name} takes the bot's token alone: one word of letters, digits and signs"
        raise SettingsError(message)
    return token


def _content(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        message = f"DISCORD_TOKEN_FILE: {file} is not a text file"
        raise SettingsError(message) from error
    except OSError as error:
        message = f"DISCORD_TOKEN_FILE: cannot read {file}: {error.strerror}"
        raise SettingsError(message) from error


def _schedule(environment: Mapping[str, str]) -> Schedule | None:
    text = environment.get("NIMBUS_BACKUP")
    if not text:
        return None
    period, _, count = text.partition(":")
    if period in PERIODS and re.fullmatch("[1-9][0-9]{0,3}", count):
        return Schedule(period, PERIODS[period], int(count))
    periods = ", ".join(PERIODS)
    message = f"NIMBUS_BACKUP takes one of {periods} and how many to keep, as daily:7, not {text!r}"
    raise SettingsError(message)


def _number(environment: Mapping[str, str], name: str, default: float, *, high: float) -> float:
    text = environment.get(name)
    if not text:
        return default
    with suppress(ValueError):
        if 0 <= (value := float(text)) <= high:
            return value
    message = f"{name} takes a number from 0 to {high:g}, not {text!r}"
    raise SettingsError(message)


def _count(environment: Mapping[str, str], name: str, default: int, *, high: int) -> int:
    text = environment.get(name)
    if not text:
        return default
    if re.fullmatch("[0-9]{1,5}", text) and int(text) <= high:
        return int(text)
    message = f"{name} takes a whole number from 0 to {high}, not {text!r}"
    raise SettingsError(message)


def _locale(environment: Mapping[str, str]) -> str:
    """Read a language, as Discord writes it: de-AT is German where there is German."""
    name = environment.get("NIMBUS_LOCALE") or "en"
    known = {path.parent.name for path in _TEXTS.glob("*/*.po")}
    if {name, name.partition("-")[0]} & known:
        return name
    message = f"NIMBUS_LOCALE takes one of {', '.join(sorted(known))}, not {name!r}"
    raise SettingsError(message)


def _shards(environment: Mapping[str, str], database_url: str) -> Shards | None:
    text = environment.get("NIMBUS_SHARDS")
    if not text:
        return None
    part = "[0-9]{1,5}(?:-[0-9]{1,5})?"
    found = re.fullmatch(f"({part}(?:,{part})*)/([0-9]{{1,5}})", text)
    if not found:
        message = (
            "NIMBUS_SHARDS takes which shards this process serves and how many there are, "
            f"as 0-3/16 or 0,2,5/16, not {text!r}"
        )
        raise SettingsError(message)
    count = int(found[2])
    parts = [_range(part, count) for part in found[1].split(",")]
    shards = Shards(tuple(sorted(set().union(*parts))), count)
    if database_url.startswith("sqlite") and not shards.is_all:
        message = (
            f"NIMBUS_SHARDS: on SQLite one process serves all {count} shards; "
            f"write 0-{count - 1}/{count}, or keep games in PostgreSQL"
        )
        raise SettingsError(message)
    return shards


def _range(text: str, count: int) -> range:
    first, _, last = text.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers:
        message = f"NIMBUS_SHARDS: {text} names no shard; the smaller number comes first"
        raise SettingsError(message)
    if numbers[-1] >= count:
        message = f"NIMBUS_SHARDS: of {count} shards there is none with the number {numbers[-1]}"
        raise SettingsError(message)
    return numbers


def _words(environment: Mapping[str, str], name: str) -> list[str]:
    return environment.get(name, "").lower().replace(",", " ").split()


def _level(environment: Mapping[str, str]) -> str:
    words = [word.upper() for word in _words(environment, "NIMBUS_LOG") if word != "json"]
    if len(words) <= 1 and set(words) <= set(LEVELS):
        return words[0] if words else "INFO"
    message = f"NIMBUS_LOG takes one of {', '.join(LEVELS)}, with json or without: json,INFO"
    raise SettingsError(message)


def _link(environment: Mapping[str, str]) -> str:
    address = environment.get("NIMBUS_LINK", "")
    if address and not re.fullmatch(r"https://[^\s<>]{3,300}", address):
        message = f"NIMBUS_LINK takes an address that begins with https://, not {address!r}"
        raise SettingsError(message)
    return address


def _address(environment: Mapping[str, str], name: str) -> tuple[str, int] | None:
    """Read a host and a port, as 127.0.0.1:9464; a port alone is one of this machine."""
    text = environment.get(name)
    if not text:
        return None
    found = re.fullmatch(r"(?:([\w.-]+|\[[0-9a-fA-F:.]+\]):)?([0-9]{1,5})", text)
    if found and 0 < int(found[2]) <= MOST_PORTS:
        return (found[1] or "127.0.0.1").strip("[]"), int(found[2])
    message = f"{name} takes a host and a port, as 127.0.0.1:9464, not {text!r}"
    raise SettingsError(message)


def _loopback(environment: Mapping[str, str], name: str) -> str:
    address = environment.get(name, "")
    if address and _host(address) not in LOOPBACK:
        message = f"{name} must be a loopback address: it is for stand-ins, not for Discord"
        raise SettingsError(message)
    return address


def _host(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
