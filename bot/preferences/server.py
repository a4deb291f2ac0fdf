"""A server's settings, set by its managers. A missing or unreadable one has its default.

Stored by field in the scope `server <id>`, so that two changes at once keep both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.preferences.terms import CLOCKS, FIRST, OFFERED, STAND_IN
from bot.store import Store
from bot.store.codec import Readers, flag, language, read_settings, spelt
from bot.store.rows import Terms
from bot.store.settings import server_scope
from bot.texts import FALLBACK, Texts

MOST_CHANNELS = 25
"""How many channels can be named: as many as can be chosen in Discord at once."""

_ID = re.compile("[1-9][0-9]{0,18}")


class Threads(StrEnum):
    """When a table plays in a thread of its own."""

    ALWAYS = "always"
    SECOND = "second"  # where another table is open in the channel
    NEVER = "never"


class Look(StrEnum):
    """The theme of the pictures, by its name in `render.theme.THEMES`."""

    NIGHT = "night"
    DAY = "day"
    CONTRAST = "contrast"
    COLOURS = "colours"


class Feature(StrEnum):
    """The features that a server can switch off."""

    DAILY = "daily"
    REVIEW = "review"
    REPLAY = "replay"
    RATINGS = "ratings"
    LEAGUES = "leagues"
    EVENINGS = "evenings"
    PUZZLES = "puzzles"
    SEEKERS = "seekers"


@dataclass(frozen=True, slots=True)
class Group:
    """The people allowed to do something; moderators always are.

    `role` is set where it is the people with a role, else `everyone` tells.
    """

    everyone: bool = False
    role: int | None = None

    def __str__(self) -> str:
        """Spell it as it is stored."""
        if self.role is not None:
            return f"role {self.role}"
        return "everyone" if self.everyone else "moderators"


EVERYONE = Group(everyone=True)
MODERATORS = Group()


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings.

    `channels` are those where tables may be opened, threads and posts in them included; none means
    everywhere. `clock` is the time for a turn (seconds, 0 for no limit) and `level` that of the
    house players in free seats: what a new lobby begins with. `locale` is the language of what
    everybody reads; None leaves it to `bot.preferences.server`. `openers` may open tables.
    `enders` may end them: with EVERYONE the people at a table vote, while moderators end it at
    once; any other group does that in place of a vote. `hosts` are those of the openers who may
    open an evening.
    `calls` is whether people are called when it is their turn. `look` is that of every picture
    shown in the server, and of its tables' hands. `audit` is the channel of the audit lines. `off`
    is what people of this server are not offered in it. `daily` is the channel in which each day's
    daily is told; None for none.
    """

    channels: tuple[int, ...] = ()
    threads: Threads = Threads.SECOND
    clock: int = FIRST.clock
    level: str = STAND_IN
    locale: str | None = None
    openers: Group = EVERYONE
    enders: Group = EVERYONE
    hosts: Group = EVERYONE
    calls: bool = True
    look: Look = Look.NIGHT
    audit: int | None = None
    off: tuple[Feature, ...] = ()
    daily: int | None = None

    @classmethod
    def read(cls, stored: Mapping[str, str]) -> ServerSettings:
        """Read what is stored, by field; what is damaged or unknown is as if it were not there.

        >>> ServerSettings.read({"clock": "60", "calls": "perhaps"}).clock
        60
        """
        return read_settings(cls(), _READERS, stored)

    @property
    def terms(self) -> Terms:
        """The terms that a new lobby begins with."""
        return replace(FIRST, clock=self.clock, level=self.level)

    def has(self, feature: Feature) -> bool:
        """Return whether a feature is offered here."""
        return feature not in self.off

    def allows(self, channel_id: int, parent_id: int | None = None) -> bool:
        """Return whether tables may be opened in a channel; a thread's parent counts too."""
        return not self.channels or channel_id in self.channels or parent_id in self.channels

    def without_gone(self, channels: Collection[int], roles: Collection[int]) -> ServerSettings:
        """Return the settings if only these channels and roles are left.

        A deleted one is as if it had never been set, so nobody is locked out by it.
        """
        return replace(
            self,
            channels=tuple(channel for channel in self.channels if channel in channels),
            openers=_still(self.openers, roles),
            enders=_still(self.enders, roles),
            hosts=_still(self.hosts, roles),
            audit=self.audit if self.audit in channels else None,
            daily=self.daily if self.daily in channels else None,
        )


async def server_settings(store: Store, guild_id: int | None) -> ServerSettings:
    """Return a server's settings; the defaults in direct messages. One read by key."""
    stored = {} if guild_id is None else await store.settings(server_scope(guild_id))
    return ServerSettings.read(stored)


def change_of(name: str, value: object) -> dict[str, str | None]:
    """Return the stored form of one field of the settings: its text, or None for the usual one.

    >>> change_of("channels", (7, 8))
    {'channels': '7,8'}
    """
    return {name: spelt(USUAL, name, value)}


def chosen_from_menu(name: str, word: str, languages: Collection[str]) -> object:
    """Read what was chosen for a field. Raises ValueError for what no menu of it offers."""
    if name == "locale":
        return None if word == USUAL_LOCALE else _one_of(*languages)(word)
    return _READERS[name](_one_of(*CHOICES.get(name, ()))(word))


def _still(group: Group, roles: Collection[int]) -> Group:
    return group if group.role is None or group.role in roles else EVERYONE


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError
        return text

    return read


def _clock(text: str) -> int:
    return int(_one_of(*map(str, CLOCKS))(text))


def _id(text: str) -> int:
    if not _ID.fullmatch(text):
        raise ValueError
    return int(text)


def _channels(text: str) -> tuple[int, ...]:
    return tuple(_id(one) for one in text.split(","))[:MOST_CHANNELS]


def _features(text: str) -> tuple[Feature, ...]:
    """Read the features that are off, each once and in order. Raises ValueError."""
    named = {Feature(word) for word in text.split(",")}
    return tuple(feature for feature in Feature if feature in named)


def _group(text: str) -> Group:
    kind, _, role = text.partition(" ")
    if kind == "role":
        return Group(role=_id(role))
    return EVERYONE if _one_of("everyone", "moderators")(text) == "everyone" else MODERATORS


CHOICES: Mapping[str, tuple[str, ...]] = {
    "threads": tuple(Threads),
    "clock": tuple(map(str, CLOCKS)),
    "level": OFFERED,
    "calls": ("on", "off"),
    "look": tuple(Look),
    "openers": (str(EVERYONE), str(MODERATORS)),
    "enders": (str(EVERYONE), str(MODERATORS)),
    "hosts": (str(EVERYONE), str(MODERATORS)),
    "off": tuple(Feature),
}
"""The offers of a menu for a field, as they are stored; of `off` several can be chosen."""

USUAL_LOCALE = "discord"
"""The offer of a menu for the server's own language in Discord, which is not stored."""

_READERS: Readers = {
    "channels": _channels,
    "threads": Threads,
    "clock": _clock,
    "level": _one_of(*OFFERED),
    "locale": language,
    "openers": _group,
    "enders": _group,
    "hosts": _group,
    "calls": flag,
    "look": Look,
    "audit": _id,
    "off": _features,
    "daily": _id,
}

USUAL = ServerSettings()
"""The settings of a server that has set nothing."""


# The language of what all in a server read: everything that is shown to them asks here.

SPOKEN = "spoken"
"""The key, in the scope of a server, of the language of the last table there."""

UNSET = "en-US"
"""What Discord says of every server that has named no language; only a Community can name one."""


async def language_of_all(store: Store, guild_id: int | None, discords: str | None) -> str:
    """Return the locale of what all read in a server; `discords` is what Discord says of it.

    Its managers' choice goes before that, and the language of the last table there comes after.
    """
    stored = {} if guild_id is None else await store.settings(server_scope(guild_id))
    chosen = ServerSettings.read(stored).locale
    if chosen is None and discords != UNSET and Texts.load().known(discords or ""):
        return str(discords)
    return chosen or stored.get(SPOKEN, FALLBACK)


async def note_spoken(store: Store, guild_id: int | None, locale: str) -> None:
    """Note the language of a table in a server: the next one has it, if nothing else decides."""
    if guild_id is None:
        return
    scope = server_scope(guild_id)
    if (await store.settings(scope)).get(SPOKEN, FALLBACK) != locale:
        await store.set_setting(scope, SPOKEN, locale)
