"""The `resolved` part of interaction data: the objects behind the ids a person chose."""

from __future__ import annotations

from typing import Any

from sandbox import accounts, permissions, places
from sandbox.memory import Memory
from sandbox.numbers import LARGEST_ID, whole
from sandbox.wire import SELECTS, Json, Option, Part

_REFERRING: frozenset[int] = frozenset(
    {Option.USER, Option.MENTIONABLE, Option.ROLE, Option.CHANNEL}
)
_REFERRING_PARTS: frozenset[int] = frozenset(SELECTS - {Part.STRING_SELECT})
_CHANNELS: frozenset[int] = frozenset({Option.CHANNEL})
_CHANNEL_PARTS: frozenset[int] = frozenset({Part.CHANNEL_SELECT})


def of_options(memory: Memory, guild_id: int | None, options: Any) -> Json:
    """Return the objects that a command's options refer to, or {} when they refer to nothing."""
    found: Json = {}
    waiting = list(options or [])
    while waiting:
        option = waiting.pop()
        waiting += option.get("options") or []
        if option["type"] in _CHANNELS:
            _add_channel(memory, found, option["value"])
        elif option["type"] in _REFERRING:
            _add_mentionable(memory, found, guild_id, option["value"])
    return found


def of_values(memory: Memory, guild_id: int | None, kind: int, values: list[Any]) -> Json:
    """Return the objects that the values of a select refer to, or {} when they refer to nothing."""
    found: Json = {}
    for value in values if kind in _REFERRING_PARTS else []:
        if kind in _CHANNEL_PARTS:
            _add_channel(memory, found, value)
        else:
            _add_mentionable(memory, found, guild_id, value)
    return found


def _add_channel(memory: Memory, found: Json, value: object) -> None:
    channel = memory.channel(_id(value))
    item = places.channel(memory, channel)
    item["permissions"] = str(int(permissions.MEMBER))
    found.setdefault("channels", {})[str(channel.id)] = item


def _add_mentionable(memory: Memory, found: Json, guild_id: int | None, value: object) -> None:
    """Add a role of the guild, or a person; raises 10013 for who is neither."""
    guild = None if guild_id is None else memory.guild(guild_id)
    roles = [] if guild is None else places.roles(memory, guild)
    role = next((item for item in roles if item["id"] == str(_id(value))), None)
    if role is not None:
        found.setdefault("roles", {})[role["id"]] = role
        return
    person = memory.person(_id(value))
    found.setdefault("users", {})[str(person.id)] = accounts.user(person)
    if guild is not None and person.id in guild.members:
        bits = permissions.of_member(memory, guild, person.id)
        item = accounts.member(guild, person, bits=bits)
        del item["user"]
        found.setdefault("members", {})[str(person.id)] = item


def _id(value: object) -> int:
    """Return an id; what is none is an id that nobody has."""
    found = whole(value)
    return LARGEST_ID if found is None else found
