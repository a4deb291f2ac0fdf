"""Events that come in from Discord: read with care, and each interaction once."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from secrets import token_hex
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.discord.app import App, Interaction
from bot.discord.names import clean_name
from bot.discord.parts import offered
from bot.errors import Refused, located
from bot.preferences.server import Group
from bot.store.rows import Location, Member
from bot.texts import FALLBACK

log = logging.getLogger(__name__)

Parser: TypeAlias = Callable[[Any], None]

Claim: TypeAlias = Callable[[str], Awaitable[bool]]
"""Returns whether this process is to answer the interaction of an id."""

INTERACTION = "INTERACTION_CREATE"

CLAIMING = "a claim"
"""The name of the tasks that find out whether to answer an interaction."""


MESSAGE = "MESSAGE_CREATE"

WRITTEN = (0, 19)
"""The types of messages that people write, one of them in reply; others tell what was done."""

UNREAD = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
"""What comes along with messages and concerns nobody here."""


class Call(NamedTuple):
    """A message that calls the bot: with nothing in it but its name, or any one written to it."""

    message_id: int
    channel_id: int
    guild_id: int | None
    user_id: int


class Arrival(NamedTuple):
    """An interaction as it came: a number made up for it, and when, by `time.perf_counter`."""

    number: str
    at: float


arrival: ContextVar[Arrival | None] = ContextVar("arrival", default=None)
"""The interaction that what runs now was begun by; None where it was none."""

_LOCALE = re.compile("[A-Za-z0-9-]{2,20}")

REMEMBERED = 10_000
"""How many interactions are known again: more than come while a session can be resumed."""


def with_care(parsers: dict[str, Parser]) -> Once:
    """Wrap discord.py's parsers of gateway events, by name; gives that of interactions.

    An event that cannot be read is logged and left: in discord.py it would end the process. An
    interaction that comes a second time, as a resumed session may bring it, is left too.
    """
    for event, parse in list(parsers.items()):
        parsers[event] = _careful(event, parse)
    once = Once(parsers[INTERACTION])
    parsers[INTERACTION] = once
    return once


class Once:
    """Passes each interaction on once; remembers the newest `size` of them.

    Where `is_claimed` says that another process may hear the same, `claim` says by its id whether
    an interaction is passed on here at all.
    """

    def __init__(self, parse: Parser, size: int = REMEMBERED) -> None:
        self.is_claimed: Callable[[], bool] = lambda: False
        self.claim: Claim | None = None
        self._claiming: set[asyncio.Task[None]] = set()
        self._parse = parse
        self._size = size
        self._seen: OrderedDict[str, None] = OrderedDict()

    def __call__(self, data: Any) -> None:
        """Read an interaction, unless it was read before."""
        number = data.get("id") if isinstance(data, dict) else None
        if isinstance(number, str):
            if number in self._seen:
                log.info("an interaction came a second time")
                return
            self._seen[number] = None
            if len(self._seen) > self._size:
                self._seen.popitem(last=False)
        if isinstance(data, dict):
            _mend_languages(data)
        # All that it begins inherits this.
        token = arrival.set(Arrival(token_hex(4), time.perf_counter()))
        try:
            if self.claim is not None and self.is_claimed() and isinstance(number, str):
                task = asyncio.create_task(self._claimed(self.claim, number, data), name=CLAIMING)
                self._claiming.add(task)
                task.add_done_callback(self._claiming.discard)
            else:
                self._parse(data)
        finally:
            arrival.reset(token)

    async def _claimed(self, claim: Claim, number: str, data: Any) -> None:
        if await claim(number):
            self._parse(data)


def _mend_languages(data: dict[str, Any]) -> None:
    """Have what was sent in the place of a language read as English."""
    for key in ("locale", "guild_locale"):
        if key in data and not (isinstance(data[key], str) and _LOCALE.fullmatch(data[key])):
            log.warning("the %s of an interaction is no language: taken for English", key)
            data[key] = FALLBACK


def called(data: Any, bot_id: int) -> Call | None:
    """Return the call in a message, as Discord sends it; None for any other, and for bots'.

    Of messages in servers that do not name the bot, Discord tells it no words.

    >>> said = {"id": "7", "channel_id": "6", "guild_id": "5", "content": "<@9> "}
    >>> called({**said, "author": {"id": "1"}}, 9)
    Call(message_id=7, channel_id=6, guild_id=5, user_id=1)
    """
    author, guild_id = data["author"], data.get("guild_id")
    if author.get("bot") or data.get("webhook_id") or data.get("type", 0) not in WRITTEN:
        return None
    names = (f"<@{bot_id}>", f"<@!{bot_id}>")
    if guild_id is not None and data["content"].strip() not in names:
        return None
    place = int(data["channel_id"]), guild_id and int(guild_id)
    return Call(int(data["id"]), *place, int(author["id"]))


def first_value(values: object) -> str:
    """Return the first of the values that a menu sent. Raises Refused if that is no text.

    >>> first_value(["play KH"])
    'play KH'
    """
    if isinstance(values, list) and values and isinstance(values[0], str):
        return values[0]
    raise Refused("refused.malformed")


def resolved(data: Mapping[str, Any], kind: str, chosen_id: str) -> Mapping[str, Any] | None:
    """Return what Discord tells of something chosen from a menu, by its kind; None for nothing.

    >>> resolved({"resolved": {"users": {"5": {"bot": True}}}}, "users", "5")
    {'bot': True}
    """
    found: object = data.get("resolved")
    for key in (kind, chosen_id):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def _careful(event: str, parse: Parser) -> Parser:
    def parse_with_care(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001 - no event may end the process
            log.warning("%s could not be read: %s", event, located(error))

    return parse_with_care


# Who pressed what, and where: all that an interaction tells by itself.

_MENUS = (3, 5, 6, 7, 8)
"""Discord's types of menus."""


class Pressed:
    """An interaction, as it is asked about: nothing here waits for anything."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def app(self) -> App:
        """The parts of the running bot."""
        app: App = self.interaction.client.app
        return app

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def location(self) -> Location:
        return Location(self.interaction.guild_id, self.interaction.channel_id or 0)

    @property
    def guild(self) -> discord.Guild:
        """The server pressed in, if it has the bot. Raises Refused anywhere else."""
        guild = self.interaction.guild
        if guild is None or self.is_by_token:
            raise Refused("refused.not_in_server")
        return guild

    @property
    def is_moderator(self) -> bool:
        """Whether this person may manage messages where they pressed."""
        return bool(self.interaction.guild_id and self.interaction.permissions.manage_messages)

    @property
    def is_manager(self) -> bool:
        """Whether this person may manage the server in which they pressed."""
        return bool(self.interaction.guild_id and self.interaction.permissions.manage_guild)

    @property
    def is_direct(self) -> bool:
        """Whether this is in the person's direct messages with the bot."""
        return bool(self.interaction.context.dm_channel)

    @property
    def is_by_token(self) -> bool:
        """Whether the bot cannot write here by itself, but only answer presses.

        So it is in group messages, and in servers that do not have the bot: there a person has
        brought it along, who has it installed for themselves.
        """
        press, guild_id = self.interaction, self.interaction.guild_id
        if press.user is discord.utils.MISSING:
            return False  # the press will be refused
        if guild_id is None:
            return bool(press.context.private_channel)
        brought = press.is_user_integration() and not press.is_guild_integration()
        return brought or not self.app.io.is_in(guild_id)

    @property
    def roles(self) -> tuple[int, ...]:
        """The roles this person has in the server in which they pressed, by id."""
        user = self.interaction.user
        return tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()

    def belongs_to(self, group: Group) -> bool:
        """Return whether this person is of a group of the server in which they pressed."""
        return group.everyone or self.is_moderator or group.role in self.roles

    @property
    def is_in_private(self) -> bool:
        """Whether what was pressed stands in an answer that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def fields(self) -> dict[str, Any]:
        """The data that Discord sent with it: nothing in it can be trusted."""
        data: object = self.interaction.data
        return data if isinstance(data, dict) else {}

    @property
    def first_choice(self) -> str:
        """The first choice from a menu. Raises Refused if that is no text."""
        return first_value(self.fields.get("values"))

    @property
    def is_choice(self) -> bool:
        """Whether this was chosen from a menu."""
        return self.fields.get("component_type") in _MENUS

    @property
    def offered(self) -> frozenset[str]:
        """The offers of the menus on the message that this was pressed on."""
        return offered(self.interaction.message)

    def as_member(self) -> Member:
        """Return the person who pressed as a member of a lobby."""
        user, joined = self.interaction.user, str(self.interaction.id)
        return Member(key=str(user.id), name=clean_name(user.display_name), joined=joined)
