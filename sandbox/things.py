"""The things there are: people, guilds, channels and messages, as they stand at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.wire import NO_FLAGS, Flag, Said


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with an account; `username` is unique, `name` is what others read."""

    id: int
    name: str
    username: str
    locale: str = "en-US"
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a guild: those who have it can be called and let in together."""

    id: int
    name: str
    members: tuple[int, ...] = ()
    bits: int = 0
    """What they may do beside what everybody may."""


@dataclass(frozen=True, slots=True)
class Guild:
    """A server; its owner may do everything in it."""

    id: int
    name: str
    owner_id: int
    members: tuple[int, ...]
    locale: str = "en-US"
    role_id: int = 0
    """The bot's own role, which holds what it may do."""
    roles: tuple[Role, ...] = ()
    """Beside it and everybody's."""
    foreign: bool = False
    """Whether the bot is no member of it, and people only bring it along."""


@dataclass(frozen=True, slots=True)
class Thread:
    """The further fields of a thread; moments are in Unix seconds."""

    owner_id: int
    changed: float
    """When it was archived or woken last, or its time of archiving was changed."""
    active: float
    """When something happened in it last."""
    minutes: int
    """After this many minutes without anything it is archived."""
    members: Mapping[int, float]
    """Its members, the bot too, and since when."""
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    slowmode: int = 0
    sent: int = 0
    """How many messages came after the first, those deleted again among them."""
    left: int = 0
    """How many of them are left."""

    @property
    def due(self) -> float:
        """When it is archived unless something happens in it before."""
        return self.active + 60.0 * self.minutes


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of a guild, a thread in one, direct messages with the bot, or a group of people."""

    id: int
    kind: int
    name: str = ""
    guild_id: int | None = None
    recipient_id: int | None = None
    people: tuple[int, ...] = ()
    """The members of a group; the bot never is one."""
    parent_id: int | None = None
    """The channel that a thread is in."""
    thread: Thread | None = None
    allowed: int = 0
    """What everybody may do here beside what they may in the guild, as bits."""
    denied: int = 0
    """What nobody may do here, unless they own the guild."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message, with its bytes."""

    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A scheduled event of a guild, somewhere in words; moments are in Unix seconds."""

    id: int
    guild_id: int
    name: str
    about: str | None
    place: str
    begins: float
    ends: float
    status: int = 1


@dataclass(frozen=True, slots=True)
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    data: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it stands now; `only_for` is who alone sees an ephemeral one."""

    id: int
    channel_id: int
    author_id: int
    content: str = ""
    kind: Said = Said.DEFAULT
    """The kinds of messages by the platform itself; replies and answers are DEFAULT, too."""
    embeds: tuple[Any, ...] = ()
    components: tuple[Any, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: Flag = NO_FLAGS
    mentions: tuple[int, ...] = ()
    mention_everyone: bool = False
    mention_roles: tuple[int, ...] = ()
    edited: float | None = None
    nonce: str | None = None
    only_for: int | None = None
    origin: Any = None
    """Discord's interaction metadata, when an interaction led to the message."""
    reply_to: int | None = None
    points_to: tuple[int, int | None] | None = None
    """The channel, and the message in it if any, that a message of the platform is about."""
    application_id: int | None = None
    position: int = 0
    """How many messages came before it in its thread."""
