"""The `resolved` part of interaction data: the objects behind the ids a person chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox import accounts, permissions, places
from sandbox.numbers import MOST, whole
from sandbox.wire import Option, Part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.memory import Memory
    from sandbox.wire import Json

_USERS: frozenset[int] = frozenset({Option.USER, Option.MENTIONABLE})
_CHANNELS: frozenset[int] = frozenset({Option.CHANNEL})
_USER_PARTS = frozenset({Part.USER_SELECT, Part.MENTIONABLE_SELECT})
_CHANNEL_PARTS = frozenset({Part.CHANNEL_SELECT})


def of_options(memory: Memory, guild_id: int | None, options: Any) -> Json:
    """Return what the options of a command refer to, or {} when they refer to nothing."""
    people: list[Any] = []
    channels: list[Any] = []
    waiting = list(options or [])
    while waiting:
        option = waiting.pop()
        waiting += option.get("options") or []
        if option["type"] in _USERS:
            people.append(option["value"])
        elif option["type"] in _CHANNELS:
            channels.append(option["value"])
    return _resolve(memory, guild_id, people, channels)


def of_values(memory: Memory, guild_id: int | None, kind: int, values: list[Any]) -> Json:
    """Return what the values of a select refer to, or {} when they refer to nothing."""
    people = values if kind in _USER_PARTS else []
    channels = values if kind in _CHANNEL_PARTS else []
    return _resolve(memory, guild_id, people, channels)


def _resolve(
    memory: Memory, guild_id: int | None, people: Iterable[Any], channels: Iterable[Any]
) -> Json:
    found: Json = {}
    for value in people:
        person = memory.person(_id(value))
        found.setdefault("users", {})[str(person.id)] = accounts.user(person)
        if guild_id is not None:
            guild = memory.guild(guild_id)
            bits = permissions.of_member(memory, guild, person.id)
            item = accounts.member(guild, person, bits=bits)
            del item["user"]
            found.setdefault("members", {})[str(person.id)] = item
    for value in channels:
        channel = memory.channel(_id(value))
        item = places.channel(memory, channel)
        item["permissions"] = str(int(permissions.MEMBER))
        found.setdefault("channels", {})[str(channel.id)] = item
    return found


def _id(value: object) -> int:
    """Return an id; what is none is an id that nobody has."""
    found = whole(value)
    return MOST if found is None else found
